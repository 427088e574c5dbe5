import { data } from "react-router";
import type { Route } from "./+types/import";
import { listProducts } from "../../../db/products.ts";
import { importOutcome } from "../../../db/subscriber-imports.ts";
import { servicesContext } from "../../context.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { consentOf, importSchema } from "../../domain/subscriber-forms.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { formFailed, readSubmission } from "../../middleware/form.ts";
import { requireStaff } from "../../middleware/staff.ts";
import { bringAlong } from "./bring-along.ts";
import { ImportForm } from "./import-form.tsx";
import { ImportPreview, type PreviewRow } from "./import-preview.tsx";
import { readImportRows, UnreadableFile, type ImportRow } from "./import-rows.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import subscribers", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "updates:publish");
  return { failed: formFailed(context) };
}

/** First shows what would happen to each row; the second form carries the same text and does it. Nothing is kept in between. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(context, "updates:publish");
  const submitted = await readSubmission({ request, context }, importSchema);
  if (!submitted.ok) return data({ result: submitted.answer.data.result, preview: null }, submitted.answer.init ?? undefined);
  const { csv, step, agreement } = submitted.value;
  const consent = consentOf(submitted.value);
  const { read } = context.get(servicesContext).store;
  let rows: ImportRow[];
  try {
    rows = readImportRows(csv, await listProducts(read, staff.org.id));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const answer = submitted.refuse({ fields: { csv: [error.message] } });
    return data({ result: answer.data.result, preview: null }, answer.init ?? undefined);
  }
  if (step === "preview") {
    const shown: PreviewRow[] = [];
    for (const row of rows) shown.push({ line: row.line, text: row.text, outcome: "fault" in row ? { fault: row.fault } : await importOutcome(read, staff.org.id, row.address, consent !== null) });
    return { result: null, preview: { rows: shown, csv, agreement, consent: consent ?? "" } };
  }
  try {
    const brought = rows.filter((row): row is Extract<ImportRow, { address: unknown }> => "address" in row);
    const counts = await bringAlong(context, staff, brought, { consent, source: "import" });
    const done = counts.add + counts.confirm;
    const skipped = rows.length - done;
    const what = consent === null ? `${done === 1 ? "1 person was" : `${done} people were`} asked to confirm` : `${done === 1 ? "1 person is" : `${done} people are`} subscribed`;
    return redirectWithFlash(context, "/subscribers", `${what}${skipped === 0 ? "." : `; ${skipped === 1 ? "1 row was" : `${skipped} rows were`} left out.`}`);
  } catch (error) {
    const answer = submitted.refuseFor(error);
    return data({ result: answer.data.result, preview: null }, answer.init ?? undefined);
  }
}

export default function ImportSubscribers({ actionData }: Route.ComponentProps) {
  const preview = actionData?.preview ?? null;
  return (
    <>
      <h1 className="mb-2 text-2xl font-semibold tracking-tight">Import subscribers</h1>
      {preview === null ? <ImportForm result={actionData?.result ?? null} /> : <ImportPreview {...preview} />}
    </>
  );
}
