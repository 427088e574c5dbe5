import type { Route } from "./+types/entry";
import { companyOptions } from "#content/companies/store/company-choice.server.ts";
import { FormDialog } from "#web/staff/editing/form-dialog.tsx";
import { textField } from "#web/forms/fields.ts";
import { CompanyLink } from "#content/companies/staff/company-link.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { CompanyPicker } from "#content/companies/staff/company-picker.tsx";
import { TextField } from "#web/ui/field.tsx";
import { trustedByEditor } from "../editor.server.ts";

export const handle = { dialog: true };

const NAMES = ["company", "href"] as const;

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const shown = await trustedByEditor.rowPage(edit, args.params.entryId ?? null);
  const suggestions = await companyOptions(edit.scope.db, edit.org.id, "", 200);
  return {
    ...shown,
    suggestions: suggestions.map(({ name }) => name),
    companyHref:
      shown.stored !== null && edit.staff.permissions.has("assets:edit")
        ? edit.href(`/edit/companies/${shown.stored.companyId}`)
        : null,
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const open = await trustedByEditor.openRow(edit, args.params.entryId ?? null, true);
  return trustedByEditor.saveRow(args, edit, open);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, titleOf(loaderData?.stored ?? null));
}

const titleOf = (stored: object | null) => (stored === null ? "Add company" : "Edit company");

/** A customer that may be named, and where its story is told. */
export default function TrustedCompany({ loaderData, actionData }: Route.ComponentProps) {
  const { stored, suggestions, companyHref } = loaderData;
  return (
    <FormDialog
      key={stored?.id ?? "new"}
      data={loaderData}
      answer={actionData}
      title={titleOf(stored)}
      names={NAMES}
      stored={{
        company: stored?.company ?? null,
        companyRef: stored === null ? null : `org:${stored.companyId}`,
        allowDuplicate: null,
        href: stored?.href ?? null,
      }}
      more={<CompanyLink href={companyHref} />}
    >
      {({ company, companyRef, allowDuplicate, href }) => (
        <>
          <CompanyPicker
            id={company.id}
            defaultName={company.initialValue ?? ""}
            defaultRef={companyRef.initialValue ?? ""}
            suggestions={suggestions}
            errors={company.errors}
            allowsDuplicate={allowDuplicate.initialValue === "on"}
            autoFocus={stored === null}
          />
          <TextField
            {...textField(href)}
            inputMode="url"
            label="Link"
            hint="Where visitors can read more, such as a customer story. Leave empty for none."
            maxLength={500}
            autoCapitalize="off"
            spellCheck={false}
          />
        </>
      )}
    </FormDialog>
  );
}
