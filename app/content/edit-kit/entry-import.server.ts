import type * as z from "zod";
import { SHORT_ANSWER_LABELS, shortAnswerNamed } from "#model/short-answers.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import {
  accessCell,
  parsedRow,
  productsCell,
  type CellOf,
} from "#web/table-import/staff/read-rows.ts";
import {
  fieldsOf,
  typedOf,
  type EntryField,
  type EntryFields,
  type EntryForm,
  type EntrySaid,
} from "./rules/entry-fields.ts";
import { type Outside } from "./rules/entry-names.ts";

/** What a cell says, as a form would send it, or what is wrong with it. */
export type Read = { value: unknown } | { fault: string };

/** What the rows of an import are read with. */
interface Around {
  /** Of new entries whose row says nothing of it. */
  access: FaqAccess;
  products: readonly { id: string; name: string }[];
  /** The item that a cell names, by its uid. */
  itemOf?(text: string): Read;
}

/** Cells that can be wrong by themselves, in the order in which it is told. */
const JUDGED = ["access", "flag", "products", "item", "shortAnswer"] as const;

/**
 * What a row of a table says of an entry, judged as its form would; what the table has no column
 * for stays as it is known.
 * @param known what the entry says that the row is about; undefined for a new one
 * @returns a text: what is wrong
 */
export function readEntry<Fields extends EntryFields>(
  { fields, schema }: { fields: Fields; schema: z.ZodType<EntryForm<Fields>> },
  cell: CellOf<Outside<Fields>>,
  known: EntrySaid<Fields> | undefined,
  around: Around,
): EntryForm<Fields> | string {
  const stored = known === undefined ? {} : typedOf(fields, known);
  const values: Record<string, unknown> = {};
  for (const [name, field] of [
    ...JUDGED.flatMap((kind) => fieldsOf(fields, [kind])),
    ...fieldsOf(fields, ["line", "area", "markdown", "lines"]),
  ]) {
    const text = cell((field.as ?? name) as Outside<Fields>);
    const read = readCell(field, text, stored[name], around);
    if ("fault" in read) return read.fault;
    values[name] = read.value;
  }
  return parsedRow(schema, values);
}

/** @param text null where the table has no such column */
function readCell(
  { kind, label }: EntryField,
  text: string | null,
  stored: ReturnType<typeof typedOf>[string] | undefined,
  { access, products, itemOf }: Around,
): Read {
  switch (kind) {
    case "access": {
      const may = accessCell(text);
      return typeof may === "string" ? { fault: may } : { value: may.access ?? stored ?? access };
    }
    case "products": {
      const about = productsCell(text, products);
      return typeof about === "string"
        ? { fault: about }
        : { value: about.productIds ?? stored ?? [] };
    }
    case "flag": {
      const word = (text ?? "").toLowerCase();
      if (!YES.includes(word) && !NO.includes(word)) return { fault: `${label} must be yes or no` };
      return { value: (text === null ? stored === "yes" : YES.includes(word)) ? "yes" : undefined };
    }
    case "shortAnswer": {
      if (text === null || text === "") return { value: text ?? stored ?? "" };
      const named = shortAnswerNamed(text);
      return named === null
        ? { fault: `${label} must be one of ${Object.values(SHORT_ANSWER_LABELS).join(", ")}` }
        : { value: named };
    }
    case "item":
      // One that is gone since is taken as it was.
      return text === null || text === "" || text === stored || itemOf === undefined
        ? { value: text ?? stored ?? "" }
        : itemOf(text);
    case "lines":
      return { value: text?.replaceAll("|", "\n") ?? stored ?? "" };
    case "line":
    case "area":
    case "markdown":
      return { value: text ?? stored ?? "" };
  }
}

const YES = ["yes", "true", "1"];
const NO = ["", "no", "false", "0"];
