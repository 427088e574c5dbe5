import { data, type RouterContextProvider } from "react-router";
import * as z from "zod";
import type { StagedFilesTable } from "#db/schema.ts";
import type { TableColumns } from "#model/table-import.ts";
import { stageFile } from "../store/staged-files.server.ts";
import { servicesContext } from "#platform/context.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { stageUpload } from "#platform/files/upload/stage-upload.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, markFormFailed, readSubmission } from "#web/forms/form.ts";
import { shownAction } from "#web/forms/shown.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { countImport } from "./import-limit.ts";
import { AS_IT_IS, readTable } from "./read-table.ts";
import { stagedBlob, stagedBytes } from "./staged-table.ts";

/** What one import takes. */
const MAX_TABLE_BYTES = 5 * 1024 * 1024;
export const MAX_TABLE_ROWS = 2_000;

/** The page that takes a file. */
export async function takeTableLoader({ context }: { context: Readonly<RouterContextProvider> }) {
  await requireStaff(context, "kb:edit");
  return { failed: formFailed(context), maxRows: MAX_TABLE_ROWS.toLocaleString("en") };
}

const pasteSchema = z.object({
  csv: z
    .string({ error: "Paste the rows of your file" })
    .trim()
    .min(1, "Paste the rows of your file"),
});

/**
 * Takes a file, or pasted rows; the next page asks which column is what. @param list.path
 * '/knowledge-base'
 */
export async function takeTableAction(
  list: { purpose: StagedFilesTable["purpose"]; path: string; table: TableColumns<string> },
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  const { org, session } = await requireStaff(context, "kb:edit");
  const { store, blobs, limits, now } = context.get(servicesContext);
  const refuse = (field: "file" | "csv", message: string, status: number) => {
    markFormFailed(context);
    return data(
      { errors: { [field]: [message] } as { file?: string[]; csv?: string[] }, csv },
      { status },
    );
  };
  let field: "file" | "csv" = "file";
  let csv = "";
  const take = async () => {
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
      csv = submitted.value.csv;
      upload = {
        fileName: "Pasted rows",
        blob: await blobs.put(org.id, Buffer.from(submitted.value.csv, "utf8"), {
          maxBytes: MAX_TABLE_BYTES,
        }),
      };
    }
    const table = await stagedBlob(blobs, org.id, upload.blob, MAX_TABLE_ROWS);
    const bytes = await stagedBytes(blobs, org.id, table.hash);
    await readTable(bytes, { table: list.table, maxRows: MAX_TABLE_ROWS }, AS_IT_IS);
    const id = await store.write((trx) =>
      stageFile(
        trx,
        org.id,
        { purpose: list.purpose, fileName: upload.fileName, blob: table },
        session.staff.name,
        now(),
      ),
    );
    return redirectWithFlash(
      context,
      `${list.path}/import/${id}`,
      "The file was uploaded. Review it before you import.",
    );
  };
  return shownAction(context, ({ said, status }) => refuse(field, said.join(" "), status), take, {
    answers: (error) =>
      error instanceof UnreadableTable ? refuse(field, error.message, 400) : undefined,
  });
}
