import type { SubmissionResult } from "@conform-to/react";
import { useRef } from "react";
import { MAX_IMPORT_ROWS } from "../../domain/subscriber-forms.ts";
import { classNames } from "../../ui/class-names.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { describedBy, FieldFrame, inputClass } from "../../ui/field.tsx";
import { ConsentFields } from "./consent-fields.tsx";

/** Rows to paste, and how these people agreed; where scripts run a file can be chosen, whose text comes into the field. */
export function ImportForm({ result }: { result: SubmissionResult | null }) {
  const { "": form, csv, agreement, consent } = result?.error ?? {};
  const values = result?.initialValue as Record<string, string> | undefined;
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = (
    <>
      Paste CSV with a header row: <code>email</code>, and if you like <code>categories</code>, <code>products</code> (several parted by |) and <code>frequency</code> (each or weekly). Or addresses alone, one a line. At most {MAX_IMPORT_ROWS} rows.
    </>
  );
  return (
    <form method="post" className="max-w-[44rem] space-y-6">
      <p className="text-muted">The next page shows what would happen; nothing is changed before you say so there.</p>
      <ErrorSummary
        errors={form ?? undefined}
        fields={[
          { id: "csv", errors: csv ?? undefined },
          { id: "agreement-mail", errors: agreement ?? undefined },
          { id: "consent", errors: consent ?? undefined },
        ]}
      />
      <input type="hidden" name="step" value="preview" />
      <FieldFrame id="csv" label="Rows" hint={hint} errors={csv ?? undefined}>
        <textarea ref={field} id="csv" name="csv" rows={10} required defaultValue={values?.csv} className={classNames(inputClass, "font-mono text-sm")} aria-invalid={csv?.length ? true : undefined} aria-describedby={describedBy({ id: "csv", hint, errors: csv ?? undefined })} spellCheck={false} />
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
      <ConsentFields agreement={values?.agreement} consent={values?.consent} errors={{ agreement: agreement ?? undefined, consent: consent ?? undefined }} />
      <div className="flex flex-wrap gap-3">
        <Button>Next</Button>{" "}
        <ButtonLink to="/subscribers" look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
