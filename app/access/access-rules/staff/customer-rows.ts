import { mapInSlices } from "#db/pace.ts";
import { readCsv, UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { MAX_CUSTOMERS, readCustomerDomain } from "#model/access-rules/customers.ts";

/** A row of the file: a customer, or what is wrong with it. */
export type CustomerRow =
  | { row: number; text: string; customer: { domain: string; name: string | null } }
  | { row: number; text: string; fault: string };

/** What the columns are called in exports of others. */
const DOMAIN = ["domain", "domains", "email domain", "website", "web site", "url"];
const NAME = ["name", "company", "company name", "account", "account name", "customer"];

const MAX_NAME = 200;
const LIMITS = { maxRows: MAX_CUSTOMERS, maxColumns: 60, trim: true };

/**
 * Reads the rows of a file, or pasted ones: a header with `domain` and, if wanted, `name`, with
 * other columns left out; or domains alone, each with a name behind it or without.
 * @throws UnreadableTable
 */
export async function readCustomerRows(csv: string): Promise<CustomerRow[]> {
  const records = await readCsv(csv, LIMITS);
  const [first] = records;
  if (first === undefined) throw new UnreadableTable("There are no rows in it.");
  const header = first.cells.map((cell) => cell.trim().toLowerCase());
  const at = header.findIndex((cell) => DOMAIN.includes(cell));
  if (at === -1 && "fault" in readCustomerDomain(first.cells[0] ?? ""))
    throw new UnreadableTable("The first row names no column 'domain'.");
  const rows = at === -1 ? records : records.slice(1);
  if (rows.length === 0) throw new UnreadableTable("There are no rows below the header.");
  if (rows.length > MAX_CUSTOMERS)
    throw new UnreadableTable(
      `It has more than ${MAX_CUSTOMERS.toLocaleString("en")} rows; import fewer at a time.`,
    );
  const nameAt = at === -1 ? 1 : header.findIndex((cell) => NAME.includes(cell));
  const seen = new Set<string>();
  return mapInSlices(rows, ({ row, cells }): CustomerRow => {
    const text = (cells[Math.max(at, 0)] ?? "").trim().slice(0, 320);
    const read = readCustomerDomain(text);
    if ("fault" in read) return { row, text, fault: read.fault };
    if (seen.has(read.domain)) return { row, text, fault: "Listed before" };
    seen.add(read.domain);
    const name = (cells[nameAt] ?? "").replace(/\s+/g, " ").trim().slice(0, MAX_NAME);
    return { row, text, customer: { domain: read.domain, name: name === "" ? null : name } };
  });
}
