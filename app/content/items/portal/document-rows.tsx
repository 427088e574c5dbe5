import { fileTypeInWords } from "#values/file-types.ts";
import { factsInWords } from "#model/documents/facts.ts";
import { ENCRYPTED_NOTICE, viewOnlyMessage } from "#model/visibility/file-rights.ts";
import type { DocumentRow, ItemView } from "#model/visibility/card-view.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { AccessLink } from "#web/portal/item-parts.tsx";
import { useFileHref, useFrame } from "#web/portal/links.ts";
import { NdaTag } from "#web/nda/portal/nda-tag.tsx";

/** A line never begins with the dot. */
const BETWEEN = "\u00a0· ";

/**
 * The documents of an item with their lock state. Locked ones show that they are there, not what
 * they are called.
 */
export function DocumentRows({ item }: { item: ItemView }) {
  const open = item.documents.filter((row) => row.lock !== "locked");
  const locked = item.documents.filter((row) => row.lock === "locked");
  if (item.documents.length === 0) return null;
  return (
    <ul className="mt-3 space-y-2" aria-label={`Documents of ${item.title}`}>
      {open.map((row) => (
        <li
          key={row.id}
          className="flex gap-3 rounded-md border border-line bg-surface px-3 py-2 text-sm"
        >
          <Icon name="file" size={18} className="mt-0.5 flex-none text-muted" />
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <span
              className="min-w-0 flex-1 basis-48 font-medium [overflow-wrap:anywhere]"
              title={row.name !== null && row.name.length > 60 ? row.name : undefined}
            >
              {row.name}
            </span>{" "}
            <RowTags row={row} />
            <span className="flex basis-full flex-wrap items-center gap-x-3">
              <KnownFacts row={row} />
              <RowActions item={item} row={row} />
            </span>
          </div>
        </li>
      ))}
      {locked.length > 0 ? <LockedRow item={item} rows={locked} /> : null}
    </ul>
  );
}

function RowTags({ row }: { row: DocumentRow }) {
  const { portalTitle } = useFrame();
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {row.type === null || row.type === "Other" ? null : <Tag>{row.type}</Tag>}
      {row.fileType === null ? null : <Tag tone="accent">{fileTypeInWords(row.fileType)}</Tag>}
      {row.viewOnly ? (
        <span title={viewOnlyMessage(portalTitle)}>
          <Tag>View only</Tag>
        </span>
      ) : null}
      {row.encrypted ? (
        <span title={ENCRYPTED_NOTICE}>
          <Tag>Encrypted</Tag>
        </span>
      ) : null}
      {row.expired ? <Tag tone="orange">Expired</Tag> : null}
      {row.lock === "nda" ? <NdaTag name={row.name} /> : null}
    </span>
  );
}

/**
 * View and Download, each only where it leads to the file. Plain links: what they lead to is no
 * page of the framework.
 */
function RowActions({ item, row }: { item: ItemView; row: DocumentRow }) {
  const href = useFileHref();
  if (row.id === null || (!row.mayView && !row.mayDownload)) return null;
  const link = { fileId: row.id, itemUid: item.uid, source: "file_row" as const };
  return (
    <span className="-me-2 -mb-1 ms-auto flex flex-wrap items-center gap-1">
      {row.mayView ? (
        <a
          href={href({ ...link, access: "view" })}
          aria-label={`View ${row.name}`}
          className={buttonClass("quiet", "small")}
        >
          View
        </a>
      ) : null}{" "}
      {row.mayDownload ? (
        <a
          href={href({ ...link, access: "download" })}
          aria-label={`Download ${row.name}`}
          className={buttonClass("quiet", "small")}
        >
          Download
        </a>
      ) : null}
    </span>
  );
}

/**
 * Who reports in an open document, on what time, and how long it is; type and year stand in its
 * tags and its name.
 */
function KnownFacts({ row: { facts } }: { row: DocumentRow }) {
  const { org } = useFrame();
  const words = factsInWords(facts && { ...facts, type: null, year: null }, org.timeZone);
  if (words.length === 0) return null;
  return <span className="min-w-0 flex-1 basis-48 text-muted">{words.join(BETWEEN)}</span>;
}

/** What staff released of locked documents, a line each; nothing where they released nothing. */
export function LockedFacts({ rows }: { rows: readonly DocumentRow[] }) {
  const { org } = useFrame();
  const lines = rows
    .map(({ facts }) => factsInWords(facts, org.timeZone).join(BETWEEN))
    .filter((line) => line !== "");
  if (lines.length === 0) return null;
  return (
    <ul className="basis-full space-y-0.5 text-sm text-muted" aria-label="Locked documents">
      {lines.map((line, place) => (
        // Two documents can have the same facts.
        <li key={`${place} ${line}`}>{line}</li>
      ))}
    </ul>
  );
}

function LockedRow({ item, rows }: { item: ItemView; rows: readonly DocumentRow[] }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      <Icon name="lock" size={18} label="Locked" className="text-muted" />
      <span className="min-w-0 flex-1 text-muted">
        {rows.length === 1 ? "1 locked document" : `${rows.length} locked documents`}
      </span>{" "}
      <AccessLink item={item} source="document" look="secondary" />
      <LockedFacts rows={rows} />
    </li>
  );
}
