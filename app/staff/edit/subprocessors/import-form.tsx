import type { SubmissionResult } from "@conform-to/react";
import { useRef } from "react";
import { Link } from "react-router";
import { MAX_IMPORT_ROWS } from "../../../domain/subprocessor-forms.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice-field.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { describedBy, FieldFrame, inputClass } from "../../../ui/field.tsx";
import { errorsOf, keptValue } from "../edit-dialog.tsx";
import { DRAFT_FIELD_IDS, DraftFields } from "../lists/draft-fields.tsx";

const HINT = `Paste CSV with a header row: Company, and if you like Purpose, Location and Additional Details, as the export writes it. At most ${MAX_IMPORT_ROWS} rows.`;

/** Rows to paste; where scripts run a file can be chosen, whose text comes into the field. */
export function ImportForm({ result, drafts, cancelHref }: { result: SubmissionResult | undefined; drafts: boolean; cancelHref: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const errors = errorsOf(result, "csv");
  return (
    <form method="post" className="space-y-6" noValidate={result !== undefined}>
      <p className="text-muted">The next page shows what would change; nothing is changed before you say so there.</p>
      <ErrorSummary
        errors={[...(result?.error?.[""] ?? []), ...(errors ?? []).slice(1)]}
        fields={[{ id: "csv", errors: errors?.slice(0, 1) }, ...Object.entries(DRAFT_FIELD_IDS).map(([name, id]) => ({ id, errors: errorsOf(result, name) }))]}
      />
      <input type="hidden" name="step" value="preview" />
      <FieldFrame id="csv" label="Rows" hint={HINT} errors={errors?.slice(0, 1)}>
        <textarea
          ref={field}
          id="csv"
          name="csv"
          rows={10}
          required
          data-autofocus=""
          defaultValue={keptValue(result, "csv", null)}
          className={classNames(inputClass, "font-mono text-sm")}
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={describedBy({ id: "csv", hint: HINT, errors })}
          spellCheck={false}
        />
      </FieldFrame>
      <FieldFrame id="file" label="Or choose a file" hint="Its text is put into the field above; this needs scripts.">
        <input
          id="file"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-describedby="file-hint"
          className="block min-h-10 w-full text-sm file:me-3 file:min-h-10 file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-sm file:font-medium file:text-ink"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            void file?.text().then((text) => {
              if (field.current !== null) field.current.value = text;
            });
          }}
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
