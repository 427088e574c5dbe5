import type { DocumentType } from "#model/items/items.ts";
import { searchText } from "#values/names.ts";
import { inBatches } from "#db/batches.ts";
import { pattern } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** A document as the form of an item lists it. */
export interface ChoosableDocument {
  id: string;
  name: string;
  type: DocumentType;
}

export interface DocumentChoices {
  /** Linked to the item already, by name. */
  linked: ChoosableDocument[];
  /**
   * The rest of the library, by name: those that were chosen and not saved yet, and what the search
   * finds.
   */
  available: ChoosableDocument[];
  /** Documents that the search finds beyond those. */
  more: number;
}

/**
 * The documents that an item's form offers.
 * @param chosen ids of documents that are shown whatever the search says
 */
export async function documentChoices(
  db: Reader,
  orgId: string,
  {
    linked,
    chosen,
    search,
    most,
  }: { linked: readonly string[]; chosen: readonly string[]; search: string; most: number },
): Promise<DocumentChoices> {
  const own = new Set(linked);
  const pending = chosen.filter((id) => !own.has(id));
  const found = await rows(db, orgId, search, own.size + most + 1);
  const open = found.filter(({ id }) => !own.has(id));
  const shown = open.slice(0, most);
  const apart = pending.filter((id) => !shown.some((document) => document.id === id));
  const available = [...shown, ...(await byIds(db, orgId, apart))].sort(byName);
  const total = await count(db, orgId, search);
  const linkedFound = search === "" ? own.size : found.length - open.length;
  return {
    linked: (await byIds(db, orgId, linked)).sort(byName).map(plain),
    available: available.map(plain),
    more: Math.max(0, total - linkedFound - shown.length),
  };
}

type Row = ChoosableDocument & { sortKey: string };

function matching(db: Reader, orgId: string, search: string) {
  let query = inOrg(db, orgId).selectFrom("documents");
  for (const word of searchText(search).split(/\s+/).filter(Boolean))
    query = query.where("searchText", "like", pattern("", word, ""));
  return query;
}

function rows(db: Reader, orgId: string, search: string, most: number): Promise<Row[]> {
  return matching(db, orgId, search)
    .select(["id", "originalName as name", "type", "sortKey"])
    .orderBy("sortKey")
    .orderBy("id")
    .limit(most)
    .execute();
}

async function count(db: Reader, orgId: string, search: string): Promise<number> {
  const row = await matching(db, orgId, search)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

async function byIds(db: Reader, orgId: string, ids: readonly string[]): Promise<Row[]> {
  const found: Row[] = [];
  await inBatches([...new Set(ids)], async (batch) => {
    found.push(
      ...(await inOrg(db, orgId)
        .selectFrom("documents")
        .select(["id", "originalName as name", "type", "sortKey"])
        .where("id", "in", batch)
        .execute()),
    );
  });
  return found;
}

function byName(a: Row, b: Row): number {
  return a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : a.id < b.id ? -1 : 1;
}

function plain({ id, name, type }: Row): ChoosableDocument {
  return { id, name, type };
}
