import type * as z from "zod";
import { mapInSlices } from "#db/pace.ts";
import { FAQ_ACCESS, type FaqAccess } from "#model/updates/words.ts";
import type { ColumnMapping } from "#model/table-import.ts";
import type { TableRow } from "#platform/files/tables/csv-table.ts";

/** What a row of the file comes to. */
export type ReadRow<Values> = { row: number; name: string } & (
  | { outcome: "add"; values: Values; unread?: readonly string[] }
  | {
      outcome: "change";
      values: Values;
      id: string;
      fields: string[];
      unread?: readonly string[];
    }
  | { outcome: "same"; unread?: readonly string[] }
  | { outcome: "fault"; fault: string }
);

/** A cell of a row by its column; null where the file has no such column. */
export type CellOf<Column extends string> = (column: Column) => string | null;

interface Judging<Column extends string, Known extends { id: string }, Values> {
  mapping: ColumnMapping<Column>;
  /** The column that a row is called by. */
  name: Column;
  entries: readonly Known[];
  nameOf(entry: Known): string;
  /** What a row says, with what it does not say as it is. A text: what is wrong. */
  valuesOf(cell: CellOf<Column>, known: Known | undefined): Values | string;
  /** The names of what a row would change. */
  differing(before: Known, after: Values): string[];
  /** Why cells of a row count as if the file didn’t have them, while its other cells are taken. */
  unreadOf?(values: Values): readonly string[];
}

/**
 * Judges the rows below the header: an entry is known by its id, else by its name; what the file
 * has no column for stays.
 */
export async function judgeRows<
  Column extends string,
  Known extends { id: string },
  Values extends object,
>(
  rows: readonly TableRow[],
  judging: Judging<Column | "id", Known, Values>,
): Promise<ReadRow<Values>[]> {
  const { mapping, name, entries, nameOf, valuesOf, differing, unreadOf } = judging;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byName = new Map(
    await mapInSlices(entries, (entry) => [plain(nameOf(entry)), entry] as const),
  );
  const seen = new Set<string>();
  return mapInSlices(rows, ({ row, cells }): ReadRow<Values> => {
    const cell: CellOf<Column | "id"> = (column) =>
      mapping[column] === null ? null : (cells[mapping[column]] ?? "").trim();
    const called = cell(name) ?? "";
    const fault = (text: string): ReadRow<Values> => ({
      row,
      name: called.slice(0, 200),
      outcome: "fault",
      fault: text,
    });
    const known = byId.get(cell("id") ?? "") ?? byName.get(plain(called));
    const key = known?.id ?? plain(called);
    if (seen.has(key)) return fault("Duplicate of an earlier row");
    const values = valuesOf(cell, known);
    if (typeof values === "string") return fault(values);
    seen.add(key);
    const unread = unreadOf?.(values) ?? [];
    if (known === undefined) return { row, name: called, outcome: "add", values, unread };
    const fields = differing(known, values);
    return fields.length === 0
      ? { row, name: called, outcome: "same", unread }
      : { row, name: called, outcome: "change", values, id: known.id, fields, unread };
  });
}

/** A row's values as the entry's form would judge them. A text: what is wrong. */
export function parsedRow<Schema extends z.ZodType>(
  schema: Schema,
  values: z.input<Schema>,
): z.output<Schema> | string {
  const parsed = schema.safeParse(values);
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map((issue) => `${named(issue.path[0])}: ${issue.message}`).join(". ");
}

/** Who may read an entry; null where a cell says nothing of it. */
export function accessCell(text: string | null): { access: FaqAccess | null } | string {
  const word = (text ?? "").toLowerCase();
  if (word === "") return { access: null };
  const access = FAQ_ACCESS.find((level) => level === word);
  return access === undefined ? `Access must be one of ${FAQ_ACCESS.join(", ")}` : { access };
}

/** The products that a cell names; null where there is no such column. */
export function productsCell(
  text: string | null,
  known: readonly { id: string; name: string }[],
): { productIds: string[] | null } | string {
  if (text === null) return { productIds: null };
  const productIds: string[] = [];
  for (const name of text
    .split("|")
    .map((part) => part.trim())
    .filter(Boolean)) {
    const product = known.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
    if (product === undefined) return `No product is called ${name.slice(0, 40)}`;
    productIds.push(product.id);
  }
  return { productIds };
}

/** One name however it is typed. */
function plain(name: string): string {
  return name.replace(/\s+/g, " ").trim().toLowerCase();
}

function named(field: unknown): string {
  const name = String(field);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
