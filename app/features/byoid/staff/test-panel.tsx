import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import type { testTokenSchema } from "../forms.ts";
import { areaField } from "../../../forms/fields.ts";
import type { FormConstraint } from "../../../forms/form.ts";
import { Button } from "../../../ui/button.tsx";
import { AreaField } from "../../../ui/choice-field.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import type { Foreseen } from "./byoid-changes.ts";

/** Says what a token would lead to by the settings that are saved; nobody is signed in, and it stays unused. */
export function TestPanel({
  constraint,
  result,
  foreseen,
}: {
  constraint: FormConstraint;
  result: SubmissionResult | null;
  foreseen: Foreseen | null;
}) {
  const [form, { token }] = useForm<z.input<typeof testTokenSchema>>({
    id: "test",
    lastResult: result,
    constraint,
  });
  return (
    <section aria-labelledby="test-heading" className="border-t border-line pt-8">
      <h2 id="test-heading" className="text-lg font-semibold">
        Test a token
      </h2>
      {foreseen === null ? null : (
        <div
          role="status"
          className={`mt-4 rounded-lg border p-4 ${foreseen.isRight ? "border-green bg-green-soft" : "border-red bg-red-soft"}`}
        >
          <ul className="space-y-1 text-sm">
            {foreseen.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <form
        method="post"
        {...getFormProps(form, { ariaAttributes: false })}
        className="mt-4 space-y-5"
      >
        <input type="hidden" name="intent" value="test" />
        <ErrorSummary errors={form.errors} fields={[token]} />
        <AreaField
          {...areaField(token)}
          label="Token"
          hint="By the settings as they are saved. Nobody is signed in, and the token stays unused."
          rows={5}
          spellCheck={false}
          autoComplete="off"
          className="font-mono text-sm"
        />
        <Button look="secondary">Test</Button>
      </form>
    </section>
  );
}
