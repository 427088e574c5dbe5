import { ENCRYPTED_NOTICE, viewOnlyMessage } from "../../../visibility/rules/file-rights.ts";
import type { DocumentRow, ItemView } from "../../../visibility/rules/page.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { AccessLink } from "../../../portal/item-parts.tsx";
import { useFileHref, useFrame } from "../../../portal/links.ts";
import { NdaTag } from "../../nda/portal/nda-tag.tsx";

/** The documents of an item with their lock state. Locked ones show that they are there, not what they are called. */
export function DocumentRows({ item }: { item: ItemView }) {
  const open = item.documents.filter((row) => row.lock !== "locked");
  const locked = item.documents.length - open.length;
  if (item.documents.length === 0) return null;
  return (
    <ul className="mt-3 space-y-2" aria-label={`Documents of ${item.title}`}>
      {open.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-2 text-sm"
        >
          <Icon name="file" size={18} className="text-muted" />
          <span
            className="min-w-0 flex-1 basis-48 font-medium [overflow-wrap:anywhere]"
            title={row.name !== null && row.name.length > 60 ? row.name : undefined}
          >
            {row.name}
          </span>{" "}
          <RowTags row={row} />
          <RowActions item={item} row={row} />
        </li>
      ))}
      {locked > 0 ? <LockedRow item={item} count={locked} /> : null}
    </ul>
  );
}

function RowTags({ row }: { row: DocumentRow }) {
  const { portalTitle } = useFrame();
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {row.type === null || row.type === "Other" ? null : <Tag>{row.type}</Tag>}
      {row.fileType === null ? null : <Tag tone="accent">{row.fileType}</Tag>}
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
      {row.lock === "nda" ? <NdaTag /> : null}
    </span>
  );
}

/** View and Download, each only where it leads to the file. Plain links: what they lead to is no page of the framework. */
function RowActions({ item, row }: { item: ItemView; row: DocumentRow }) {
  const href = useFileHref();
  if (row.id === null || (!row.mayView && !row.mayDownload)) return null;
  const link = { fileId: row.id, itemUid: item.uid, source: "file_row" as const };
  return (
    <span className="-my-1 flex flex-wrap items-center gap-1">
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

function LockedRow({ item, count }: { item: ItemView; count: number }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      <Icon name="lock" size={18} label="Locked" className="text-muted" />
      <span className="min-w-0 flex-1 text-muted">
        {count === 1 ? "1 locked document" : `${count} locked documents`}
      </span>{" "}
      <AccessLink item={item} source="document" look="secondary" />
    </li>
  );
}
