import { mapInSlices } from "#db/pace.ts";
import type { Reader } from "#db/store.ts";
import { outsideNames } from "#content/edit-kit/rules/entry-names.ts";
import { SUBPROCESSOR_FIELDS } from "../forms/subprocessors.ts";
import { findSubprocessorRows } from "./subprocessor-edits.server.ts";
import { subprocessorIds } from "./subprocessors.server.ts";

/** What a row says beside its company. */
const TEXTS = outsideNames(SUBPROCESSOR_FIELDS);

/** Rows of one page: each is three forms. */
const PAGE_ROWS = 50;

/**
 * A page of a product's list as staff arrange it: of the rows that hold the searched words, each
 * with its place in the whole list. A page that does not exist gives the nearest one that does.
 */
export async function subprocessorPage(
  db: Reader,
  orgId: string,
  productId: string,
  search: string,
  asked: number,
) {
  const ids = await subprocessorIds(db, orgId, productId);
  const found = await matching(db, orgId, productId, ids, search);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const page = Math.min(Math.max(1, asked), pages);
  const shown = found.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const rows = await findSubprocessorRows(db, orgId, productId, shown);
  const places = new Map(ids.map((id, place) => [id, place]));
  return {
    total: ids.length,
    found: found.length,
    /** The list has more rows than a page. */
    isLong: ids.length > PAGE_ROWS,
    page,
    pages,
    rows: rows.map(({ id, company, purpose, location }) => ({
      id,
      company,
      purpose,
      location,
      place: places.get(id) ?? 0,
    })),
  };
}

/** Those of the ids whose rows hold the searched words. */
async function matching(
  db: Reader,
  orgId: string,
  productId: string,
  ids: string[],
  search: string,
): Promise<string[]> {
  const needle = search.trim().toLowerCase();
  if (needle === "") return ids;
  const rows = await findSubprocessorRows(db, orgId, productId, ids);
  const found = await mapInSlices(rows, (row) =>
    ["company" as const, ...TEXTS].some((name) => row[name]?.toLowerCase().includes(needle))
      ? [row.id]
      : [],
  );
  return found.flat();
}
