import type { SubmissionResult } from "@conform-to/react";
import type { SubprocessorRow } from "../store/subprocessor-edits.server.ts";
import { DETAILS_MAX, LOCATION_MAX, PURPOSE_MAX } from "../forms.ts";
import { TextArea } from "../../../ui/choice-field.tsx";
import { describedBy, FieldFrame, TextField } from "../../../ui/field.tsx";
import { errorsOf, keptValue } from "../../../staff/editing/edit-dialog.tsx";
import { CompanyPicker } from "../../companies/staff/company-picker.tsx";
import { DRAFT_FIELD_IDS, DraftFields } from "../../../staff/editing/draft-fields.tsx";

interface SubprocessorFieldsProps {
  result: SubmissionResult | undefined;
  /** What is stored; null for a new one. */
  row: SubprocessorRow | null;
  suggestions: readonly string[];
  /** Whether this person writes updates. */
  drafts: boolean;
}

export const SUBPROCESSOR_FIELD_IDS = {
  company: "company",
  purpose: "purpose",
  location: "location",
  additionalDetails: "additional-details",
  ...DRAFT_FIELD_IDS,
} as const;

/** The fields of 'Add subprocessor' and 'Edit subprocessor'. */
export function SubprocessorFields({ result, row, suggestions, drafts }: SubprocessorFieldsProps) {
  const details = errorsOf(result, "additionalDetails");
  return (
    <>
      <CompanyPicker
        defaultName={keptValue(result, "company", row?.company ?? null)}
        defaultRef={keptValue(result, "companyRef", row === null ? null : `org:${row.companyId}`)}
        suggestions={suggestions}
        errors={errorsOf(result, "company")}
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
