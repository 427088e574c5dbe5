import type { ReactNode } from "react";
import type { ListSort } from "#values/list-sort.ts";
import { sortableColumns } from "#web/ui/sorted-head.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";

/** A column of a list: its name, what it sorts by, and what its cells show. */
export interface ListColumn<Row, Key extends string = never> {
  /** The column's head; where the page is narrow, the label above each of its cells. */
  title: string;
  /** The key that the list sorts by when this head is pressed. */
  by?: Key;
  /** The cells name their rows: each is the row's head. */
  namesRow?: boolean;
  className?: string;
  cell: (row: Row) => ReactNode;
}

/** The rows of a list, as its columns declare them. */
export interface ListTableProps<Row, Key extends string> {
  label: string;
  columns: readonly ListColumn<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How the rows are sorted and what else the address says; none for a list in one order. */
  sorting?: {
    path: string;
    query: Iterable<readonly [string, string]>;
    sort: ListSort<Key>;
    usual: ListSort<Key>;
  };
}

/** What every cell that names its row has beside its own class. */
const ROW_HEAD = "px-4 py-3 text-start align-top font-medium";

/** The table of a list. */
export function ListTable<Row, Key extends string>({
  label,
  columns,
  rows,
  rowKey,
  sorting,
}: ListTableProps<Row, Key>) {
  const head =
    sorting === undefined
      ? columns.map(({ title }) => title)
      : sortableColumns(
          columns.map(({ title, by }) => [title, by ?? null] as const),
          sorting,
          sorting.usual,
        );
  return (
    <TableFrame label={label} head={head}>
      {rows.map((row) => (
        <tr key={rowKey(row)}>
          {columns.map(({ title, namesRow = false, className, cell }) =>
            namesRow ? (
              <th key={title} scope="row" className={className ?? ROW_HEAD}>
                {cell(row)}
              </th>
            ) : (
              <td key={title} className={className}>
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </TableFrame>
  );
}
