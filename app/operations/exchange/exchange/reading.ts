import type { ContentUids } from "../store/exchange.server.ts";
import type { Reader } from "#db/store.ts";
import type { FileOf } from "./applying.ts";
import type { Row } from "./rows.ts";

/** What everything of one org is read with. */
export interface Reading {
  db: Reader;
  orgId: string;
  uids: ContentUids;
  /** `sha256:…` of a picture by its id. */
  fileOf: FileOf;
}

/** In the order of the keys, which is the same in every org. */
export function byKey(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Values by name. */
export function grouped<T, V>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  valueOf: (row: T) => V,
): Map<string, V[]> {
  const groups = new Map<string, V[]>();
  for (const row of rows) {
    const held = groups.get(nameOf(row));
    if (held === undefined) groups.set(nameOf(row), [valueOf(row)]);
    else held.push(valueOf(row));
  }
  return groups;
}
