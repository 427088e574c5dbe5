import { mapInSlices } from "#db/pace.ts";
import type { ReadTable } from "#web/table-import/staff/read-table.ts";
import { inFileOrder } from "#web/table-import/staff/row-faults.ts";
import { TOPIC_CATEGORIES, type TopicCategory } from "#model/updates/words.ts";
import { DIGEST_CHOICES, type Preferences } from "#model/subscribers/subscriptions.ts";
import { emailFault, readTypedEmail, type EmailAddress } from "#model/subscribers/email.ts";
import type { SubscriberColumn } from "../forms/subscriber-table.ts";

/** A row of the file: somebody to bring along, or what is wrong with it. */
export type ImportRow =
  | { row: number; text: string; address: EmailAddress; preferences: Preferences | null }
  | { row: number; text: string; fault: string };

/** Whether a cell is an address. */
export const SUBSCRIBER_LOOKS = { email: (cell: string) => readTypedEmail(cell) !== null };

/**
 * Reads the rows of a table: somebody's address and, if wanted, their categories, products (several
 * of either parted by |) and how often they are written to.
 * @param products the org's, by name
 */
export async function readImportRows(
  { body, faulty, mapping }: Pick<ReadTable<SubscriberColumn>, "body" | "faulty" | "mapping">,
  products: readonly { id: string; name: string }[],
): Promise<ImportRow[]> {
  const seen = new Set<string>();
  const read = await mapInSlices(body, ({ row, cells }): ImportRow => {
    const cell = (column: SubscriberColumn) =>
      mapping[column] === null ? "" : (cells[mapping[column]] ?? "").trim();
    const text = cell("email");
    const address = readTypedEmail(text);
    // A cell can be as long as a file; what names it is short.
    if (address === null)
      return {
        row,
        text: text.slice(0, 320),
        fault: text === "" ? "No address" : emailFault(text),
      };
    if (seen.has(address.key)) return { row, text, fault: "Duplicate of an earlier row" };
    seen.add(address.key);
    const preferences = readPreferences(
      { categories: cell("categories"), products: cell("products"), frequency: cell("frequency") },
      products,
    );
    return typeof preferences === "string"
      ? { row, text, fault: preferences }
      : { row, text: address.email, address, preferences };
  });
  return inFileOrder<ImportRow>(faulty, read);
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
  if (digest === undefined) return "Frequency must be “each” or “weekly”";
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
