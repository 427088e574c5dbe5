import type { FieldMetadata } from "@conform-to/react";
import { CATEGORY_LABELS, TOPIC_CATEGORIES } from "#model/updates/words.ts";
import { OBJECTION_DAYS_MAX, SUBJECT_MAX } from "#model/updates/topic-updates.ts";
import { areaField, choiceField, selectField, textField } from "#web/forms/fields.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { MarkdownField } from "#web/staff/editing/markdown-field.tsx";

type Field = FieldMetadata<unknown>;

const CATEGORIES = [
  { value: "", label: "Choose…" },
  ...TOPIC_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] })),
];

/** The value that a text field begins with. */
export function initial(field: Field): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : undefined;
}

/**
 * Subject, category, and the terms of a change of subprocessors: what a topic has once. The terms
 * show with their category alone; a browser that can't look (no :has()) shows them always.
 */
export function TopicFields({
  subject,
  category,
  effectiveOn,
  objectionDays,
}: Record<"subject" | "category" | "effectiveOn" | "objectionDays", Field>) {
  return (
    <>
      <TextField
        {...textField(subject)}
        label="Subject"
        required
        maxLength={SUBJECT_MAX}
        autoComplete="off"
      />
      <SelectField {...selectField(category)} label="Category" required options={CATEGORIES} />
      <div className="grid gap-6 sm:grid-cols-2 [form:not(:has([name=category]>[value=subprocessors]:checked))_&]:hidden">
        <TextField
          {...textField(effectiveOn)}
          label="Effective date"
          hint="For the category Subprocessors."
          type="date"
        />
        <TextField
          {...textField(objectionDays)}
          label="Objection window (days)"
          hint="For the category Subprocessors."
          type="number"
          min={1}
          max={OBJECTION_DAYS_MAX}
          inputMode="numeric"
        />
      </div>
    </>
  );
}

export function ProductsField({
  field,
  products,
  isNamedAbove = false,
}: {
  field: Field;
  products: readonly { id: string; name: string }[];
  isNamedAbove?: boolean;
}) {
  if (products.length < 2) return null;
  return (
    <FieldGroup
      id={field.id}
      legend="Products"
      isNamedAbove={isNamedAbove}
      hint="Select none for all products."
      errors={field.errors}
    >
      {products.map(({ id, name }) => (
        <Choice key={id} {...choiceField(field, id, "checkbox")} label={name} />
      ))}
    </FieldGroup>
  );
}

export function MessageField({ field, rows = 12 }: { field: Field; rows?: number }) {
  return (
    <MarkdownField
      {...areaField(field)}
      label="Message"
      hint="Markdown: **bold**, - lists, [links](https://example.com)."
      required
      rows={rows}
    />
  );
}
