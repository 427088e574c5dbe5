import { data } from "react-router";
import type { Route } from "./+types/content-page";
import { stageFile } from "#web/table-import/store/staged-files.server.ts";
import { ContentError } from "../content-ids.ts";
import { readApart, TooMuchYaml } from "../read-apart.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { sizeInWords } from "#values/file-size.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import { ZipRefused } from "#platform/files/strict-zip.ts";
import { stageUpload } from "#platform/files/upload/stage-upload.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed } from "#web/forms/form.ts";
import { shownAction, type Refusal } from "#web/forms/shown.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { FieldFrame } from "#web/ui/field.tsx";
import { countImport } from "#web/table-import/staff/import-limit.ts";
import { MAX_CONTENT_ARCHIVE, withArchive } from "./archive.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Content", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "settings:edit");
  return { failed: formFailed(context), max: sizeInWords(MAX_CONTENT_ARCHIVE) };
}

/** Takes an archive; the next page shows what it would change. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const { store, blobs, limits, now } = context.get(servicesContext);
  const show = ({ said, status, headers: also }: Refusal) =>
    data({ message: said.join(" ") }, { status, ...(also === undefined ? {} : { headers: also }) });
  const take = async (refuse: (message: string) => ReturnType<typeof show>) => {
    await countImport(limits, org.id, request, MAX_CONTENT_ARCHIVE);
    const staged = await stageUpload(blobs, org.id, request, MAX_CONTENT_ARCHIVE);
    if (staged === null) return refuse("Choose a file");
    await mustBeReadable(blobs, org.id, staged.blob);
    const id = await store.write((trx) =>
      stageFile(trx, org.id, { purpose: "content", ...staged }, session.staff.name, now()),
    );
    return redirectWithFlash(
      context,
      `/settings/content/${id}`,
      "The file was uploaded. Review it before you import.",
    );
  };
  return shownAction(context, show, take, {
    answers: (error) =>
      error instanceof TooMuchYaml
        ? show({ said: [error.message], field: null, status: 413 })
        : undefined,
  });
}

/**
 * Reads what was sent once: what takes all the memory or time that it may is refused now, and not
 * read again whenever somebody opens the next page. Other faults are that page's to show.
 */
async function mustBeReadable(
  blobs: BlobStore,
  orgId: string,
  { hash, size }: { hash: string; size: number },
): Promise<void> {
  try {
    await withArchive(blobs, { orgId, blobHash: hash, size }, readApart);
  } catch (error) {
    if (error instanceof TooMuchYaml) throw error;
    if (!(error instanceof ZipRefused) && !(error instanceof ContentError)) throw error;
  }
}

export default function Content({ loaderData, actionData }: Route.ComponentProps) {
  const errors = actionData?.message === undefined ? undefined : [actionData.message];
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Content</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        Export all portal content as a ZIP of YAML and files, to back up, edit or move to another
        installation. It never includes people, accounts, signatures or the audit log.
      </p>
      <section
        aria-labelledby="export"
        className="mb-10 max-w-[44rem] rounded-lg border border-line bg-surface p-6"
      >
        <h2 id="export" className="text-lg font-semibold">
          Export
        </h2>
        <p className="mt-2 mb-4 text-muted">
          It includes restricted documents and internal entries, so store it securely.
        </p>
        <form method="post" noValidate action="/settings/content/export.zip" className="space-y-4">
          <OnceField />
          <Choice
            id="files"
            type="checkbox"
            name="files"
            value="yes"
            defaultChecked
            label="With documents"
            hint="Without them, the archive is small and can be imported where the same files already exist."
          />
          <Button>Export</Button>
        </form>
      </section>
      <section
        aria-labelledby="import"
        className="max-w-[44rem] rounded-lg border border-line bg-surface p-6"
      >
        <h2 id="import" className="text-lg font-semibold">
          Import
        </h2>
        <p className="mt-2 mb-4 text-muted">
          The next page shows what would change. Nothing changes until you confirm.
        </p>
        <form method="post" noValidate encType="multipart/form-data" className="space-y-4">
          <OnceField />
          <ErrorSummary fields={[{ id: "file", errors }]} />
          <FieldFrame
            id="file"
            label="Archive"
            hint={`A ZIP of at most ${loaderData.max}.`}
            errors={errors}
          >
            <input
              id="file"
              name="files"
              type="file"
              required
              accept=".zip,application/zip"
              aria-invalid={errors === undefined ? undefined : true}
              aria-describedby={errors === undefined ? "file-hint" : "file-hint file-error"}
              className="block min-h-10 w-full text-sm file:me-3 file:min-h-10 file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-sm file:font-medium file:text-ink"
            />
          </FieldFrame>
          <Button>Next</Button>
        </form>
      </section>
    </>
  );
}
