import type { SubmissionResult } from "@conform-to/react";
import { libraryQuery, type LibrarySearch } from "#model/documents/library.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { FlashMessage } from "#web/ui/flash-message.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import type { ShownDocument } from "./library-row.ts";
import { LibrarySearchForm } from "./search-form.tsx";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { SettingsDialog, type LibrarySettings } from "./settings-dialog.tsx";
import { LibraryTable } from "./library-table.tsx";
import { TypesDialog } from "./types-dialog.tsx";
import { UploadDialog } from "./upload-dialog.tsx";
import { useUploaded } from "./uploader.ts";
import type { RefusedUpload } from "./document-upload.ts";

interface LibraryScreenProps {
  search: LibrarySearch;
  filtered: boolean;
  counts: { page: number; pages: number; total: number; all: number };
  may: { edit: boolean; download: boolean; settings: boolean; place: boolean };
  rows: readonly ShownDocument[];
  settings: LibrarySettings;
  constraint: FormConstraint;
  maxBytes: number;
  dialog: "upload" | "types" | "settings" | null;
  selected: readonly string[];
  closeHref: string;
  upload: RefusedUpload | null;
  form: { result: SubmissionResult } | null;
}

/** The library: what there is, what to find in it, and its dialogs in front. */
export function LibraryScreen({
  search,
  filtered,
  counts,
  may,
  rows,
  settings,
  constraint,
  maxBytes,
  dialog,
  selected,
  closeHref,
  upload,
  form,
}: LibraryScreenProps) {
  const said = useUploaded();
  return (
    <>
      {dialog === "upload" ? (
        <UploadDialog
          closeHref={closeHref}
          mayPlace={may.place}
          refused={upload}
          maxBytes={maxBytes}
          settings={settings}
        />
      ) : null}
      {dialog === "types" ? (
        <TypesDialog
          closeHref={closeHref}
          selected={selected}
          rows={rows}
          refused={form?.result ?? null}
        />
      ) : null}
      {dialog === "settings" ? (
        <SettingsDialog
          closeHref={closeHref}
          settings={settings}
          constraint={constraint}
          refused={form?.result ?? null}
        />
      ) : null}
      <div inert={dialog !== null}>
        <FlashMessage flash={said} className="mb-8" />
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 className="text-2xl font-semibold tracking-tight">Documents</h1>{" "}
            {counts.all === 0 ? null : (
              <p role="status" className="text-sm text-muted">
                {countWords(counts, filtered)}
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {may.settings ? (
              <ButtonLink
                to={`/documents${libraryQuery(search, { settings: "true" })}`}
                look="secondary"
                preventScrollReset
              >
                <Icon name="sliders" size={18} />
                Settings
              </ButtonLink>
            ) : null}{" "}
            {may.edit ? (
              <ButtonLink
                to={`/documents${libraryQuery(search, { uploadModal: "true" })}`}
                preventScrollReset
              >
                <Icon name="upload" size={18} />
                Upload
              </ButtonLink>
            ) : null}
          </div>
        </div>
        {counts.all === 0 ? (
          <EmptyState
            icon="files"
            title="No documents yet"
            subtitle={
              may.edit
                ? "Upload reports, certificates and policies here, then link them to the items of your portal."
                : "Documents that are uploaded appear here."
            }
            actions={
              may.edit ? (
                <ButtonLink to="/documents?uploadModal=true">Upload new document</ButtonLink>
              ) : null
            }
          />
        ) : (
          <>
            <LibrarySearchForm search={search} filtered={filtered} />
            {rows.length === 0 ? (
              <EmptyState
                icon="search"
                title="No results match this criteria"
                actions={
                  <ButtonLink to="/documents" look="secondary">
                    Show all documents
                  </ButtonLink>
                }
              />
            ) : (
              <LibraryTable rows={rows} search={search} may={may} />
            )}
            <Pager
              page={counts.page}
              pages={counts.pages}
              href={(page) => `/documents${libraryQuery({ ...search, page })}`}
              label="Pages of the library"
            />
            <p className="mt-4 text-sm text-muted">
              The files you share. Link a file to several items, and replace it once for all of
              them.
            </p>
          </>
        )}
      </div>
    </>
  );
}

function countWords({ total, all }: { total: number; all: number }, filtered: boolean): string {
  const documents = (n: number) => (n === 1 ? "1 document" : `${n} documents`);
  return filtered ? `${total} of ${documents(all)}` : documents(all);
}
