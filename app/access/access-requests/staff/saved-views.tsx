import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type * as z from "zod";
import type { saveViewSchema } from "../forms/inbox-views.ts";
import { textField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";

/** The lists that the person keeps, each a link with a way to remove it. */
export function SavedViews({
  views,
  here,
  list,
}: {
  views: readonly { id: string; name: string; to: string }[];
  /** The address of the list that is shown. */
  here: string;
  /** Where the list is, on a page that is not it. */
  list?: string;
}) {
  if (views.length === 0) return null;
  return (
    <nav aria-label="Saved views" className="mb-2">
      <ul className="flex flex-wrap gap-2">
        {views.map(({ id, name, to }) => (
          <li
            key={id}
            className={classNames(
              "flex max-w-full items-center rounded-md border bg-surface",
              to === here ? "border-accent" : "border-line",
            )}
          >
            <Link
              to={to}
              aria-current={to === here ? "page" : undefined}
              className="inline-flex min-h-9 min-w-0 items-center ps-3 pe-1 text-sm font-medium break-words text-ink no-underline hover:underline aria-[current]:text-accent"
            >
              {name}
            </Link>{" "}
            <ButtonForm button="remove-view" page={list}>
              <input type="hidden" name="viewId" value={id} />
              <button
                type="submit"
                aria-label={`Delete the view ${name}`}
                title="Delete this view"
                className="inline-flex size-9 cursor-pointer items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
              >
                <span aria-hidden="true">×</span>
              </button>
            </ButtonForm>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Keeps the list that is shown under a name. @param isOpen whether it is narrowed at all */
export function SaveView({
  isOpen,
  constraint,
  result,
}: {
  isOpen: boolean;
  constraint: FormConstraint;
  result: SubmissionResult | null;
}) {
  const [form, fields] = useForm<z.input<typeof saveViewSchema>>({
    id: "save-view",
    lastResult: result,
    constraint,
  });
  if (!isOpen && result === null) return null;
  return (
    <details className="mb-3" open={result !== null}>
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-sm text-accent underline">
        Save this view
      </summary>
      <ButtonForm
        button="save-view"
        {...getFormProps(form, { ariaAttributes: false })}
        className="mt-2 max-w-[24rem] space-y-3"
      >
        <ErrorSummary errors={form.errors} fields={[fields.name]} />
        <TextField
          {...textField(fields.name)}
          label="Name of the view"
          hint="Saves these filters and their order, only for you."
        />
        <Button look="secondary">Save view</Button>
      </ButtonForm>
    </details>
  );
}
