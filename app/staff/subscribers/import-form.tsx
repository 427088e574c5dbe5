import type { SubmissionResult } from "@conform-to/react";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { ImportFields, importFaults } from "../import-fields.tsx";
import { ConsentFields } from "./consent-fields.tsx";

const COLUMNS =
  "CSV with a header row: email, and if you like categories, products (several parted by |) and frequency (each or weekly). Or addresses alone, one a line.";

/** A file or its rows pasted, and how these people agreed: one form, which works without scripts. */
export function ImportForm({ result }: { result: SubmissionResult | null }) {
  const { "": form, files, csv, agreement, consent } = result?.error ?? {};
  const values = result?.initialValue as Record<string, string> | undefined;
  const errors = { files: files ?? undefined, csv: csv ?? undefined };
  const faults = importFaults(errors);
  return (
    <form
      method="post"
      encType="multipart/form-data"
      className="max-w-[44rem] space-y-6"
      noValidate
    >
      <p className="text-muted">
        The next page shows what would happen; nothing is changed before you say so there.
      </p>
      <ErrorSummary
        errors={[...(form ?? []), ...faults.errors]}
        fields={[
          ...faults.fields,
          { id: "agreement-mail", errors: agreement ?? undefined },
          { id: "consent", errors: consent ?? undefined },
        ]}
      />
      <input type="hidden" name="step" value="preview" />
      <ImportFields columns={COLUMNS} csv={values?.csv} errors={errors} />
      <ConsentFields
        agreement={values?.agreement}
        consent={values?.consent}
        errors={{ agreement: agreement ?? undefined, consent: consent ?? undefined }}
      />
      <div className="flex flex-wrap gap-3">
        <Button>Next</Button>{" "}
        <ButtonLink to="/subscribers" look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
