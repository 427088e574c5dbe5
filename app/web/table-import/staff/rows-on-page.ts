/** Rows that a page shows; all of them count. */
export const ROWS_ON_PAGE = 200;

/** A page of what would happen to the rows of a list. */
export interface RowsOnPage<Row> {
  rows: readonly Row[];
  page: number;
  pages: number;
  total: number;
}

/** The rows of one page. @param asked its number, as an address or a form says it */
export function rowsOnPage<Row>(rows: readonly Row[], asked: string | null): RowsOnPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_ON_PAGE));
  const said = asked !== null && /^\d{1,4}$/.test(asked) ? Number(asked) : 1;
  const page = Math.min(pages, Math.max(1, said));
  return {
    rows: rows.slice((page - 1) * ROWS_ON_PAGE, page * ROWS_ON_PAGE),
    page,
    pages,
    total: rows.length,
  };
}

/** Rows in the order of their outcomes, and in their own among those of one. */
export function byOutcome<Row, Outcome>(
  rows: readonly Row[],
  order: readonly Outcome[],
  outcomeOf: (row: Row) => Outcome,
): Row[] {
  const place = new Map(order.map((outcome, at) => [outcome, at]));
  return rows.toSorted((a, b) => (place.get(outcomeOf(a)) ?? 0) - (place.get(outcomeOf(b)) ?? 0));
}

/** Said behind what was done: ' 2 rows were left out.' */
export function leftOutWords(rows: number): string {
  return rows === 0 ? "" : ` ${rows === 1 ? "1 row was" : `${rows} rows were`} skipped.`;
}
