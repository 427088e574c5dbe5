import * as z from "zod";
import { hasFewMarks, TOO_MANY_MARKS } from "#values/folding.ts";
import { FAQ_ACCESS } from "#model/updates/update-words.ts";
import type { TableColumns } from "#model/table-import.ts";
import { CONTROL_LIMITS } from "../rules/controls.ts";

const { reference, title, description, requirements } = CONTROL_LIMITS;

/** A text in one line, nothing before and after. */
const line = (error: string) =>
  z
    .string({ error })
    .overwrite((value) => value.replace(/\s+/g, " ").trim())
    .refine(hasFewMarks, TOO_MANY_MARKS);

const descriptionText = z
  .string()
  .overwrite((value) => value.replace(/\r\n?/g, "\n").trim())
  .max(description.max, `Use at most ${description.max.toLocaleString("en")} characters`)
  .refine(hasFewMarks, TOO_MANY_MARKS)
  .optional()
  .transform((value) => (value === undefined || value === "" ? null : value));

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

/** A control as its form sends it, and as a row of an import is judged. */
export const controlSchema = z.object({
  reference: line("Enter a reference")
    .min(1, "Enter a reference")
    .max(reference.max, `Use at most ${reference.max} characters`),
  title: line("Enter a title")
    .min(title.min, `Use ${title.min} characters or more`)
    .max(title.max, `Use at most ${title.max} characters`),
  description: descriptionText,
  requirements: z
    .string()
    .optional()
    .transform((text) => requirementsOf(text ?? ""))
    .refine((list) => list.length <= requirements.max, {
      error: `Name at most ${requirements.max} requirements`,
    })
    .refine((list) => list.every((one) => one.length <= requirements.length), {
      error: `Use at most ${requirements.length} characters a line`,
    })
    .refine((list) => list.every(hasFewMarks), TOO_MANY_MARKS),
  itemUid: z
    .string()
    .max(200, "Choose an item of the list")
    .optional()
    .transform((uid) => (uid === undefined || uid === "" ? null : uid)),
  access: z.enum(FAQ_ACCESS, { error: "Choose who may read it" }),
  productIds: z.array(z.string().max(64)).max(500, "Choose fewer products").default([]),
});
export type ControlForm = z.output<typeof controlSchema>;

/** What the page of one control does; `base` is the stamp of what its form was rendered from. */
export const controlIntentSchema = z.object({
  intent: z
    .enum(["save", "delete"], { error: "This form names nothing that this page does." })
    .default("save"),
  base: z.string().max(200).optional(),
});

/** The columns of the library as CSV: what an export writes and an import knows by name. */
export const CONTROL_COLUMNS = [
  "id",
  "reference",
  "title",
  "description",
  "requirements",
  "item",
  "access",
  "products",
  "added",
  "modified",
] as const;

const IMPORTED = [
  "reference",
  "title",
  "description",
  "requirements",
  "item",
  "access",
  "products",
  "id",
] as const;
export type ControlImportColumn = (typeof IMPORTED)[number];

/** What an import of the library takes. */
export const CONTROL_TABLE: TableColumns<ControlImportColumn> = {
  columns: IMPORTED,
  name: "reference",
  required: ["reference", "title"],
  words: {
    reference: "Reference",
    title: "Title",
    description: "Description",
    requirements: "Framework references",
    item: "Linked item",
    access: "Access",
    products: "Products",
    id: "Id",
  },
  hints: {
    requirements: "For example SOC 2 CC6.1. Separate several with | or new lines.",
    item: "The item’s title, or its uid from an export.",
    access: "public, accounts or internal.",
    products: "Product names, separated by |. An empty cell means all products.",
    id: "From an export of this library: then a control with another reference is still the same.",
  },
  also: {
    reference: ["ref", "control id", "control", "control number", "number", "code"],
    title: ["name", "control name", "control title", "summary"],
    description: ["control description", "statement", "details", "text", "implementation"],
    requirements: [
      "framework references",
      "frameworks",
      "framework",
      "requirement",
      "references",
      "mapping",
      "mappings",
    ],
    item: ["linked item", "item uid"],
    access: ["access level", "visibility"],
    products: ["product"],
  },
};
