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
    share: 4,
    full: ({ domain }) => domain,
    cell: ({ domain }) => domain,
  },
  { title: "Name", share: 5, full: ({ name }) => name, cell: ({ name }) => name },
  {
    title: "Remove",
    isAction: true,
    cell: ({ domain }) => (
      <RowButton row={["domain", domain]} intent="remove" look="danger" label={`Remove ${domain}`}>
        Remove
      </RowButton>
    ),
  },
];
