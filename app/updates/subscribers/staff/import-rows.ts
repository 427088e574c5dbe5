import { mapInSlices } from "#db/pace.ts";
import { MAX_IMPORT_ROWS } from "#web/table-import/forms/table-import.ts";
import { TOPIC_CATEGORIES, type TopicCategory } from "#model/updates/update-words.ts";
import { DIGEST_CHOICES, type Preferences } from "#model/subscribers/subscriptions.ts";
import { readEmail, type EmailAddress } from "#model/subscribers/subscriber-email.ts";
import { readCsv, UnreadableTable } from "#platform/files/tables/csv-table.ts";

/** A row of the file: somebody to bring along, or what is wrong with it. */
export type ImportRow =
  | { row: number; text: string; address: EmailAddress; preferences: Preferences | null }
  | { row: number; text: string; fault: string };

const COLUMNS = ["email", "categories", "products", "frequency"] as const;
type Column = (typeof COLUMNS)[number];

const LIMITS = { maxRows: MAX_IMPORT_ROWS, maxColumns: 60, trim: true };

/**
 * Reads the rows of a file, or pasted ones: a header with `email` and, if wanted, `categories`,
 * `products` (several of either parted by |) and `frequency` (each or weekly), in any order, with
 * other columns left out; or addresses alone.
 * @param products the org's, by name
 * @throws UnreadableTable
 */
export async function readImportRows(
  csv: string,
  products: readonly { id: string; name: string }[],
): Promise<ImportRow[]> {
  const records = await readCsv(csv, LIMITS);
  const [first] = records;
  if (first === undefined) throw new UnreadableTable("There are no rows in it.");
  const header = first.cells.map((cell) => cell.trim().toLowerCase());
  const hasHeader = header.includes("email");
  if (!hasHeader && !first.cells.some((cell) => cell.includes("@")))
    throw new UnreadableTable("The first row names no column 'email'.");
  const rows = hasHeader ? records.slice(1) : records;
  if (rows.length === 0) throw new UnreadableTable("There are no rows below the header.");
  if (rows.length > MAX_IMPORT_ROWS)
    throw new UnreadableTable(
      `It has more than ${MAX_IMPORT_ROWS.toLocaleString("en")} rows; import fewer at a time.`,
    );
  const columns = new Map(
    COLUMNS.map((name): [Column, number] => [
      name,
      hasHeader ? header.indexOf(name) : name === "email" ? 0 : -1,
    ]),
  );
  const seen = new Set<string>();
  return mapInSlices(rows, ({ row, cells }): ImportRow => {
    const cell = (name: Column) => (cells[columns.get(name) ?? -1] ?? "").trim();
    const text = cell("email");
    const address = readEmail(text);
    // A cell can be as long as a file; what names it is short.
    if (address === null)
      return {
        row,
        text: text.slice(0, 320),
        fault: text === "" ? "No address" : "This email is invalid",
      };
    if (seen.has(address.key)) return { row, text, fault: "Listed before" };
    seen.add(address.key);
    const preferences = readPreferences(
      { categories: cell("categories"), products: cell("products"), frequency: cell("frequency") },
      products,
    );
    return typeof preferences === "string"
      ? { row, text, fault: preferences }
      : { row, text, address, preferences };
  });
}

/** What is chosen, null for nothing, or what is wrong. */
function readPreferences(
  cells: { categories: string; products: string; frequency: string },
  known: readonly { id: string; name: string }[],
): Preferences | string | null {
  const categories = listed(cells.categories).map((name) => name.toLowerCase());
  const products = listed(cells.products);
  const digest =
    cells.frequency === ""
      ? "each"
      : DIGEST_CHOICES.find((choice) => choice === cells.frequency.toLowerCase());
  if (digest === undefined) return "Frequency is neither each nor weekly";
  const unknown = categories.find(
    (name) => !(TOPIC_CATEGORIES as readonly string[]).includes(name),
  );
  if (unknown !== undefined) return `No category is called ${unknown.slice(0, 40)}`;
  const productIds: string[] = [];
  for (const name of products) {
    const product = known.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
    if (product === undefined) return `No product is called ${name.slice(0, 40)}`;
    productIds.push(product.id);
  }
  const allUpdates = categories.length === 0 && productIds.length === 0;
  if (allUpdates && digest === "each") return null;
  return {
    allUpdates,
    categories:
      categories.length === 0 && !allUpdates ? TOPIC_CATEGORIES : (categories as TopicCategory[]),
    productIds,
    digest,
  };
}

function listed(cell: string): string[] {
  return cell
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part.toLowerCase() !== "all");
}
