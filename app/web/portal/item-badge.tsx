import { auditorKey, badgeOf } from "#model/cards/catalogue/badges.ts";
import type { CertificationTile } from "#model/visibility/page.ts";
import { CertificationBadge } from "#web/ui/certification-badge.tsx";
import { useAssetHref } from "./links.ts";

/** The badge of a certification on the portal: the picture that staff chose for it, else one that is drawn. */
export function ItemBadge({
  item,
  size,
}: {
  item: Pick<CertificationTile, "badgeId" | "title" | "auditor" | "badgePicture" | "state">;
  size: 32 | 40 | 56;
}) {
  const asset = useAssetHref();
  return (
    <CertificationBadge
      badge={badgeOf(item)}
      auditor={auditorKey(item.auditor)}
      picture={item.badgePicture === null ? null : asset(item.badgePicture)}
      size={size}
      state={item.state}
    />
  );
}
