import { mapInSlices } from "#db/pace.ts";
import type { ReadTable } from "#web/table-import/staff/read-table.ts";
import { inFileOrder } from "#web/table-import/staff/row-faults.ts";
import { MAX_CUSTOMER_NAME, readCustomerDomain } from "#model/access-rules/customers.ts";
import type { CustomerColumn } from "../forms/customer-table.ts";

/** A row of the file: a customer, or what is wrong with it. */
export type CustomerRow =
  | { row: number; text: string; customer: { domain: string; name: string | null } }
  | { row: number; text: string; fault: string };

/** Whether a cell names a domain that could be a customer's. */
export const CUSTOMER_LOOKS = {
  domain: (cell: string) => "domain" in readCustomerDomain(cell),
};

/** The customers that the rows of a table name, and what is wrong with the other rows. */
export async function readCustomerRows({
  body,
  faulty,
  mapping,
}: Pick<ReadTable<CustomerColumn>, "body" | "faulty" | "mapping">): Promise<CustomerRow[]> {
  const seen = new Set<string>();
  const read = await mapInSlices(body, ({ row, cells }): CustomerRow => {
    const cell = (column: CustomerColumn) =>
      mapping[column] === null ? "" : (cells[mapping[column]] ?? "").trim();
    const text = cell("domain").slice(0, 320);
    const said = readCustomerDomain(text);
    if ("fault" in said) return { row, text, fault: said.fault };
    const { domain } = said;
    if (seen.has(domain)) return { row, text, fault: "Duplicate of an earlier row" };
    const name = cell("name").replace(/\s+/g, " ");
    if (name.length > MAX_CUSTOMER_NAME)
      return { row, text, fault: `The name has more than ${MAX_CUSTOMER_NAME} characters` };
    seen.add(domain);
    return { row, text, customer: { domain, name: name === "" ? null : name } };
  });
  return inFileOrder<CustomerRow>(faulty, read);
}
