import type { CertificationTile, ProductPage } from "#model/visibility/page.ts";
import { formatMonth } from "#values/dates.ts";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { ItemBadge } from "#web/portal/item-badge.tsx";
import { ItemLink, ItemTags, LockedMark, StateIcon } from "#web/portal/item-parts.tsx";
import { useFrame } from "#web/portal/links.ts";
import { AddItems } from "#web/portal/editing/add-items.tsx";
import { CardMenu } from "#web/portal/editing/card-menu.tsx";
import { Timeline } from "./timeline.tsx";
import { Folded } from "#web/portal/home/folded.tsx";
import { SectionFrame } from "#web/portal/home/section.tsx";

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
  const shown = tiles.filter((tile) => tile.state !== "NotEnabled");
  const others = tiles.filter((tile) => tile.state === "NotEnabled");
  return (
    <SectionFrame
      id="certifications"
      title={card.title}
      lead={card.displayText}
      hidden={hidden || card.hidden}
      aside={<CardMenu card={card} />}
    >
      {shown.length === 0 ? (
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
        <Tiles tiles={shown} narrow={narrow} />
      )}
      {others.length === 0 ? null : (
        <Folded
          title={`${others.length} ${shown.length > 0 ? "more " : ""}${others.length === 1 ? "certification" : "certifications"}`}
        >
          <Tiles tiles={others} narrow={narrow} />
        </Folded>
      )}
      {page.today === null ? null : <Timeline tiles={tiles} today={page.today} />}
    </SectionFrame>
  );
}

function Tiles({ tiles, narrow }: { tiles: readonly CertificationTile[]; narrow: boolean }) {
  return (
    <ul
      className={classNames(
        "grid grid-cols-3 gap-2 sm:grid-cols-4 sm:gap-3",
        narrow ? "lg:grid-cols-4" : "md:grid-cols-6 lg:grid-cols-8",
      )}
    >
      {tiles.map((tile) => (
        <li key={tile.uid}>
          <Tile tile={tile} />
        </li>
      ))}
    </ul>
  );
}

/** Until when a certification counts. */
function Validity({ tile: { expiry, expired } }: { tile: CertificationTile }) {
  if (expiry === null) return null;
  return (
    <span className={classNames("text-xs", expired ? "font-medium text-orange" : "text-muted")}>
      <span className="block whitespace-nowrap">{expired ? "Expired" : "Valid until"}</span>{" "}
      <time dateTime={expiry} className="block whitespace-nowrap">
        {formatMonth(expiry)}
      </time>
    </span>
  );
}

function Tile({ tile }: { tile: CertificationTile }) {
  return (
    <ItemLink
      item={tile}
      source="certifications"
      className="flex h-full flex-col items-center gap-2 rounded-lg border border-line bg-surface px-1.5 py-3 text-center text-sm no-underline hover:border-edge sm:px-2 sm:py-4"
    >
      <ItemBadge item={tile} size={56} />{" "}
      <span className="flex items-start justify-center gap-1.5 font-medium">
        <span className="mt-px">
          <StateIcon state={tile.state} size={16} />
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]">{tile.title}</span>{" "}
        <span className="mt-px empty:hidden">
          <LockedMark item={tile} />
        </span>
      </span>
      <Validity tile={tile} />
      <span className="flex flex-wrap justify-center gap-1 empty:hidden">
        <ItemTags item={tile} />
      </span>
    </ItemLink>
  );
}
