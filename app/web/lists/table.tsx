import type { ReactNode } from "react";
import type { ListSort } from "#values/list-sort.ts";
import { classNames } from "#web/ui/class-names.ts";
import { sortableColumns } from "#web/ui/sorted-head.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";

/** From which width on a column is there: where it leaves the names their room, or where there is much. */
const SHOWN = {
  table: "max-lg:hidden",
  wide: "max-xl:hidden",
  widest: "max-[100rem]:hidden",
} as const;

/** The tenths of the width that a column asks for. */
const SHARES = {
  1: "md:w-1/10",
  2: "md:w-2/10",
  3: "md:w-3/10",
  4: "md:w-4/10",
  5: "md:w-5/10",
  6: "md:w-6/10",
  8: "md:w-8/10",
} as const;

/** A column of a list: its name, what it sorts by, and what its cells show. */
export interface ListColumn<Row, Key extends string = never> {
  /** The column's head; where the page is narrow, the label before each of its cells. */
  title: string;
  /** What stands in place of the head's word. */
  control?: ReactNode;
  /** The key that the list sorts by when this head is pressed. */
  by?: Key;
  /** The cells name their rows: each is the row's head. */
  namesRow?: boolean;
  /** How many tenths of the width it has, and what does not fit is cut; else as wide as it needs. */
  share?: keyof typeof SHARES;
  /** Where it is left out: on phones and tablets, or on all that is no wide screen. It stands behind the name. */
  from?: keyof typeof SHOWN;
  /** What can be done to a row. */
  isAction?: boolean;
  className?: string;
  /** All that a cell says, for what may be cut. */
  full?: (row: Row) => string | null;
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

/** The table of a list: each row a line, or a card where the page is narrow. */
export function ListTable<Row, Key extends string>({
  label,
  columns,
  rows,
  rowKey,
  sorting,
}: ListTableProps<Row, Key>) {
  const titles =
    sorting === undefined
      ? columns.map(({ title }) => title)
      : sortableColumns(
          columns.map(({ title, by }) => [title, by ?? null] as const),
          sorting,
          sorting.usual,
        );
  const head = titles.map((words, at) => {
    const column = columns[at];
    return column?.control === undefined ? words : { title: column.title, control: column.control };
  });
  const shown = columns.map(({ from }) => (from === undefined ? undefined : SHOWN[from]));
  return (
    <TableFrame label={label} head={head} headClasses={shown} isList>
      {rows.map((row) => (
        <tr key={rowKey(row)}>
          {columns.map(
            ({ title, namesRow = false, share, isAction, className, full, cell }, at) => {
              const own = {
                title: full?.(row) ?? undefined,
                className:
                  classNames(
                    share === undefined ? null : `list-cut ${SHARES[share]}`,
                    shown[at],
                    isAction && "list-action",
                    className,
                  ) || undefined,
              };
              return namesRow ? (
                <th key={title} scope="row" {...own}>
                  {cell(row)}
                </th>
              ) : (
                <td key={title} {...own}>
                  {cell(row)}
                </td>
              );
            },
          )}
        </tr>
      ))}
    </TableFrame>
  );
}

/** What a cell says beside its first words: behind them, or below them on a card. */
export function Beside({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted max-md:block">{children}</span>;
}
