import {
  getFormProps,
  useForm,
  type DefaultValue,
  type FieldMetadata,
  type SubmissionResult,
} from "@conform-to/react";
import type { ReactNode } from "react";
import { BASE_FIELD } from "#model/cards/editing.ts";
import { FAQ_ACCESS_HINTS, FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { SHORT_ANSWER_OPTIONS } from "#model/short-answers.ts";
import { FAQ_ACCESS } from "#model/updates/words.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { areaField, choiceField, selectField, textField } from "#web/forms/fields.ts";
import { ConflictPanel, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import { MarkdownField } from "#web/staff/editing/markdown-field.tsx";
import { useButtonAddresses } from "#web/ui/button-form.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { AreaField, Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import type { FormField } from "./rules/entry-fields.ts";

/** What the fields show at first. */
type Values = Readonly<Record<string, string | readonly string[]>>;

/** What the form of an entry is made with: its fields, their limits, and what can be chosen. */
interface Given {
  fields: readonly FormField[];
  constraint: FormConstraint;
  products: readonly { id: string; name: string }[];
  items: readonly { uid: string; label: string }[];
  /** What the field offers that others have. */
  suggested: readonly string[];
}

interface Answer {
  result?: SubmissionResult | undefined;
  conflict?: ShownConflict | null | undefined;
}

interface EntryFormProps {
  /** Its name among the forms of a page: 'control'. */
  id: string;
  /** The list, where Cancel leads. */
  path: string;
  values: Values;
  given: Given;
  answer: Answer | undefined;
  /** The stamp of what the form was rendered from; null for a new entry. */
  base?: string | null;
  children?: ReactNode;
}

/** The form of an entry, the same for a new one and for one that is edited. */
export function EntryForm({
  id,
  path,
  values,
  given,
  answer,
  base = null,
  children,
}: EntryFormProps) {
  const result = answer?.result ?? null;
  const conflict = answer?.conflict ?? null;
  const [form, fields] = useForm<Record<string, string | string[]>>({
    id,
    lastResult: result,
    defaultValue: values as DefaultValue<Record<string, string | string[]>>,
    constraint: given.constraint,
  });
  // A refusal of a button beside the form stands at that button's address.
  const { page } = useButtonAddresses();
  const declared = given.fields.flatMap((field) => {
    const own = fields[field.name];
    return own === undefined ? [] : [{ field, own: own as unknown as FieldMetadata<string> }];
  });
  // A form that comes again is still the one that was opened then: what was saved since is noticed.
  const sent = result?.initialValue?.[BASE_FIELD];
  const stamp = conflict?.base ?? (typeof sent === "string" ? sent : base);
  return (
    <form
      method="post"
      action={page}
      className="max-w-[44rem] space-y-6"
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <OnceField />
      {conflict === null ? (
        <ErrorSummary errors={form.errors} fields={declared.map(({ own }) => own)} />
      ) : (
        <ConflictPanel conflict={conflict} />
      )}
      {stamp === null ? null : <input type="hidden" name={BASE_FIELD} value={stamp} />}
      {declared.map(({ field, own }) => (
        <DeclaredField
          key={field.name}
          field={field}
          own={own}
          stored={values[field.name]}
          given={given}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="save">
          {conflict === null ? "Save" : conflict.save}
        </Button>{" "}
        <ButtonLink to={path} look="secondary">
          Cancel
        </ButtonLink>{" "}
        {children}
      </div>
    </form>
  );
}

interface DeclaredFieldProps {
  field: FormField;
  /** What the form contract says of it. */
  own: FieldMetadata<string>;
  stored?: Values[string] | undefined;
  given?: Pick<Given, "products" | "items" | "suggested">;
}

const NOTHING_GIVEN = { products: [], items: [], suggested: [] };

/** The control of a field, by its kind. */
export function DeclaredField({
  field,
  own,
  stored,
  given: { products, items, suggested } = NOTHING_GIVEN,
}: DeclaredFieldProps) {
  const { kind, label, hint, rows, short = false, maxLength, spellCheck, suggests = false } = field;
  const limit = maxLength === undefined ? {} : { maxLength };
  const offers = `${own.id}-offers`;
  switch (kind) {
    case "line":
      return (
        <>
          <TextField
            {...textField(own)}
            {...limit}
            label={label}
            hint={hint}
            list={suggests ? offers : undefined}
            autoComplete="off"
            className={short ? "max-w-[16rem]" : undefined}
          />
          {suggests ? (
            <datalist id={offers}>
              {suggested.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </datalist>
          ) : null}
        </>
      );
    case "markdown":
      return <MarkdownField {...areaField(own)} label={label} hint={hint} rows={rows} />;
    case "area":
    case "lines":
      return (
        <AreaField
          {...areaField(own)}
          {...limit}
          label={label}
          hint={hint}
          rows={rows}
          spellCheck={spellCheck}
        />
      );
    case "item": {
      // An item that is gone stays named until another one is chosen.
      const uid = typeof stored === "string" ? stored : "";
      const isGone = uid !== "" && !items.some((item) => item.uid === uid);
      return (
        <SelectField
          {...selectField(own)}
          label={label}
          hint={hint}
          options={[
            { value: "", label: "None" },
            ...(isGone ? [{ value: uid, label: "An item that no longer exists" }] : []),
            ...items.map((item) => ({ value: item.uid, label: item.label })),
          ]}
        />
      );
    }
    case "shortAnswer":
      return (
        <SelectField
          {...selectField(own)}
          label={label}
          hint={hint}
          options={[{ value: "", label: "None" }, ...SHORT_ANSWER_OPTIONS]}
        />
      );
    case "access":
      return (
        <FieldGroup id={own.id} legend={label} errors={own.errors}>
          {FAQ_ACCESS.map((level) => (
            <Choice
              key={level}
              {...choiceField(own, level)}
              label={FAQ_ACCESS_WORDS[level]}
              hint={FAQ_ACCESS_HINTS[level]}
            />
          ))}
        </FieldGroup>
      );
    case "products":
      return products.length < 2 ? (
        (Array.isArray(stored) ? stored : []).map((id: string) => (
          <input key={id} type="hidden" name={own.name} value={id} />
        ))
      ) : (
        <FieldGroup id={own.id} legend={label} hint={hint} errors={own.errors}>
          {products.map(({ id, name }) => (
            <Choice key={id} {...choiceField(own, id, "checkbox")} label={name} />
          ))}
        </FieldGroup>
      );
    case "flag":
      return <Choice {...choiceField(own, "yes", "checkbox")} label={label} hint={hint} />;
  }
}

interface Day {
  iso: string;
  text: string;
}

/** The page of an entry that is edited: when it was added and changed, its form, and Delete. */
export function EditedEntry({
  noun,
  about = "",
  afterDeletion,
  shown: { added, modified, ...shown },
  ...form
}: {
  /** 'control' */
  noun: string;
  /** What else is said of it: ', source: manual'. */
  about?: string;
  /** Said above the button that deletes it. */
  afterDeletion: string;
  shown: Pick<EntryFormProps, "values" | "given" | "base"> & { added: Day; modified: Day };
} & Pick<EntryFormProps, "id" | "path" | "answer">) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Edit {noun}</h1>
      <p className="mt-2 mb-8 text-sm text-muted">
        Added <time dateTime={added.iso}>{added.text}</time>, last modified{" "}
        <time dateTime={modified.iso}>{modified.text}</time>
        {`${about}.`}
      </p>
      <EntryForm {...form} {...shown}>
        <details className="relative">
          <summary className="inline-flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm font-medium text-red hover:bg-red-soft">
            Delete
          </summary>
          <p className="mt-2 text-sm text-muted">{afterDeletion}</p>
          <Button look="danger" name="intent" value="delete" className="mt-2" formNoValidate>
            Delete this {noun}
          </Button>
        </details>
      </EntryForm>
    </>
  );
}
