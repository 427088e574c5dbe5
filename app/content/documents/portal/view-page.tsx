import { fileTypeInWords } from "#values/file-types.ts";
import { ENCRYPTED_NOTICE, viewOnlyMessage } from "#model/visibility/file-rights.ts";
import { readerNotes } from "#model/documents/file-notes.ts";
import { formatDate } from "#values/dates.ts";
import { formatSize } from "#values/file-size.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { useDialogOpen, useFrame, useItemHref } from "#web/portal/links.ts";
import { viewerAddress } from "../rules/page-viewer.ts";
import type { Shown } from "./document-shown.ts";
import { ShownFile } from "./shown-file.tsx";
import { Versions } from "./versions.tsx";
import { useVersionHref } from "./viewer-toolbar.tsx";
import type { ViewData } from "./document-shown.ts";

/**
 * The page of a document: a way back to its item, its name and facts, Download where allowed, and
 * itself.
 */
export function ViewPage({ view }: { view: ViewData }) {
  const { file, item } = view;
  const inert = useDialogOpen();
  const itemHref = useItemHref();
  const { org, portalTitle } = useFrame();
  return (
    <main id="content" inert={inert} tabIndex={-1} className="outline-none">
      <div className="mx-auto max-w-6xl px-4 pb-16 pt-6 sm:px-6">
        <a
          href={itemHref(item.slug)}
          className="inline-flex min-h-8 items-center gap-1 text-sm font-medium text-accent no-underline hover:underline"
        >
          <Icon name="arrowLeft" size={16} />
          {item.title}
        </a>
        <div className="mb-5 mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="text-xl font-semibold tracking-tight [overflow-wrap:anywhere] sm:text-2xl">
              {file.name}
            </h1>
            <p className="mt-2 flex flex-wrap items-center gap-1.5 text-sm text-muted">
              {file.fileType === null ? null : (
                <Tag tone="accent">{fileTypeInWords(file.fileType)}</Tag>
              )}
              {file.type === "Other" ? null : <Tag>{file.type}</Tag>}
              {file.viewOnly ? <Tag>View only</Tag> : null}
              {file.expired ? <Tag tone="orange">Expired</Tag> : null}
              <span>
                {formatSize(file.size)}
                {file.expiresOn === null || file.expired
                  ? null
                  : ` · Valid until ${formatDate(file.expiresOn, org.timeZone)}`}
              </span>
              {view.versions.length === 0 ? null : (
                <a href="#versions" className="inline-flex min-h-6 items-center text-accent">
                  {view.versions.length} versions
                </a>
              )}
            </p>
          </div>
          <Actions view={view} />
        </div>
        <Notices view={view} portalTitle={portalTitle} />
        <ShownFile view={view} />
        <Versions view={view} />
      </div>
    </main>
  );
}

function Actions({ view: { file, item, shown, ticket } }: { view: ViewData }) {
  const href = useVersionHref(file);
  const link = { fileId: file.id, itemUid: item.uid, source: "view_modal" as const };
  const opens = shown.as === "frame" || shown.as === "picture";
  const other = otherViewer(file, shown);
  return (
    <p className="flex flex-wrap gap-3">
      {other === null ? null : (
        <a
          href={href({ ...link, access: "view" }, "", viewerAddress(other.query))}
          className={buttonClass("secondary")}
        >
          {other.label}
        </a>
      )}{" "}
      {opens ? (
        <a
          href={href({ ...link, access: "view" }, "/content", { ticket })}
          className={buttonClass("secondary")}
        >
          Open the file
        </a>
      ) : null}{" "}
      {file.mayDownload ? (
        <a href={href({ ...link, access: "download" })} className={buttonClass("primary")}>
          Download
        </a>
      ) : null}
    </p>
  );
}

/** The other way to look at a PDF, where there is one, at the same page. */
function otherViewer({ mayDownload, viewOnly, encrypted }: ViewData["file"], shown: Shown) {
  if (!mayDownload) return null;
  if (shown.as === "pages" && !viewOnly)
    return { label: "Browser viewer", query: { page: shown.first, isBrowsers: true } };
  // What a password locks is shown by the browser's own viewer alone.
  if (shown.as === "frame" && !encrypted)
    return { label: "Page viewer", query: { page: shown.page } };
  return null;
}

function Notices({ view: { file, shown }, portalTitle }: { view: ViewData; portalTitle: string }) {
  const notices = [
    ...(shown.as === "pages" ? readerNotes(shown.notes, file.mayDownload) : []),
    ...(file.encrypted ? [`${ENCRYPTED_NOTICE}.`] : []),
    ...(file.viewOnly && !file.mayDownload ? [`${viewOnlyMessage(portalTitle)}.`] : []),
    ...(file.marked && file.mayDownload
      ? ["Your download will be watermarked with your name."]
      : []),
  ];
  if (notices.length === 0) return null;
  return (
    <ul className="mb-5 space-y-1 border-l-2 border-line pl-4 text-sm text-muted">
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  );
}
