import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { KeyEnd } from "#model/access-keys.ts";
import { areaField, choiceField, textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { AreaField, Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { KeyTable } from "./key-table.tsx";
import type { ShownKey } from "./shown-key.ts";

/** A key that was just made, which is shown this once. */
export interface MadeKey {
  name: string;
  key: string;
}

/** What a page of keys shows. */
export interface ShownKeys {
  constraint: FormConstraint;
  /** The page itself, where the form is sent. */
  page: string;
  /** A call by which a new key is tried. */
  trial: string;
  keys: readonly ShownKey[];
  /** What the column is called that says who made each; null: there is none. */
  people: string | null;
  scopes: readonly { scope: string; label: string; hint: string }[];
  products: readonly { id: string; name: string }[];
  ends: readonly KeyEnd[];
  defaultEnd: KeyEnd;
  /** Why no key can be added now; null where one can. */
  closed: string | null;
  words: {
    /** Below “No keys yet”. */
    none: string;
    name: string;
    scopes: string;
    products: string;
  };
}

interface KeysViewProps {
  shown: ShownKeys;
  answer: { result: SubmissionResult | null; made?: MadeKey | undefined } | undefined;
}

const END_NAMES: Readonly<Record<KeyEnd, string>> = {
  "30": "After 30 days",
  "90": "After 90 days",
  "365": "After 365 days",
  never: "Never",
};

/** A list of keys with the form for a new one, below the page's heading. */
export function KeysView({ shown, answer }: KeysViewProps) {
  const made = answer?.made ?? null;
  return (
    <div className="space-y-10">
      {made === null ? null : <Made made={made} trial={shown.trial} />}
      {shown.keys.length === 0 ? (
        <EmptyState icon="lock" title="No keys yet" subtitle={shown.words.none} />
      ) : (
        <KeyTable keys={shown.keys} people={shown.people} />
      )}
      <section aria-labelledby="add-title" className="max-w-[44rem]">
        <h2 id="add-title" className="text-lg font-semibold">
          Add a key
        </h2>
        <p className="mt-1 text-muted">
          What programs can call is in the{" "}
          <a
            href="/api/reference"
            className="inline-flex min-h-6 items-center font-medium text-accent"
          >
            API reference
          </a>
          .
        </p>
        {shown.closed === null ? (
          <NewKey key={made?.key ?? ""} shown={shown} result={answer?.result ?? null} />
        ) : (
          <p className="mt-4">{shown.closed}</p>
        )}
      </section>
    </div>
  );
}

function Made({ made: { name, key }, trial }: { made: MadeKey; trial: string }) {
  return (
    <div
      role="status"
      tabIndex={-1}
      data-autofocus
      className="max-w-[44rem] rounded-md border border-green bg-green-soft p-4"
    >
      <h2 className="font-semibold">Your new key: {name}</h2>
      <p className="mt-1 text-sm">
        Copy it now and store it somewhere safe. You won’t see it again.
      </p>
      <code aria-label="Key" role="group" tabIndex={0} className="mt-3 block break-all select-all">
        {key}
      </code>
      <p className="mt-3 text-sm [overflow-wrap:anywhere]">
        To try it, request {trial} with the header “Authorization: Bearer” followed by the key.
      </p>
    </div>
  );
}

interface NewKeyFields {
  name: string;
  scopes: string[];
  products: string[];
  ends: string;
  networks: string;
}

function NewKey({ shown, result }: { shown: ShownKeys; result: SubmissionResult | null }) {
  const [form, { name, scopes, products, ends, networks }] = useForm<NewKeyFields>({
    id: "key",
    lastResult: result,
    defaultValue: { ends: shown.defaultEnd },
    constraint: shown.constraint,
  });
  return (
    <form
      method="post"
      action={shown.page}
      className="mt-4 space-y-6"
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <OnceField />
      <ErrorSummary errors={form.errors} fields={[name, scopes, products, ends, networks]} />
      <TextField {...textField(name)} label="Name" hint={shown.words.name} autoComplete="off" />
      <FieldGroup
        id={scopes.id}
        legend="What it can do"
        hint={shown.words.scopes}
        errors={scopes.errors}
      >
        {shown.scopes.map(({ scope, label, hint }) => (
          <Choice
            key={scope}
            {...choiceField(scopes, scope, "checkbox")}
            label={label}
            hint={hint}
          />
        ))}
      </FieldGroup>
      {shown.products.length < 2 ? null : (
        <FieldGroup
          id={products.id}
          legend="Products"
          hint={shown.words.products}
          errors={products.errors}
        >
          {shown.products.map((product) => (
            <Choice
              key={product.id}
              {...choiceField(products, product.id, "checkbox")}
              label={product.name}
            />
          ))}
        </FieldGroup>
      )}
      <FieldGroup id={ends.id} legend="Expires" errors={ends.errors}>
        {shown.ends.map((end) => (
          <Choice key={end} {...choiceField(ends, end)} label={END_NAMES[end]} />
        ))}
      </FieldGroup>
      <AreaField
        {...areaField(networks)}
        label="Networks (optional)"
        hint="IP addresses or networks such as 192.0.2.0/24, one per line. Leave empty to let the key work from anywhere."
        rows={3}
        autoComplete="off"
        spellCheck={false}
      />
      <Button>Add key</Button>
    </form>
  );
}
