import { data } from "react-router";
import type { Route } from "./+types/import";
import { baseOf, EditConflict } from "../../../../db/changes/changing.ts";
import { importSubprocessors, listSubprocessors } from "../../../../db/subprocessor-edits.ts";
import { countChanges, subprocessorChanges } from "../../../domain/subprocessor-changes.ts";
import { subprocessorImportSchema } from "../../../domain/subprocessor-forms.ts";
import { markFormFailed, readSubmission } from "../../../middleware/form.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { editMeta } from "../edit-dialog.tsx";
import { editRequest } from "../edit-request.ts";
import { draftWords } from "../lists/draft-fields.tsx";
import { readCsv } from "./csv-rows.ts";
import { ImportForm } from "./import-form.tsx";
import { ImportPreview, type Preview } from "./import-preview.tsx";

export const handle = { dialog: true };

const TITLE = "Import subprocessors";

export async function loader(args: Route.LoaderArgs) {
  const { page, staff, href } = await editRequest(args);
  return { page: { ...page, closeHref: href("/edit/subprocessors") }, here: href("/edit/subprocessors/import"), drafts: staff.permissions.has("updates:publish") };
}

/**
 * First shows what the file would change; the second form carries the same text and does it. Nothing is kept in
 * between, and when the list changed meanwhile what would happen is shown anew.
 */
export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { org, product, by, now, staff } = edit;
  const submitted = await readSubmission(args, subprocessorImportSchema);
  if (!submitted.ok) return shown(submitted.answer, null);
  const { csv, step, removeAbsent, stamp, draft } = submitted.value;
  const read = readCsv(csv);
  if ("faults" in read) return shown(submitted.refuse({ fields: { csv: read.faults } }), null);
  // The stamp first: a change between the two then shows as one.
  const base = await baseOf(edit.scope.db, "subprocessors", { orgId: org.id, productId: product.id, subjectId: "" });
  const changes = subprocessorChanges(await listSubprocessors(edit.scope.db, org.id, product.id), read.rows, removeAbsent);
  const preview: Preview = { changes, counts: countChanges(changes), stamp: base, csv, removeAbsent, draft, note: null };
  if (step === "preview") return { result: undefined, preview };
  const wanted = staff.permissions.has("updates:publish") ? draft : null;
  try {
    const { value, changeId } = await edit.change({ subject: "subprocessors", subjectId: "", base: stamp ?? "unseen" }, (trx) => importSubprocessors(trx, { orgId: org.id, productId: product.id, by, now, draft: wanted }, changes));
    const { added, changed, removed } = preview.counts;
    return edit.done(`${added} added, ${changed} changed, ${removed} removed.${draftWords(value.draftId)}`, changeId, edit.href("/edit/subprocessors"));
  } catch (error) {
    if (!(error instanceof EditConflict)) return shown(submitted.refuseFor(error), null);
    markFormFailed(args.context);
    return data({ result: undefined, preview: { ...preview, note: "The list changed since this was shown. Nothing was imported: below is what would happen now." } }, { status: 409 });
  }
}

type Refusal = Extract<Awaited<ReturnType<typeof readSubmission>>, { ok: false }>["answer"];

function shown(answer: Refusal, preview: Preview | null) {
  return data({ result: answer.data.result, preview }, answer.init ?? undefined);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, TITLE);
}

export default function ImportSubprocessors({ loaderData: { page, here, drafts }, actionData }: Route.ComponentProps) {
  const preview = actionData?.preview ?? null;
  return (
    <Dialog variant="drawer" closeHref={page.closeHref} title={TITLE}>
      {preview === null ? <ImportForm result={actionData?.result} drafts={drafts} cancelHref={page.closeHref} /> : <ImportPreview preview={preview} backHref={here} />}
    </Dialog>
  );
}
