import { fileTypeInWords } from "#values/file-types.ts";
import type { DocumentTile } from "#model/visibility/page.ts";
import { classNames } from "#web/ui/class-names.ts";
import { FirstPage } from "#web/ui/first-page.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { HiddenMark } from "#web/portal/home/section.tsx";
import { ItemLink } from "#web/portal/item-parts.tsx";
import { useFrame } from "#web/portal/links.ts";
import { factsInWords } from "#model/documents/facts.ts";
import { documentStatus } from "../rules/document-list.ts";

/**
 * An item with documents: what they are, as far as this viewer is told, and how to get at them.
 * @param firstPage the address of its first page's thumbnail, null where none is kept; on pages
 *   without thumbnails a sign stands there
 */
export function Tile({
  tile,
  featured = false,
  firstPage,
}: {
  tile: DocumentTile;
  featured?: boolean;
  firstPage?: string | null;
}) {
  const { viewer, org } = useFrame();
  const { facts, formats, count } = tile.told;
  const told = [
    ...factsInWords(facts, org.timeZone),
    ...formats.map(fileTypeInWords),
    ...(count > 1 ? [`${count} documents`] : []),
  ].join("\u00a0· ");
  // Staff in Main may open everything.
  const status = viewer.mode === "main" ? null : documentStatus(tile);
  return (
    <ItemLink
      item={tile}
      source="documents"
      className="flex h-full flex-wrap items-start gap-x-3 gap-y-1 rounded-lg border border-line bg-surface p-4 no-underline hover:border-edge"
    >
      <span className="flex grow basis-full items-center gap-3">
        {firstPage === undefined ? (
          <span
            className={classNames(
              "inline-flex flex-none items-center justify-center rounded-md",
              featured ? "size-12 bg-accent-soft text-accent" : "size-10 bg-sunken text-muted",
            )}
          >
            <Icon name="file" size={featured ? 24 : 20} />
          </span>
        ) : (
          <FirstPage src={firstPage} format={formats[0] ?? null} look="row" />
        )}
        <span className="min-w-0 grow">
          <span className="block text-xs font-medium uppercase tracking-wide text-muted">
            {tile.cardTitle}
          </span>{" "}
          <span className={classNames("block font-medium", !featured && "text-sm")}>
            {tile.title}
          </span>
        </span>
        {tile.hidden ? <HiddenMark /> : null}
        {tile.unlocked ? null : (
          <Icon name="lock" size={18} label="Locked" className="text-muted" />
        )}
      </span>{" "}
      {told === "" ? null : <span className="grow text-xs text-muted">{told}</span>}{" "}
      {status === null ? null : <span className="text-xs font-medium text-muted">{status}</span>}
    </ItemLink>
  );
}
