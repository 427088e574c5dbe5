import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import { REVIEW_OPTIONS } from "#model/knowledge-base/reviews.ts";
import { choiceField, selectField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { NEVER, NOBODY, type reviewSchema } from "../forms/review-form.ts";
import type { ShownReview } from "./review-data.ts";

const FIELDS = "mt-4 flex flex-wrap items-end gap-3";
const FIELD = "min-w-0 grow basis-48";

/** Who looks after an entry, how often it is reviewed, and when it was. */
export function ReviewPanel({
  review,
  result,
}: {
  review: ShownReview;
  result: SubmissionResult | null;
}) {
  const [form, fields] = useForm<z.input<typeof reviewSchema>>({
    id: "review",
    lastResult: result,
    defaultValue: { owner: review.owner, every: review.every },
  });
  return (
    <section aria-labelledby="review-title" className="mt-12 max-w-[44rem]">
      <h2 id="review-title" className="text-lg font-semibold">
        Review
      </h2>
      {review.due === null ? null : (
        <p className="mt-2">
          <Tag tone="yellow">{review.due}</Tag>
        </p>
      )}
      <p className="mt-2 text-sm text-muted">{`${review.facts.join(". ")}.`}</p>
      <ButtonForm
        button="review"
        {...getFormProps(form, { ariaAttributes: false })}
        className={FIELDS}
      >
        <div className="basis-full empty:hidden">
          <ErrorSummary errors={form.errors} fields={[fields.owner, fields.every]} />
        </div>
        <div className={FIELD}>
          <SelectField
            {...selectField(fields.owner)}
            label="Owner"
            options={[{ value: NOBODY, label: "No one" }, ...review.owners]}
          />
        </div>
        <div className={FIELD}>
          <SelectField
            {...selectField(fields.every)}
            label="Review"
            options={[{ value: NEVER, label: "Never" }, ...REVIEW_OPTIONS]}
          />
        </div>
        <Button look="secondary">Save review</Button>
      </ButtonForm>
      <ButtonForm button="reviewed" className="mt-4">
        <Button look="secondary">Reviewed</Button>
        <p className="mt-2 text-sm text-muted">Choose this if the answer is still right.</p>
      </ButtonForm>
    </section>
  );
}

/**
 * Changes the reviews of all entries that the list's filter leaves.
 * @param result what came of the form; its page says above the list what was wrong
 */
export function ReviewAll({
  owners,
  count,
  result,
}: {
  owners: ShownReview["owners"];
  count: number;
  result: SubmissionResult | null;
}) {
  const [form, fields] = useForm<z.input<typeof reviewSchema>>({
    id: "reviews",
    lastResult: result,
  });
  if (count === 0) return null;
  return (
    <details className="mt-8" open={result !== null}>
      <summary className="cursor-pointer font-medium">
        Change the review of {count === 1 ? "this entry" : `these ${count} entries`}
      </summary>
      <ButtonForm
        button="review"
        {...getFormProps(form, { ariaAttributes: false })}
        className="max-w-[44rem]"
      >
        <div className={FIELDS}>
          <div className={FIELD}>
            <SelectField
              {...selectField(fields.owner)}
              label="Owner"
              options={[
                { value: "", label: "Leave as is" },
                { value: NOBODY, label: "No one" },
                ...owners,
              ]}
            />
          </div>
          <div className={FIELD}>
            <SelectField
              {...selectField(fields.every)}
              label="Review"
              options={[
                { value: "", label: "Leave as is" },
                { value: NEVER, label: "Never" },
                ...REVIEW_OPTIONS,
              ]}
            />
          </div>
        </div>
        <div className="mt-4">
          <Choice {...choiceField(fields.reviewed, "yes", "checkbox")} label="Mark as reviewed" />
        </div>
        <Button look="secondary" className="mt-4">
          Change {count === 1 ? "1 entry" : `${count} entries`}
        </Button>
      </ButtonForm>
    </details>
  );
}
