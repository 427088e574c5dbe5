import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from "../../../domain/subprocessor-forms.ts";
import { sizeInWords } from "../../../domain/sizes.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice-field.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { describedBy, FieldFrame, inputClass } from "../../../ui/field.tsx";
import { errorsOf, keptValue } from "../edit-dialog.tsx";
import { DRAFT_FIELD_IDS, DraftFields } from "../lists/draft-fields.tsx";

const HINT = `CSV with a header row: Company, and if you like Purpose, Location and Additional Details, as the export writes it. At most ${MAX_IMPORT_ROWS.toLocaleString("en")} rows and ${sizeInWords(MAX_IMPORT_BYTES)}.`;
const PASTE_HINT = "A file that is chosen counts in place of these.";

/** A file, or its rows pasted: one form, which works without scripts. */
export function ImportForm({ result, drafts, cancelHref }: { result: SubmissionResult | undefined; drafts: boolean; cancelHref: string }) {
  const [file, csv] = [errorsOf(result, "files"), errorsOf(result, "csv")];
  return (
    <form method="post" encType="multipart/form-data" className="space-y-6" noValidate={result !== undefined}>
      <p className="text-muted">The next page shows what would change; nothing is changed before you say so there.</p>
      <ErrorSummary
        errors={[...(result?.error?.[""] ?? []), ...(file ?? []).slice(1), ...(csv ?? []).slice(1)]}
        fields={[{ id: "file", errors: file?.slice(0, 1) }, { id: "csv", errors: csv?.slice(0, 1) }, ...Object.entries(DRAFT_FIELD_IDS).map(([name, id]) => ({ id, errors: errorsOf(result, name) }))]}
      />
      <input type="hidden" name="step" value="preview" />
      <FieldFrame id="file" label="File" hint={HINT} errors={file?.slice(0, 1)}>
        <input
          id="file"
          name="files"
          type="file"
          data-autofocus=""
          accept=".csv,.txt,text/csv,text/plain"
          aria-invalid={file?.length ? true : undefined}
          aria-describedby={describedBy({ id: "file", hint: HINT, errors: file })}
          className="block min-h-10 w-full text-sm file:me-3 file:min-h-10 file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-sm file:font-medium file:text-ink"
        />
      </FieldFrame>
      <FieldFrame id="csv" label="Or paste rows" hint={PASTE_HINT} errors={csv?.slice(0, 1)}>
        <textarea
          id="csv"
          name="csv"
          rows={8}
          defaultValue={keptValue(result, "csv", null)}
          className={classNames(inputClass, "font-mono text-sm")}
          aria-invalid={csv?.length ? true : undefined}
          aria-describedby={describedBy({ id: "csv", hint: PASTE_HINT, errors: csv })}
          spellCheck={false}
        />
      </FieldFrame>
      <Choice id="remove-absent" name="removeAbsent" value="on" defaultChecked={keptValue(result, "removeAbsent", null) === "on"} label="Remove subprocessors that the file does not name" hint="Otherwise they stay as they are." />
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
