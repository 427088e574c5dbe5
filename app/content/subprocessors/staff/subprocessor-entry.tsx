import type { Route } from "./+types/subprocessor-entry";
import { CompanyLink } from "#content/companies/staff/company-link.tsx";
import { CompanyPicker } from "#content/companies/staff/company-picker.tsx";
import { companyOptions } from "#content/companies/store/company-choice.server.ts";
import { DeclaredField } from "#content/edit-kit/entry-form.tsx";
import { formFields, typedOf } from "#content/edit-kit/rules/entry-fields.ts";
import { DRAFT_FIELD_IDS, DraftFields } from "#web/staff/editing/draft-fields.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { FormDialog } from "#web/staff/editing/form-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { subprocessorEditor } from "../editor.server.ts";
import { isRegister, RegisterDetails } from "./register-details.tsx";
import { SUBPROCESSOR_FIELDS, textsOf } from "../forms/subprocessors.ts";

export const handle = { dialog: true };

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { scope, org, staff, href } = edit;
  const shown = await subprocessorEditor.rowPage(edit, args.params.entryId ?? null);
  const suggestions = await companyOptions(scope.db, org.id, "", 200);
  return {
    ...shown,
    texts: formFields(SUBPROCESSOR_FIELDS),
    typed: typedOf(SUBPROCESSOR_FIELDS, textsOf(shown.stored ?? {})),
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

const servicesOf = (kept: unknown) =>
  typeof kept === "string" && kept !== "" ? kept.split("; ") : [];

const titleOf = (stored: object | null) =>
  stored === null ? "Add subprocessor" : "Edit subprocessor";

export default function Subprocessor({ loaderData, actionData }: Route.ComponentProps) {
  const { stored, texts, typed, suggestions, drafts, companyHref } = loaderData;
  return (
    <FormDialog<string>
      key={stored?.id ?? "new"}
      data={loaderData}
      answer={actionData}
      title={titleOf(stored)}
      names={["company", ...texts.map(({ name }) => name)]}
      ids={DRAFT_FIELD_IDS}
      stored={{
        company: stored?.company ?? null,
        companyRef: stored === null ? null : `org:${stored.companyId}`,
        allowDuplicate: null,
        ...(typed as Record<string, string>),
        // Boxes: one value for each that is ticked.
        services: servicesOf(typed.services) as unknown as string,
      }}
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
      {(fields) => (
        <>
          <CompanyPicker
            id={fields.company?.id ?? "company"}
            defaultName={fields.company?.initialValue ?? ""}
            defaultRef={fields.companyRef?.initialValue ?? ""}
            suggestions={suggestions}
            errors={fields.company?.errors}
            allowsDuplicate={fields.allowDuplicate?.initialValue === "on"}
            autoFocus={stored === null}
          />
          {texts
            .filter(({ name }) => !isRegister(name))
            .map((field) => {
              const own = fields[field.name];
              return own === undefined ? null : (
                <DeclaredField key={field.name} field={field} own={own} />
              );
            })}
          <RegisterDetails fields={texts.filter(({ name }) => isRegister(name))} all={fields} />
          {drafts ? <DraftFields result={actionData?.result} /> : null}
        </>
      )}
    </FormDialog>
  );
}
