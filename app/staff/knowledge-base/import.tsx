import { data } from "react-router";
import * as z from "zod";
import type { Route } from "./+types/import";
import { stageFile } from "../../../db/staged-files.ts";
import { StorageUnavailable } from "../../../db/store.ts";
import { servicesContext } from "../../context.ts";
import type { RouteHandle } from "../../domain/page-query.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { UnreadableTable } from "../../files/tables/csv-table.ts";
import { Busy } from "../../jobs/semaphore.ts";
import { isMultipart, UploadUnreadable } from "../../files/upload/multipart.ts";
import { stageUpload } from "../../files/upload/stage-upload.ts";
import { UploadFault } from "../../files/upload/upload-fault.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { formFailed, markFormFailed, readSubmission } from "../../forms/form.ts";
import { TooManyRequests } from "../../middleware/rate-limit.ts";
import { requireStaff } from "../../middleware/staff.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextArea } from "../../ui/choice-field.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { describedBy, FieldFrame } from "../../ui/field.tsx";
import { countImport } from "../import-limit.ts";
import { MAX_TABLE_BYTES, MAX_TABLE_ROWS, tableOf } from "./staged-table.ts";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import entries", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "kb:edit");
  return { failed: formFailed(context), maxRows: MAX_TABLE_ROWS.toLocaleString("en") };
}

const pasteSchema = z.object({
  csv: z
    .string({ error: "Paste the rows of your file" })
    .trim()
    .min(1, "Paste the rows of your file"),
});

/** Takes a file, or pasted rows; the next page asks which column is what. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "kb:edit");
  const { store, blobs, limits, now } = context.get(servicesContext);
  const refuse = (field: "file" | "csv", message: string, status: number, csv = "") => {
    markFormFailed(context);
    return data(
      { errors: { [field]: [message] } as { file?: string[]; csv?: string[] }, csv },
      { status },
    );
  };
  let field: "file" | "csv" = "file";
  try {
    await countImport(limits, org.id, request, MAX_TABLE_BYTES);
    let upload;
    if (isMultipart(request)) {
      upload = await stageUpload(blobs, org.id, request, MAX_TABLE_BYTES);
      if (upload === null) return refuse("file", "Choose a file", 400);
    } else {
      field = "csv";
      const submitted = await readSubmission({ request, context }, pasteSchema);
      if (!submitted.ok)
        return refuse(
          "csv",
          "Paste the rows of your file, at most 100 KB",
          submitted.answer.init?.status ?? 400,
        );
      upload = {
        fileName: "Pasted rows",
        blob: await blobs.put(org.id, Buffer.from(submitted.value.csv, "utf8"), {
          maxBytes: MAX_TABLE_BYTES,
        }),
      };
    }
    const table = await tableOf(blobs, org.id, upload);
    const id = await store.write((trx) =>
      stageFile(
        trx,
        org.id,
        { purpose: "faq", fileName: upload.fileName, blob: table },
        session.staff.name,
        now(),
      ),
    );
    return redirectWithFlash(
      context,
      `/knowledge-base/import/${id}`,
      "The file is here. Nothing has changed yet.",
    );
  } catch (error) {
    if (error instanceof TooManyRequests) return refuse(field, error.message, error.status);
    if (error instanceof UnreadableTable) return refuse(field, error.message, 400);
    if (error instanceof Busy) return refuse(field, error.message, 503);
    if (
      error instanceof UploadFault ||
      error instanceof UploadUnreadable ||
      error instanceof StorageUnavailable
    )
      return refuse(field, error.message, error.status);
    throw error;
  }
}

export default function ImportEntries({ loaderData, actionData }: Route.ComponentProps) {
  const { file, csv } = actionData?.errors ?? {};
  const hint = `CSV or XLSX with a row of names on top, at most ${loaderData.maxRows} rows and 5 MB. Of a workbook the first sheet is read.`;
  return (
    <>
      <h1 className="mb-2 text-2xl font-semibold tracking-tight">Import entries</h1>
      <p className="mb-8 max-w-[44rem] text-muted">
        You say on the next page which column is the question, the answer and the comment, and see
        what would change before anything does.
      </p>
      <div className="mb-6 max-w-[44rem] empty:hidden">
        <ErrorSummary
          fields={[
            { id: "file", errors: file },
            { id: "csv", errors: csv },
          ]}
        />
      </div>
      <form
        method="post"
        noValidate
        encType="multipart/form-data"
        className="mb-10 max-w-[44rem] space-y-4"
      >
        <FieldFrame id="file" label="File" hint={hint} errors={file}>
          <input
            id="file"
            name="files"
            type="file"
            required
            accept=".csv,.xlsx,text/csv"
            aria-invalid={file === undefined ? undefined : true}
            aria-describedby={describedBy({ id: "file", hint, errors: file })}
            className="block min-h-10 w-full text-sm file:me-3 file:min-h-10 file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-sm file:font-medium file:text-ink"
          />
        </FieldFrame>
        <Button>Next</Button>
      </form>
      <form method="post" noValidate className="max-w-[44rem] space-y-4">
        <FieldFrame
          id="csv"
          label="Or paste rows"
          hint="CSV with a row of names on top."
          errors={csv}
        >
          <TextArea
            id="csv"
            name="csv"
            rows={8}
            required
            spellCheck={false}
            className="font-mono text-sm"
            aria-invalid={csv === undefined ? undefined : true}
            aria-describedby={describedBy({ id: "csv", hint: "x", errors: csv })}
          />
        </FieldFrame>
        <div className="flex flex-wrap gap-3">
          <Button look="secondary">Next with these rows</Button>{" "}
          <ButtonLink to="/knowledge-base" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
