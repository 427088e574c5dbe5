import type { FaqRow } from "../../../db/faq-list.ts";
import { mapInSlices } from "../../../db/pace.ts";
import type { FaqMapping } from "../../domain/faq-columns.ts";
import { faqSchema, type FaqForm } from "../../domain/faq-forms.ts";
import { FAQ_ACCESS, type FaqAccess } from "../../domain/publications.ts";
import type { TableRow } from "../../files/tables/csv-table.ts";

/** What a row of the file comes to. */
export type ReadRow = { row: number; question: string } & (
  | { outcome: "add"; values: FaqForm }
  | { outcome: "change"; values: FaqForm; id: string; fields: string[] }
  | { outcome: "same" }
  | { outcome: "fault"; fault: string }
);

interface Reading {
  mapping: FaqMapping;
  /** Of new entries whose row says nothing of it. */
  access: FaqAccess;
  entries: readonly FaqRow[];
  products: readonly { id: string; name: string }[];
}

/** Judges the rows below the header: an entry is known by its id, else by its question; what the file has no column for stays. */
export async function readRows(
  rows: readonly TableRow[],
  { mapping, access, entries, products }: Reading,
): Promise<ReadRow[]> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byQuestion = new Map(
    await mapInSlices(entries, (entry) => [plain(entry.question), entry] as const),
  );
  const seen = new Set<string>();
  return mapInSlices(rows, ({ row, cells }): ReadRow => {
    const cell = (column: keyof FaqMapping) =>
      mapping[column] === null ? null : (cells[mapping[column]] ?? "").trim();
    const question = cell("question") ?? "";
    const fault = (text: string): ReadRow => ({
      row,
      question: question.slice(0, 200),
      outcome: "fault",
      fault: text,
    });
    const known = byId.get(cell("id") ?? "") ?? byQuestion.get(plain(question));
    const said = readCells(
      { access: cell("access"), favourite: cell("favourite"), products: cell("products") },
      products,
    );
    if (typeof said === "string") return fault(said);
    const parsed = faqSchema.safeParse({
      question,
      answer: cell("answer") ?? "",
      comment: cell("comment") ?? known?.comment ?? "",
      access: said.access ?? known?.access ?? access,
      favourite:
        (said.favourite ?? (known !== undefined && known.favouriteAt !== null)) ? "yes" : undefined,
      productIds: said.productIds ?? known?.productIds ?? [],
    });
    if (!parsed.success)
      return fault(
        parsed.error.issues.map((issue) => `${named(issue.path[0])}: ${issue.message}`).join(". "),
      );
    const key = known?.id ?? plain(question);
    if (seen.has(key)) return fault("Listed before");
    seen.add(key);
    const values = parsed.data;
    if (known === undefined) return { row, question, outcome: "add", values };
    const fields = differing(known, values);
    return fields.length === 0
      ? { row, question, outcome: "same" }
      : { row, question, outcome: "change", values, id: known.id, fields };
  });
}

/** One question however it is typed. */
function plain(question: string): string {
  return question.replace(/\s+/g, " ").trim().toLowerCase();
}

function named(field: unknown): string {
  const name = String(field);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

interface Said {
  access: FaqAccess | null;
  favourite: boolean | null;
  productIds: string[] | null;
}

/** What cells with words of their own say; null where there is no column or no word. A text: what is wrong. */
function readCells(
  cells: { access: string | null; favourite: string | null; products: string | null },
  known: readonly { id: string; name: string }[],
): Said | string {
  const word = (cells.access ?? "").toLowerCase();
  const access = word === "" ? null : (FAQ_ACCESS.find((level) => level === word) ?? "");
  if (access === "") return `Access is neither ${FAQ_ACCESS.join(", ")}`;
  const star = (cells.favourite ?? "").toLowerCase();
  if (!["", "yes", "no", "true", "false", "1", "0"].includes(star))
    return "Favourite is neither yes nor no";
  const productIds: string[] = [];
  for (const name of (cells.products ?? "")
    .split("|")
    .map((part) => part.trim())
    .filter(Boolean)) {
    const product = known.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
    if (product === undefined) return `No product is called ${name.slice(0, 40)}`;
    productIds.push(product.id);
  }
  return {
    access,
    favourite: cells.favourite === null ? null : ["yes", "true", "1"].includes(star),
    productIds: cells.products === null ? null : productIds,
  };
}

function differing(before: FaqRow, after: FaqForm): string[] {
  const same: [string, boolean][] = [
    ["question", before.question === after.question],
    ["answer", before.answer.replace(/\r\n?/g, "\n").trim() === after.answer],
    ["comment", (before.comment ?? "").replace(/\r\n?/g, "\n").trim() === (after.comment ?? "")],
    ["access", before.access === after.access],
    ["favourite", (before.favouriteAt !== null) === after.favourite],
    ["products", before.productIds.toSorted().join() === after.productIds.toSorted().join()],
  ];
  return same.flatMap(([name, is]) => (is ? [] : [name]));
}
