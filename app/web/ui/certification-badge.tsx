import { useRouteLoaderData } from "react-router";
import type { AuditorKey, Badge } from "#model/cards/catalogue/badges.ts";
import { accentPalettes } from "#values/color.ts";
import type { EnabledState } from "#model/items/items.ts";
import { classNames } from "./class-names.ts";
import { sealPicture } from "./seal-picture.ts";

/** Enabled is drawn in full, in progress faded, not enabled greyed. */
const APPEARANCE: Readonly<Record<EnabledState, string | null>> = {
  Enabled: null,
  WorkInProgress: "opacity-50",
  NotEnabled: "opacity-40 grayscale",
};

const SIZES = { 32: "size-8", 40: "size-10", 56: "size-14" } as const;

interface CertificationBadgeProps {
  badge: Badge;
  auditor: AuditorKey | null;
  /** An official picture that staff uploaded takes the seal's place. */
  picture: string | null;
  /** Width and height in pixels. */
  size: keyof typeof SIZES;
  state: EnabledState;
}

/** One certification's seal, or its uploaded badge. Decoration: the title stands beside it. */
export function CertificationBadge({
  badge,
  auditor,
  picture,
  size,
  state,
}: CertificationBadgeProps) {
  const root = useRouteLoaderData<{ accentColour: string }>("root");
  const source =
    picture ?? sealPicture(badge, auditor, accentPalettes(root?.accentColour ?? "#1f4b99"));
  return (
    <img
      src={source}
      alt=""
      width={size}
      height={size}
      className={classNames(SIZES[size], "object-contain", APPEARANCE[state])}
    />
  );
}
