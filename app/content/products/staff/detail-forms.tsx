import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { BASE_FIELD } from "#model/cards/editing.ts";
import { boxField, hiddenField, textField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { ConflictPanel, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface ProductFormProps {
  product: { name: string; slug: string; show: boolean };
  base: string;
  constraint: FormConstraint;
  answer: { result: SubmissionResult; conflict?: ShownConflict } | undefined;
}

/** A product's name, its address, and whether visitors find it. */
export function ProductForm({ product, base, constraint, answer }: ProductFormProps) {
  const conflict = answer?.conflict ?? null;
  const [form, { name, slug, show, [BASE_FIELD]: stamp }] = useForm<
    ProductFormProps["product"] & { [BASE_FIELD]: string }
  >({
    id: "product",
    lastResult: answer?.result ?? null,
    defaultValue: { ...product, [BASE_FIELD]: base },
    constraint,
  });
  return (
    <form method="post" className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
      <OnceField />
      {conflict === null ? (
        <ErrorSummary errors={form.errors} fields={[name, slug]} />
      ) : (
        <ConflictPanel conflict={conflict} />
      )}
      <input {...hiddenField(stamp)} {...(conflict === null ? {} : { value: conflict.base })} />
      <TextField {...textField(name)} label="Name" autoComplete="off" />
      <TextField
        {...textField(slug)}
        label="URL slug"
        hint="Use letters, digits, spaces and hyphens. A space is shown as +. Links to the old URL stop working."
        autoComplete="off"
        maxLength={50}
      />
      <Choice
        {...boxField(show)}
        label="Show it to visitors"
        hint="When hidden, only your team sees its page."
      />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="save">
          {conflict === null ? "Save" : "Save my version"}
        </Button>{" "}
        <ButtonLink to="/products" look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

/** Deleting asks for the name: everything on the page goes with it. */
export function RemoveProduct({
  name,
  fault,
  constraint,
  result,
}: {
  name: string;
  fault: string | null;
  constraint: FormConstraint;
  result: SubmissionResult | null;
}) {
  const [form, { confirmName }] = useForm<{ confirmName: string }>({
    id: "deletion",
    lastResult: result,
    constraint,
  });
  return (
    <section aria-labelledby="delete-product" className="border-t border-line pt-8">
      <h2 id="delete-product" className="text-lg font-semibold">
        Delete this product
      </h2>
      <p className="mt-2 mb-5 text-sm text-muted">
        This permanently deletes its cards, items, lists and all access to it, plus FAQ entries,
        controls and rules that apply only to this product. Updates only about it are hidden.
        Documents stay in the library.
      </p>
      {fault === null ? null : <p className="mb-5">{fault}</p>}
      {fault !== null && result === null ? null : (
        <form
          method="post"
          className="space-y-5"
          {...getFormProps(form, { ariaAttributes: false })}
        >
          <OnceField />
          <ErrorSummary errors={form.errors} fields={[confirmName]} />
          <TextField
            {...textField(confirmName)}
            label={`Type “${name}” to confirm`}
            autoComplete="off"
          />
          <Button look="danger" name="intent" value="delete">
            Delete product
          </Button>
        </form>
      )}
    </section>
  );
}
