import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { BASE_FIELD } from "#model/cards/editing.ts";
import { CRA_LABELS, CRA_NAMES, type CraFacts } from "#model/cra.ts";
import { areaField, boxField, hiddenField, textField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { AreaField, Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { ConflictPanel, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface ProductFormProps {
  product: { name: string; slug: string; show: boolean; cra: Partial<CraFacts> };
  base: string;
  constraint: FormConstraint;
  answer: { result: SubmissionResult; conflict?: ShownConflict } | undefined;
}

/** A product's name, its address, and whether visitors find it. */
export function ProductForm({ product, base, constraint, answer }: ProductFormProps) {
  const conflict = answer?.conflict ?? null;
  const [form, { name, slug, show, cra, [BASE_FIELD]: stamp }] = useForm<
    Omit<ProductFormProps["product"], "cra"> & {
      cra: Record<keyof CraFacts, string>;
      [BASE_FIELD]: string;
    }
  >({
    id: "product",
    lastResult: answer?.result ?? null,
    defaultValue: { ...product, [BASE_FIELD]: base },
    constraint,
  });
  const facts = cra.getFieldset();
  return (
    <form method="post" className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
      <OnceField />
      {conflict === null ? (
        <ErrorSummary
          errors={form.errors}
          fields={[name, slug, ...CRA_NAMES.map((one) => facts[one])]}
        />
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
      <fieldset className="space-y-5 rounded-lg border border-line bg-surface p-5">
        <legend className="float-start mb-1 w-full text-lg font-semibold">For CRA files</legend>
        <p className="clear-both text-sm text-muted">
          What customers keep about this product under the Cyber Resilience Act (Regulation (EU)
          2024/2847). What you enter here is public on the product’s portal, as a page, CSV and
          JSON. Empty fields are left out.
        </p>
        <TextField
          {...textField(facts.manufacturer)}
          label={CRA_LABELS.manufacturer}
          hint="Name, postal address and website."
          autoComplete="off"
        />
        <TextField
          {...textField(facts.contact)}
          label={CRA_LABELS.contact}
          hint="An email address or a URL. Leave empty to use your security contact (Settings, Help). It is also in security.txt."
          autoComplete="off"
        />
        <TextField
          {...textField(facts.policyUrl)}
          label={CRA_LABELS.policyUrl}
          hint="The URL of your policy on coordinated vulnerability disclosure. It is also in security.txt."
          inputMode="url"
          autoComplete="off"
        />
        <TextField
          {...textField(facts.supportUntil)}
          type="date"
          label={CRA_LABELS.supportUntil}
          hint="The last day on which vulnerabilities are handled. It is also among the dates of the portal."
        />
        <TextField
          {...textField(facts.declarationUrl)}
          label={CRA_LABELS.declarationUrl}
          hint="Its URL."
          inputMode="url"
          autoComplete="off"
        />
        <TextField
          {...textField(facts.sbom)}
          label={CRA_LABELS.sbom}
          hint="Where customers find it: a URL or a sentence."
          autoComplete="off"
        />
        <AreaField
          {...areaField(facts.updates)}
          label={CRA_LABELS.updates}
          hint="How customers get and install them. At most 2,000 characters."
          rows={4}
        />
      </fieldset>
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
