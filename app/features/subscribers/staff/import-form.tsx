import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { FormConstraint } from "../../../forms/form.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { ImportFields, importFaults } from "../../table-import/staff/import-fields.tsx";
import { ConsentFields, MAIL_CHOICE_ID } from "./consent-fields.tsx";

const COLUMNS =
  "CSV with a header row: email, and if you like categories, products (several parted by |) and frequency (each or weekly). Or addresses alone, one a line.";

/** A file or its rows pasted, and how these people agreed: one form, which works without scripts. */
export function ImportForm({
  constraint,
  result,
}: {
  constraint: FormConstraint;
  result: SubmissionResult | null;
}) {
  const [form, { files, csv, agreement, consent }] = useForm<
    Record<"files" | "csv" | "agreement" | "consent", string>
  >({ id: "import", lastResult: result, constraint });
  const errors = { files: files.errors, csv: csv.errors };
  const faults = importFaults(errors);
  return (
    <form
      method="post"
      encType="multipart/form-data"
      className="max-w-[44rem] space-y-6"
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <p className="text-muted">
        The next page shows what would happen; nothing is changed before you say so there.
      </p>
      <ErrorSummary
        errors={[...(form.errors ?? []), ...faults.errors]}
        fields={[...faults.fields, { id: MAIL_CHOICE_ID, errors: agreement.errors }, consent]}
      />
      <input type="hidden" name="step" value="preview" />
      <ImportFields columns={COLUMNS} csv={csv.initialValue} errors={errors} />
      <ConsentFields agreement={agreement} consent={consent} />
      <div className="flex flex-wrap gap-3">
        <Button>Next</Button>{" "}
        <ButtonLink to="/subscribers" look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
