import type { Route } from "./+types/entry";
import { companyOptions } from "../../../../db/company-choice.ts";
import { baseOf, EditConflict } from "../../../../db/changes/changing.ts";
import type { SubprocessorSnapshot } from "../../../../db/changes/subprocessors.ts";
import { NotFound } from "../../../../db/refusals.ts";
import { findSubprocessorRow, relistSubprocessor, unlistSubprocessor } from "../../../../db/subprocessor-edits.ts";
import { subprocessorEntrySchema } from "../../../domain/subprocessor-forms.ts";
import { SAVE_ERROR } from "../../../domain/item-forms.ts";
import { readSubmission } from "../../../middleware/form.ts";
import { Button } from "../../../ui/button.tsx";
import { conflictAnswer } from "../conflict.tsx";
import { EditDialog, editMeta } from "../edit-dialog.tsx";
import { editRequest } from "../edit-request.ts";
import { refuseSaying } from "../refuse-saying.ts";
import { CompanyLink } from "../company/company-link.tsx";
import { noSuchEntry } from "../lists/change-list.ts";
import { draftWords } from "../lists/draft-fields.tsx";
import { SUBPROCESSOR_FIELD_IDS, SubprocessorFields } from "./fields.tsx";

export const handle = { dialog: true };

export async function loader(args: Route.LoaderArgs) {
  const { page, scope, org, product, staff, href } = await editRequest(args);
  const subjectId = args.params.entryId;
  const row = await findSubprocessorRow(scope.db, org.id, product.id, subjectId);
  if (row === null) throw noSuchEntry();
  const suggestions = (await companyOptions(scope.db, org.id, "", 200)).map(({ name }) => name);
  const base = await baseOf(scope.db, "subprocessor", { orgId: org.id, productId: product.id, subjectId });
  return { page: { ...page, closeHref: href("/edit/subprocessors") }, row, base, suggestions, drafts: staff.permissions.has("updates:publish"), companyHref: staff.permissions.has("assets:edit") ? href(`/edit/companies/${row.companyId}?list=subprocessors`) : null };
}

/** Saves the row, or takes it off the list; either can bring a draft update along. */
export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { org, product, by, now, staff } = edit;
  const subjectId = args.params.entryId;
  const before = await findSubprocessorRow(edit.scope.db, org.id, product.id, subjectId);
  if (before === null) throw noSuchEntry();
  const submitted = await readSubmission(args, subprocessorEntrySchema);
  if (!submitted.ok) return submitted.answer;
  const sent = submitted.value;
  const change = { orgId: org.id, productId: product.id, by, now, draft: staff.permissions.has("updates:publish") ? sent.draft : null };
  try {
    const { value, changeId } = await edit.change({ subject: "subprocessor", subjectId, base: sent.base }, (trx) =>
      sent.intent === "remove" ? unlistSubprocessor(trx, change, subjectId) : relistSubprocessor(trx, change, subjectId, sent.input),
    );
    return edit.done(`${before.company} ${sent.intent === "remove" ? "removed" : "saved"}.${draftWords(value.draftId)}`, changeId, edit.href("/edit/subprocessors"));
  } catch (error) {
    if (error instanceof NotFound) throw noSuchEntry();
    if (!(error instanceof EditConflict)) return refuseSaying(args.context, submitted, error, SAVE_ERROR);
    if (error.current === null) throw noSuchEntry();
    const theirs = error.current as SubprocessorSnapshot;
    const yours = sent.intent === "remove" ? null : sent.input;
    return conflictAnswer(submitted.refuse({ form: [error.message] }, { status: 409 }), error, org.timeZone, [
      { label: "Company", yours: yours?.company ?? null, theirs: theirs.company },
      { label: "Purpose", yours: yours?.purpose ?? null, theirs: theirs.purpose },
      { label: "Location", yours: yours?.location ?? null, theirs: theirs.location },
      { label: "Additional Details", yours: yours?.additionalDetails ?? null, theirs: theirs.additionalDetails },
    ]);
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Edit subprocessor");
}

export default function EditSubprocessor({ loaderData: { page, row, base, suggestions, drafts, companyHref }, actionData }: Route.ComponentProps) {
  const more = (
    <>
      <CompanyLink href={companyHref} />{" "}
      <Button look="danger" name="intent" value="remove" formNoValidate>
        Remove
      </Button>
    </>
  );
  return (
    <EditDialog page={page} title="Edit subprocessor" base={base} answer={actionData} fields={SUBPROCESSOR_FIELD_IDS} more={more}>
      <SubprocessorFields key={row.id} result={actionData?.result} row={row} suggestions={suggestions} drafts={drafts} />
    </EditDialog>
  );
}
