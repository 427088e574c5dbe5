import * as z from "zod";
import { hasFewMarks, TOO_MANY_MARKS } from "#values/folding.ts";
import {
  ACCESS_FIELD,
  entrySchema,
  PRODUCTS_FIELD,
  SHORT_ANSWER_FIELD,
  type EntryFields,
  type EntryForm,
} from "#content/edit-kit/rules/entry-fields.ts";
import { entryTable } from "#content/edit-kit/rules/entry-names.ts";
import { uid } from "#model/content-uid.ts";

/** Limits of a control's texts, the same in the form, in imports and in content folders. */
const LIMITS = {
  reference: { max: 40 },
  title: { min: 2, max: 200 },
  description: { max: 10_000 },
  requirements: { max: 50, length: 80 },
} as const;
const { reference, title, description, requirements } = LIMITS;

/** A text in one line, nothing before and after. */
const line = (error: string) =>
  z
    .string({ error })
    .overwrite((value) => value.replace(/\s+/g, " ").trim())
    .refine(hasFewMarks, TOO_MANY_MARKS);

/** The requirements that a text names, one a line, each once. */
export function requirementsOf(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((one) => one.replace(/\s+/g, " ").trim());
  const seen = new Set<string>();
  return lines.filter((one) => {
    const key = one.toLowerCase();
    if (one === "" || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What a control is made of. */
export const CONTROL_FIELDS = {
  reference: {
    kind: "line",
    label: "Reference",
    schema: line("Enter a reference")
      .min(1, "Enter a reference")
      .max(reference.max, `Use at most ${reference.max} characters`),
    content: z.string().trim().min(1).max(reference.max),
    form: { hint: "Your own ID for it, such as AC-01.", short: true },
    column: { also: ["ref", "control id", "control", "control number", "number", "code"] },
  },
  title: {
    kind: "line",
    label: "Title",
    schema: line("Enter a title")
      .min(title.min, `Use ${title.min} characters or more`)
      .max(title.max, `Use at most ${title.max} characters`),
    content: z.string().trim().min(title.min).max(title.max),
    column: { also: ["name", "control name", "control title", "summary"] },
  },
  shortAnswer: SHORT_ANSWER_FIELD,
  description: {
    kind: "area",
    label: "Description",
    schema: z
      .string()
      .overwrite((value) => value.replace(/\r\n?/g, "\n").trim())
      .max(description.max, `Use at most ${description.max.toLocaleString("en")} characters`)
      .refine(hasFewMarks, TOO_MANY_MARKS)
      .optional()
      .transform((value) => (value === undefined || value === "" ? null : value)),
    // Plain text.
    content: z.string().trim().min(1).max(description.max).optional(),
    form: { rows: 6 },
    column: { also: ["control description", "statement", "details", "text", "implementation"] },
  },
  // The requirements of frameworks that it answers: 'SOC 2 CC6.1'.
  requirements: {
    kind: "lines",
    label: "Framework references",
    one: "Framework reference",
    schema: z
      .string()
      .optional()
      .transform((text) => requirementsOf(text ?? ""))
      .refine((list) => list.length <= requirements.max, {
        error: `Enter at most ${requirements.max} requirements`,
      })
      .refine((list) => list.every((one) => one.length <= requirements.length), {
        error: `Use at most ${requirements.length} characters per line`,
      })
      .refine((list) => list.every(hasFewMarks), TOO_MANY_MARKS),
    content: z
      .array(z.string().trim().min(1).max(requirements.length))
      .max(requirements.max)
      .default([]),
    form: { hint: "One per line, for example SOC 2 CC6.1.", rows: 5, spellCheck: false },
    column: {
      hint: "For example SOC 2 CC6.1. Separate several with | or new lines.",
      also: [
        "framework references",
        "frameworks",
        "framework",
        "requirement",
        "references",
        "mapping",
        "mappings",
      ],
    },
  },
  // The item that says more, in whichever product has one of that uid.
  itemUid: {
    kind: "item",
    label: "Linked item",
    as: "item",
    schema: z
      .string()
      .max(200, "Choose from the list")
      .optional()
      .transform((text) => (text === undefined || text === "" ? null : text)),
    content: uid.optional(),
    form: { hint: "Shown with the control to people who can see the item." },
    column: {
      hint: "The item’s title, or its uid from an export.",
      also: ["linked item", "item uid"],
    },
  },
  access: ACCESS_FIELD,
  productIds: PRODUCTS_FIELD,
} as const satisfies EntryFields;

/** A control as its form sends it, and as a row of an import is judged. */
export const controlSchema = entrySchema(CONTROL_FIELDS);
export type ControlForm = EntryForm<typeof CONTROL_FIELDS>;

/** What an import of the library takes. */
export const CONTROL_TABLE = entryTable(
  CONTROL_FIELDS,
  ["reference", "title"],
  "From an export of this library. It identifies a control even if its reference has changed.",
);
export type ControlImportColumn = (typeof CONTROL_TABLE)["columns"][number];
