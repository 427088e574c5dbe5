import type { FieldMetadata } from "@conform-to/react";
import { CATEGORY_LABELS, TOPIC_CATEGORIES } from "../../domain/publications.ts";
import { OBJECTION_DAYS_MAX, SUBJECT_MAX } from "../../domain/topic-updates.ts";
import { Choice, FieldGroup, TextArea } from "../../ui/choice-field.tsx";
import { describedBy, FieldFrame, SelectField, TextField } from "../../ui/field.tsx";

type Field = Pick<FieldMetadata<unknown>, "id" | "name" | "errors"> & { initialValue?: unknown };

const CATEGORIES = [
  { value: "", label: "Choose…" },
  ...TOPIC_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] })),
];

/** The value that a text field begins with. */
export function initial(field: Field): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : undefined;
}

/** Subject, category, and the terms of a change of subprocessors: what a topic has once. */
export function TopicFields({
  subject,
  category,
  effectiveOn,
  objectionDays,
}: Record<"subject" | "category" | "effectiveOn" | "objectionDays", Field>) {
  return (
    <>
      <TextField
        id={subject.id}
        name={subject.name}
        label="Subject"
        type="text"
        required
        maxLength={SUBJECT_MAX}
        autoComplete="off"
        defaultValue={initial(subject)}
        errors={subject.errors}
      />
      <SelectField
        id={category.id}
        name={category.name}
        label="Category"
        required
        options={CATEGORIES}
        defaultValue={initial(category)}
        errors={category.errors}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          id={effectiveOn.id}
          name={effectiveOn.name}
          label="Effective date"
          hint="For the category Subprocessors."
          type="date"
          defaultValue={initial(effectiveOn)}
          errors={effectiveOn.errors}
        />
        <TextField
          id={objectionDays.id}
          name={objectionDays.name}
          label="Objection window (days)"
          hint="For the category Subprocessors."
          type="number"
          min={1}
          max={OBJECTION_DAYS_MAX}
          inputMode="numeric"
          defaultValue={initial(objectionDays)}
          errors={objectionDays.errors}
        />
      </div>
    </>
  );
}

export function ProductsField({
  field,
  products,
}: {
  field: Field;
  products: readonly { id: string; name: string }[];
}) {
  if (products.length < 2) return null;
  const chosen = new Set([field.initialValue].flat());
  return (
    <FieldGroup
      id={field.id}
      legend="Products"
      hint="None means all of them."
      errors={field.errors}
    >
      {products.map((product) => (
        <Choice
          key={product.id}
          id={`${field.id}-${product.id}`}
          name={field.name}
          value={product.id}
          label={product.name}
          defaultChecked={chosen.has(product.id)}
        />
      ))}
    </FieldGroup>
  );
}

export function MessageField({ field }: { field: Field }) {
  const hint = "Markdown: **bold**, - lists, [links](https://example.com).";
  return (
    <FieldFrame id={field.id} label="Message" hint={hint} errors={field.errors}>
      <TextArea
        id={field.id}
        name={field.name}
        required
        rows={12}
        defaultValue={initial(field)}
        aria-invalid={field.errors?.length ? true : undefined}
        aria-describedby={describedBy({ id: field.id, hint, errors: field.errors })}
      />
    </FieldFrame>
  );
}
