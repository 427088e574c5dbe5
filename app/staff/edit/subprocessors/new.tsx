import type { Route } from "./+types/new";
import { companyOptions } from "../../../../db/company-choice.ts";
import { newId } from "../../../../db/ids.ts";
import { listSubprocessor } from "../../../../db/subprocessor-edits.ts";
import { subprocessorSchema } from "../../../domain/subprocessor-forms.ts";
import { SAVE_ERROR } from "../../../domain/item-forms.ts";
import { failing, formAction } from "../../../forms/form.ts";
import { EditDialog, editMeta } from "../edit-dialog.tsx";
import { editRequest } from "../edit-request.ts";
import { draftWords } from "../lists/draft-fields.tsx";
import { SUBPROCESSOR_FIELD_IDS, SubprocessorFields } from "./fields.tsx";

export const handle = { dialog: true };

export async function loader(args: Route.LoaderArgs) {
  const { page, scope, org, staff, href } = await editRequest(args);
  const suggestions = (await companyOptions(scope.db, org.id, "", 200)).map(({ name }) => name);
  return {
    page: { ...page, closeHref: href("/edit/subprocessors") },
    suggestions,
    drafts: staff.permissions.has("updates:publish"),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  return formAction(
    args,
    subprocessorSchema,
    async (submitted) => {
      const { draft, ...input } = submitted.value;
      const { org, product, by, now, staff } = edit;
      const id = newId();
      const wanted = staff.permissions.has("updates:publish") ? draft : null;
      const { value, changeId } = await edit.change(
        { subject: "subprocessor", subjectId: id },
        (trx) =>
          listSubprocessor(
            trx,
            { orgId: org.id, productId: product.id, by, now, draft: wanted },
            { ...input, id },
          ),
      );
      return edit.done(
        `${input.company} added.${draftWords(value.draftId)}`,
        changeId,
        edit.href("/edit/subprocessors"),
      );
    },
    failing(SAVE_ERROR),
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Add subprocessor");
}

export default function NewSubprocessor({
  loaderData: { page, suggestions, drafts },
  actionData,
}: Route.ComponentProps) {
  return (
    <EditDialog
      page={page}
      title="Add subprocessor"
      answer={actionData}
      fields={SUBPROCESSOR_FIELD_IDS}
    >
      <SubprocessorFields
        result={actionData?.result}
        row={null}
        suggestions={suggestions}
        drafts={drafts}
      />
    </EditDialog>
  );
}
