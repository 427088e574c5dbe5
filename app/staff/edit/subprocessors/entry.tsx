import type { Route } from "./+types/entry";
import { companyOptions } from "../../../../db/company-choice.ts";
import { baseOf, EditConflict } from "../../../../db/changes/changing.ts";
import { lastKnown } from "../../../../db/changes/last-known.ts";
import type {
  SubprocessorListSnapshot,
  SubprocessorSnapshot,
} from "../../../../db/changes/subprocessors.ts";
import {
  findSubprocessorRow,
  listSubprocessor,
  relistSubprocessor,
  unlistSubprocessor,
  type SubprocessorRow,
} from "../../../../db/subprocessor-edits.ts";
import { subprocessorEntrySchema } from "../../../domain/subprocessor-forms.ts";
import { SAVE_ERROR } from "../../../domain/item-forms.ts";
import { formAction, notFound } from "../../../forms/form.ts";
import { Button } from "../../../ui/button.tsx";
import { conflictAnswer, removedWords, UNSEEN } from "../conflict.tsx";
import { EditDialog, editMeta } from "../edit-dialog.tsx";
import { editRequest, type EditRequest } from "../edit-request.ts";
import { CompanyLink } from "../company/company-link.tsx";
import { draftWords } from "../lists/draft-fields.tsx";
import { SUBPROCESSOR_FIELD_IDS, SubprocessorFields } from "./fields.tsx";

export const handle = { dialog: true };

/** @param sent it is for a form that somebody filled in: a row that was removed since is found all the same */
async function storedRow(
  { scope, org, product }: EditRequest,
  id: string,
  sent: boolean,
): Promise<{ row: SubprocessorRow; removed: boolean }> {
  const there = await findSubprocessorRow(scope.db, org.id, product.id, id);
  const known = {
    subprocessor: (row: SubprocessorSnapshot) => row,
    subprocessors: ({ rows }: SubprocessorListSnapshot) =>
      rows.find((row) => row.id === id) ?? null,
  };
  const row =
    there ??
    (sent
      ? await lastKnown<SubprocessorRow>(
          scope.db,
          { orgId: org.id, productId: product.id },
          id,
          known,
        )
      : null);
  if (row === null) throw notFound();
  return { row, removed: there === null };
}

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { page, scope, org, product, staff, href } = edit;
  const subjectId = args.params.entryId;
  const { row } = await storedRow(edit, subjectId, page.failed);
  const suggestions = (await companyOptions(scope.db, org.id, "", 200)).map(({ name }) => name);
  const base = await baseOf(scope.db, "subprocessor", {
    orgId: org.id,
    productId: product.id,
    subjectId,
  });
  return {
    page: { ...page, closeHref: href("/edit/subprocessors") },
    row,
    base,
    suggestions,
    drafts: staff.permissions.has("updates:publish"),
    companyHref: staff.permissions.has("assets:edit")
      ? href(`/edit/companies/${row.companyId}?list=subprocessors`)
      : null,
  };
}

/** Saves the row, or takes it off the list; either can bring a draft update along. */
export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { org, product, by, now, staff } = edit;
  const subjectId = args.params.entryId;
  const { row: before, removed } = await storedRow(edit, subjectId, true);
  return formAction(
    args,
    subprocessorEntrySchema,
    async (submitted) => {
      const sent = submitted.value;
      // Twice removed is once removed; no second draft tells of it.
      if (removed && sent.intent === "remove")
        return edit.done(
          `${before.company} was removed already. Nothing was changed.`,
          null,
          edit.href("/edit/subprocessors"),
        );
      const change = {
        orgId: org.id,
        productId: product.id,
        by,
        now,
        draft: staff.permissions.has("updates:publish") ? sent.draft : null,
      };
      const { value, changeId } = await edit.change(
        { subject: "subprocessor", subjectId, base: sent.base || (removed ? UNSEEN : undefined) },
        (trx): Promise<{ draftId: string | null }> => {
          if (sent.intent === "remove") return unlistSubprocessor(trx, change, subjectId);
          return removed
            ? listSubprocessor(trx, change, { ...sent.input, id: subjectId })
            : relistSubprocessor(trx, change, subjectId, sent.input);
        },
      );
      return edit.done(
        `${before.company} ${sent.intent === "remove" ? "removed" : removed ? "added" : "saved"}.${draftWords(value.draftId)}`,
        changeId,
        edit.href("/edit/subprocessors"),
      );
    },
    {
      failed: SAVE_ERROR,
      answers: (error, submitted) => {
        if (!(error instanceof EditConflict)) return undefined;
        const sent = submitted.value;
        const theirs = error.current as SubprocessorSnapshot | null;
        const yours = sent.intent === "remove" ? null : sent.input;
        return conflictAnswer(
          submitted.refuse({ form: [error.message] }, { status: 409 }),
          error,
          org.timeZone,
          [
            {
              label: "Company",
              yours: yours?.company ?? null,
              theirs: theirs === null ? "(removed)" : theirs.company,
            },
            { label: "Purpose", yours: yours?.purpose ?? null, theirs: theirs?.purpose ?? null },
            { label: "Location", yours: yours?.location ?? null, theirs: theirs?.location ?? null },
            {
              label: "Additional Details",
              yours: yours?.additionalDetails ?? null,
              theirs: theirs?.additionalDetails ?? null,
            },
          ],
          theirs === null ? removedWords(edit.href("/edit/subprocessors")) : undefined,
        );
      },
    },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Edit subprocessor");
}

export default function EditSubprocessor({
  loaderData: { page, row, base, suggestions, drafts, companyHref },
  actionData,
}: Route.ComponentProps) {
  const more = (
    <>
      <CompanyLink href={companyHref} />{" "}
      <Button look="danger" name="intent" value="remove" formNoValidate>
        Remove
      </Button>
    </>
  );
  return (
    <EditDialog
      page={page}
      title="Edit subprocessor"
      base={base}
      answer={actionData}
      fields={SUBPROCESSOR_FIELD_IDS}
      more={more}
    >
      <SubprocessorFields
        key={row.id}
        result={actionData?.result}
        row={row}
        suggestions={suggestions}
        drafts={drafts}
      />
    </EditDialog>
  );
}
