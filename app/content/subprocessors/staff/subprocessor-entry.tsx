import type { Route } from "./+types/subprocessor-entry";
import { companyOptions } from "#content/companies/store/company-choice.server.ts";
import { CompanyLink } from "#content/companies/staff/company-link.tsx";
import { EditDialog, editMeta, errorsOf, keptValue } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { Button } from "#web/ui/button.tsx";
import { subprocessorEditor } from "../editor.server.ts";
import type { SubmissionResult } from "@conform-to/react";
import type { SubprocessorRow } from "../store/subprocessor-edits.server.ts";
import { DETAILS_MAX, LOCATION_MAX, PURPOSE_MAX } from "../forms/subprocessors.ts";
import { TextArea } from "#web/ui/choice-field.tsx";
import { describedBy, FieldFrame, TextField } from "#web/ui/field.tsx";
import { CompanyPicker } from "#content/companies/staff/company-picker.tsx";
import { DRAFT_FIELD_IDS, DraftFields } from "#web/staff/editing/draft-fields.tsx";

interface SubprocessorFieldsProps {
  result: SubmissionResult | undefined;
  /** What is stored; null for a new one. */
  row: SubprocessorRow | null;
  suggestions: readonly string[];
  /** Whether this person writes updates. */
  drafts: boolean;
}

const SUBPROCESSOR_FIELD_IDS = {
  company: "company",
  purpose: "purpose",
  location: "location",
  additionalDetails: "additional-details",
  ...DRAFT_FIELD_IDS,
} as const;

/** The fields of 'Add subprocessor' and 'Edit subprocessor'. */
function SubprocessorFields({ result, row, suggestions, drafts }: SubprocessorFieldsProps) {
  const details = errorsOf(result, "additionalDetails");
  return (
    <>
      <CompanyPicker
        defaultName={keptValue(result, "company", row?.company ?? null)}
        defaultRef={keptValue(result, "companyRef", row === null ? null : `org:${row.companyId}`)}
        suggestions={suggestions}
        errors={errorsOf(result, "company")}
        allowsDuplicate={keptValue(result, "allowDuplicate", null) === "on"}
        autoFocus={row === null}
      />
      <TextField
        id="purpose"
        name="purpose"
        type="text"
        label="Purpose"
        maxLength={PURPOSE_MAX}
        defaultValue={keptValue(result, "purpose", row?.purpose ?? null)}
        errors={errorsOf(result, "purpose")}
      />
      <TextField
        id="location"
        name="location"
        type="text"
        label="Location"
        maxLength={LOCATION_MAX}
        defaultValue={keptValue(result, "location", row?.location ?? null)}
        errors={errorsOf(result, "location")}
      />
      <FieldFrame id="additional-details" label="Additional Details" errors={details}>
        <TextArea
          id="additional-details"
          name="additionalDetails"
          rows={3}
          maxLength={DETAILS_MAX}
          defaultValue={keptValue(result, "additionalDetails", row?.additionalDetails ?? null)}
          aria-invalid={details?.length ? true : undefined}
          aria-describedby={describedBy({ id: "additional-details", hint: null, errors: details })}
        />
      </FieldFrame>
      {drafts ? <DraftFields result={result} /> : null}
    </>
  );
}

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
