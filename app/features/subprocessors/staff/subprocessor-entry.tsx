import type { Route } from "./+types/subprocessor-entry";
import { companyOptions } from "../../companies/store/company-choice.server.ts";
import { CompanyLink } from "../../companies/staff/company-link.tsx";
import { EditDialog, editMeta } from "../../../staff/editing/edit-dialog.tsx";
import { editRequest } from "../../../staff/editing/edit-request.ts";
import { Button } from "../../../ui/button.tsx";
import { subprocessorEditor } from "../editor.server.ts";
import { SUBPROCESSOR_FIELD_IDS, SubprocessorFields } from "./subprocessor-fields.tsx";

export const handle = { dialog: true };

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { scope, org, staff, href } = edit;
  const shown = await subprocessorEditor.rowPage(edit, args.params.entryId ?? null);
  const suggestions = await companyOptions(scope.db, org.id, "", 200);
  return {
    ...shown,
    suggestions: suggestions.map(({ name }) => name),
    drafts: staff.permissions.has("updates:publish"),
    companyHref:
      shown.stored !== null && staff.permissions.has("assets:edit")
        ? href(`/edit/companies/${shown.stored.companyId}?list=subprocessors`)
        : null,
  };
}

/** Saves the row, or takes it off the list; either can bring a draft update along. */
export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const open = await subprocessorEditor.openRow(edit, args.params.entryId ?? null, true);
  return subprocessorEditor.saveRow(args, edit, open);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, titleOf(loaderData?.stored ?? null));
}

const titleOf = (stored: object | null) =>
  stored === null ? "Add subprocessor" : "Edit subprocessor";

export default function Subprocessor({
  loaderData: { page, stored, base, suggestions, drafts, companyHref },
  actionData,
}: Route.ComponentProps) {
  return (
    <EditDialog
      page={page}
      title={titleOf(stored)}
      base={base ?? undefined}
      answer={actionData}
      fields={SUBPROCESSOR_FIELD_IDS}
      more={
        stored === null ? null : (
          <>
            <CompanyLink href={companyHref} />{" "}
            <Button look="danger" name="intent" value="remove" formNoValidate>
              Remove
            </Button>
          </>
        )
      }
    >
      <SubprocessorFields
        key={stored?.id ?? "new"}
        result={actionData?.result}
        row={stored}
        suggestions={suggestions}
        drafts={drafts}
      />
    </EditDialog>
  );
}
