import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice-field.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { ImportFields, importFaults } from "../../table-import/staff/import-fields.tsx";
import { errorsOf, keptValue } from "../../../staff/editing/edit-dialog.tsx";
import { DRAFT_FIELD_IDS, DraftFields } from "../../../staff/editing/draft-fields.tsx";

const COLUMNS =
  "CSV with a header row: Company, and if you like Purpose, Location and Additional Details, as the export writes it.";

/** A file, or its rows pasted: one form, which works without scripts. */
export function ImportForm({
  result,
  drafts,
  cancelHref,
}: {
  result: SubmissionResult | undefined;
  drafts: boolean;
  cancelHref: string;
}) {
  const errors = { files: errorsOf(result, "files"), csv: errorsOf(result, "csv") };
  const faults = importFaults(errors);
  return (
    <form method="post" encType="multipart/form-data" className="space-y-6" noValidate>
      <p className="text-muted">
        The next page shows what would change; nothing is changed before you say so there.
      </p>
      <ErrorSummary
        errors={[...(result?.error?.[""] ?? []), ...faults.errors]}
        fields={[
          ...faults.fields,
          ...Object.entries(DRAFT_FIELD_IDS).map(([name, id]) => ({
            id,
            errors: errorsOf(result, name),
          })),
        ]}
      />
      <input type="hidden" name="step" value="preview" />
      <ImportFields columns={COLUMNS} csv={keptValue(result, "csv", null)} errors={errors} />
      <Choice
        id="remove-absent"
        name="removeAbsent"
        value="on"
        defaultChecked={keptValue(result, "removeAbsent", null) === "on"}
        label="Remove subprocessors that the file does not name"
        hint="Otherwise they stay as they are."
      />
      {drafts ? <DraftFields result={result} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button>Next</Button>{" "}
        <Link to={cancelHref} preventScrollReset className={buttonClass("secondary")}>
          Cancel
        </Link>
      </div>
    </form>
  );
}
