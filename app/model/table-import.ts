/** What an import of a table takes: its columns, and how a file says which of its own is which. */
export interface TableColumns<Column extends string> {
  /**
   * The columns that are taken, in the order in which they are asked for; others are left alone.
   */
  columns: readonly Column[];
  /** The one that a row is called by. A query that names columns always names it. */
  name: Column;
  /** Those without which there is nothing to read. */
  required: readonly Column[];
  words: Readonly<Record<Column, string>>;
  hints: Readonly<Partial<Record<Column, string>>>;
  /** Other names that columns have in spreadsheets. */
  also: Readonly<Partial<Record<Column, readonly string[]>>>;
}

/** Which column of the file each field is taken from; null: none. */
export type ColumnMapping<Column extends string> = Readonly<Record<Column, number | null>>;

/** The mapping that the names of a header suggest. */
export function guessMapping<Column extends string>(
  { columns, also }: TableColumns<Column>,
  header: readonly string[],
): ColumnMapping<Column> {
  const names = header.map((cell) => cell.trim().toLowerCase());
  return mapped(columns, (column) => {
    const at = names.findIndex((name) => name === column || also[column]?.includes(name));
    return at === -1 ? null : at;
  });
}

/** The mapping that a query says; null while it says none. @param count of the file's columns */
export function mappingOf<Column extends string>(
  { columns, name }: TableColumns<Column>,
  query: URLSearchParams,
  count: number,
): ColumnMapping<Column> | null {
  if (query.get(name) === null) return null;
  return mapped(columns, (column) => {
    const text = query.get(column) ?? "";
    return /^\d{1,2}$/.test(text) && Number(text) < count ? Number(text) : null;
  });
}

function mapped<Column extends string>(
  columns: readonly Column[],
  find: (column: Column) => number | null,
): ColumnMapping<Column> {
  return Object.fromEntries(
    columns.map((column) => [column, find(column)]),
  ) as unknown as ColumnMapping<Column>;
}
