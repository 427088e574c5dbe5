import type { CertificationTile, ProductPage } from "../../visibility/rules/page.ts";
import { auditorKey, BADGES, customBadge } from "../cards/rules/catalogue/badges.ts";
import { CertificationBadge } from "../../ui/certification-badge.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/screens.tsx";
import { ItemLink, ItemTags, LockedMark, StateIcon } from "../../portal/item-parts.tsx";
import { useAssetHref, useFrame } from "../../portal/links.ts";
import { AddItems } from "../../portal/editing/add-items.tsx";
import { CardMenu } from "../../portal/editing/card-menu.tsx";
import { SectionFrame } from "../../portal/home/section.tsx";

/** Certifications and compliance as badges, each leading to its item. */
export function CertificationsSection({
  page,
  hidden,
  narrow = false,
}: {
  page: ProductPage;
  hidden: boolean;
  narrow?: boolean;
}) {
  const { viewer } = useFrame();
  const card = page.ownCards.Certifications;
  if (card === undefined) return null;
  const tiles = page.certifications;
  if (
    tiles.every((tile) => tile.state === "NotEnabled") &&
    viewer.mode !== "main" &&
    card.placeholder === null
  )
    return null;
  return (
    <SectionFrame
      id="certifications"
      title={card.title}
      lead={card.displayText}
      hidden={hidden || card.hidden}
      aside={<CardMenu card={card} />}
    >
      {tiles.length === 0 ? (
        card.placeholder === null ? (
          <EmptyState
            icon="badge"
            title="You haven't selected any certifications or compliance items"
            actions={<AddItems card={card} />}
          />
        ) : (
          <>
            <p className="mb-3 text-muted">{card.placeholder}</p>
            <AddItems card={card} />
          </>
        )
      ) : (
        <ul
          className={classNames(
            "grid grid-cols-2 gap-3 sm:grid-cols-3",
            narrow ? "lg:grid-cols-3" : "md:grid-cols-4 lg:grid-cols-5",
          )}
        >
          {tiles.map((tile) => (
            <li key={tile.uid}>
              <Tile tile={tile} />
            </li>
          ))}
        </ul>
      )}
    </SectionFrame>
  );
}

function Tile({ tile }: { tile: CertificationTile }) {
  const asset = useAssetHref();
  const badge =
    (tile.badgeId === null ? undefined : BADGES[tile.badgeId]) ?? customBadge(tile.title);
  return (
    <ItemLink
      item={tile}
      source="certifications"
      className="flex h-full flex-col items-center gap-3 rounded-lg border border-line bg-surface px-3 py-5 text-center text-sm no-underline hover:border-edge"
    >
      <CertificationBadge
        badge={badge}
        auditor={auditorKey(tile.auditor)}
        picture={tile.badgePicture === null ? null : asset(tile.badgePicture)}
        size={72}
        state={tile.state}
      />{" "}
      <span className="flex items-start justify-center gap-1.5 font-medium">
        <span className="mt-px">
          <StateIcon state={tile.state} size={16} />
        </span>
        <span className="min-w-0">{tile.title}</span>{" "}
        <span className="mt-px empty:hidden">
          <LockedMark item={tile} />
        </span>
      </span>
      <span className="flex flex-wrap justify-center gap-1 empty:hidden">
        <ItemTags item={tile} />
      </span>
    </ItemLink>
  );
}
