import type { ListColumn } from "#web/lists/table.tsx";
import { RowButton } from "#web/lists/row-button.tsx";

interface Customer {
  domain: string;
  name: string | null;
}

/** The columns of the customer list. */
export const CUSTOMER_COLUMNS: readonly ListColumn<Customer>[] = [
  {
    title: "Domain",
    namesRow: true,
    className: "px-4 py-3 text-start align-top font-medium break-all",
    cell: ({ domain }) => domain,
  },
  { title: "Name", className: "[overflow-wrap:anywhere]", cell: ({ name }) => name },
  {
    title: "Remove",
    cell: ({ domain }) => (
      <RowButton row={["domain", domain]} intent="remove" look="danger" label={`Remove ${domain}`}>
        Remove
      </RowButton>
    ),
  },
];
