import type { TableColumns } from "#model/table-import.ts";

export type CustomerColumn = "domain" | "name";

/** What an import of customers takes. */
export const CUSTOMER_TABLE: TableColumns<CustomerColumn> = {
  columns: ["domain", "name"],
  name: "domain",
  required: ["domain"],
  words: { domain: "Domain", name: "Name" },
  hints: { domain: "Web addresses work too." },
  also: {
    domain: [
      "domains",
      "email domain",
      "domain name",
      "company domain",
      "company domain name",
      "website",
      "web site",
      "website url",
      "url",
    ],
    name: ["company", "company name", "account", "account name", "customer", "organization"],
  },
  headless: ["domain", "name"],
};
