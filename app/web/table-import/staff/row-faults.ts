import { mapInSlices } from "#db/pace.ts";
import type { ColumnMapping } from "#model/table-import.ts";
import { cellFault } from "#platform/files/tables/cell-faults.ts";
import type { TableRow } from "#platform/files/tables/csv-table.ts";

/** A row that can't be taken as it stands in the file. */
export interface FaultyRow {
  row: number;
  /** What its name says. */
  text: string;
  fault: string;
}

/** What the rows of a table are good for. */
export interface SortedRows {
  /** Those whose cells are what somebody wrote. */
  body: TableRow[];
  faulty: FaultyRow[];
  /** The columns that say something, by their places. */
  filled: ReadonlySet<number>;
}

/**
 * Parts the rows that can be taken from those that can't.
 * @param table.width how many names a text has on top; 0: it has none, or is no text
 * @param table.totalRows the rows that a workbook says are sums
 */
export async function sorted<Column extends string>(
  rows: readonly TableRow[],
  {
    mapping,
    name,
    width,
    totalRows,
  }: {
    mapping: ColumnMapping<Column>;
    name: Column;
    width: number;
    totalRows: ReadonlySet<number>;
  },
): Promise<SortedRows> {
  const columns = new Set(Object.values<number | null>(mapping).filter((at) => at !== null));
  const filled = new Set<number>();
  const body: TableRow[] = [];
  const faulty: FaultyRow[] = [];
  await mapInSlices(rows, (row) => {
    const { cells } = row;
    for (let at = 0; at < cells.length; at += 1) if (cells[at] !== "") filled.add(at);
    const isTotal =
      totalRows.has(row.row) || (row === rows.at(-1) && looksLikeTotal(cells, columns));
    const fault = isTotal ? TOTAL_ROW : rowFault(cells, columns, width);
    if (fault === null) return body.push(row);
    return faulty.push({
      row: row.row,
      text: (cells[mapping[name] ?? 0] ?? "").slice(0, 200),
      fault,
    });
  });
  return { body, faulty, filled };
}

/** Rows that were read and those that can't be, in the order of the file. */
export function inFileOrder<Row extends { row: number }>(...parts: readonly (readonly Row[])[]) {
  return parts.flat().toSorted((a, b) => a.row - b.row);
}

const TOTAL_ROW = "It’s a total of the rows above. Delete it from the file.";

/** What people write beside the sums below a list. */
const TOTALS: ReadonlySet<string> = new Set(
  "total totals grandtotal sum subtotal summe gesamt gesamtsumme zwischensumme totalgénéral somme suma totale totaal 合計 总计 總計 합계".split(
    " ",
  ),
);

/**
 * Whether a last row has the word for a sum in its first filled cell, and beside it nothing but
 * figures: a company of that name has a domain or words of its own there.
 */
function looksLikeTotal(cells: readonly string[], columns: ReadonlySet<number>): boolean {
  const [first = "", ...others] = cells.filter((cell) => cell !== "");
  const word = first.toLowerCase().replaceAll(/[\s:]/g, "");
  const isTaken = [...columns].some((at) => (cells[at] ?? "") !== "");
  return isTaken && TOTALS.has(word) && others.every((cell) => /^[^\p{L}]*$/u.test(cell));
}

function rowFault(
  cells: readonly string[],
  columns: ReadonlySet<number>,
  width: number,
): string | null {
  // A separator that nobody quoted moves what is behind it into another column.
  if (width > 0 && cells.length > width && cells.slice(width).some((cell) => cell !== ""))
    return `It has ${cells.length} cells, but the header has ${width}. Put quotation marks around a cell that contains a separator.`;
  for (const at of columns) {
    const fault = cellFault(cells[at] ?? "");
    if (fault !== null) return fault;
  }
  return null;
}
