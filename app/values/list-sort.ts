/** How the rows of a list are sorted, as its address says it: `sort=name`, `sort=-name` backwards. */
export interface ListSort<Key extends string = string> {
  by: Key;
  descending: boolean;
}

/**
 * The order that an address asks for.
 * @param keys what the list can be sorted by; anything else asks for nothing
 * @param usual the order of an address that says nothing
 */
export function readSort<Key extends string>(
  query: URLSearchParams,
  keys: readonly Key[],
  usual: ListSort<Key>,
): ListSort<Key> {
  const asked = query.get("sort") ?? "";
  const by = keys.find((key) => key === asked.replace(/^-/, ""));
  return by === undefined ? usual : { by, descending: asked.startsWith("-") };
}

/** What an address says of an order: nothing where it is the usual one. */
export function sortParams<Key extends string>(
  { by, descending }: ListSort<Key>,
  usual: ListSort<Key>,
): Record<string, string> {
  return by === usual.by && descending === usual.descending
    ? {}
    : { sort: `${descending ? "-" : ""}${by}` };
}

/**
 * Rows by a value each; rows of the same value stay as they were, and rows without one come last in
 * both directions.
 */
export function sortedBy<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number | null,
  descending: boolean,
): Row[] {
  const way = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: value(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null);
      return typeof a.value === "number" && typeof b.value === "number"
        ? way * (a.value - b.value)
        : way * String(a.value).localeCompare(String(b.value), "en");
    })
    .map(({ row }) => row);
}
