import { Link } from "react-router";
import { sortParams, type ListSort } from "#values/list-sort.ts";
import { Icon } from "./icon.tsx";

/** A column that sorts its list: its name leads to the list in its order. */
export interface SortableColumn {
  title: string;
  href: string;
  sorted: "ascending" | "descending" | "none";
}

/**
 * The columns of a list that is sorted by some of them.
 * @param columns each by its name, with the key that it sorts by; null where it sorts nothing
 * @param list the list's path and what else its address says; its page is left out
 */
export function sortableColumns<Key extends string>(
  columns: readonly (readonly [title: string, by: Key | null])[],
  list: { path: string; query: Iterable<readonly [string, string]>; sort: ListSort<Key> },
  usual: ListSort<Key>,
): (string | SortableColumn)[] {
  const kept = [...list.query].filter(([name]) => name !== "sort" && name !== "page");
  return columns.map(([title, by]) => {
    if (by === null) return title;
    const here = list.sort.by === by;
    // The usual column begins as it usually is, and each other at its beginning.
    const first = by === usual.by ? usual.descending : false;
    const next = { by, descending: here ? !list.sort.descending : first };
    const query = new URLSearchParams([
      ...kept.map(([name, value]): [string, string] => [name, value]),
      ...Object.entries(sortParams(next, usual)),
    ]);
    return {
      title,
      href: `${list.path}${query.size === 0 ? "" : `?${query}`}`,
      sorted: here ? (list.sort.descending ? "descending" : "ascending") : "none",
    };
  });
}

/** The link of a column's head. */
export function SortLink({ column: { title, href, sorted } }: { column: SortableColumn }) {
  return (
    <Link
      to={href}
      preventScrollReset
      className="-mx-1 inline-flex min-h-8 items-center gap-1 rounded-sm px-1 no-underline hover:text-ink hover:underline"
    >
      {title}
      {sorted === "none" ? null : (
        <Icon name={sorted === "descending" ? "chevronDown" : "chevronUp"} size={14} />
      )}
    </Link>
  );
}
