import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { boxField, choiceField } from "../../forms/fields.ts";
import type { FormConstraint } from "../../forms/form.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";

const CHOICES = [
  ["refuse", "Refuse them, with a message that says why"],
  ["offer", "Offer them unmarked"],
] as const;

/** What happens to downloads, and to files that no watermark can be put on. */
export function MarkSettings({
  settings,
  constraint,
  result,
}: {
  constraint: FormConstraint;
  settings: { watermarkDownloads: boolean; viewOnlyFallback: string };
  result: SubmissionResult | null;
}) {
  const [form, { watermarkDownloads, viewOnlyFallback }] = useForm<{
    watermarkDownloads: boolean;
    viewOnlyFallback: string;
  }>({ id: "marks", lastResult: result, defaultValue: settings, constraint });
  return (
    <section className="mt-12 max-w-[44rem] border-t border-line pt-8">
      <h2 className="text-lg font-semibold">Watermarks</h2>
      <p className="mt-1 mb-6 text-sm text-muted">
        View-only documents are always shown as pages that carry the reader's name.
      </p>
      <div className="mb-6 empty:hidden">
        <ErrorSummary
          errors={form.errors}
          fields={[{ id: `${viewOnlyFallback.id}-refuse`, errors: viewOnlyFallback.errors }]}
        />
      </div>
      <form method="post" className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
        <div className="flex items-start gap-3">
          <input
            {...boxField(watermarkDownloads)}
            aria-describedby={`${watermarkDownloads.id}-hint`}
            className="mt-0.5 size-5"
          />
          <div>
            <label htmlFor={watermarkDownloads.id} className="block font-medium">
              Mark downloads
            </label>
            <p id={`${watermarkDownloads.id}-hint`} className="text-sm text-muted">
              Every PDF that is not public is downloaded as a copy with the reader&apos;s name on
              each page.
            </p>
          </div>
        </div>
        <fieldset>
          <legend className="font-medium">Files that can't be marked or shown as pages</legend>
          {CHOICES.map(([value, label]) => (
            <label key={value} className="mt-2 flex items-center gap-3">
              <input {...choiceField(viewOnlyFallback, value)} className="size-5" />
              {label}
            </label>
          ))}
        </fieldset>
        <Button>Save</Button>
      </form>
    </section>
  );
}
