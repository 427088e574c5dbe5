import { itemOf } from "#content/items/store/editable-item.server.ts";
import { inBatches } from "#db/batches.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { catalogueOf } from "#model/cards/catalogue/index.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { partsOfEntryId, productEntryId } from "#model/entry-ids.ts";
import { accessOf } from "#model/items/forms/items.ts";
import { PLAIN_FIELDS } from "#model/items/items.ts";
import { notedEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { picked } from "#values/picked.ts";
import type { CardEntry, ItemEntry } from "../rules/product-entries.ts";
import { latest } from "./content-entries.server.ts";
import type { IdPage } from "./entry-ids.server.ts";

/** What each product has for itself: its cards and its items, by ids made of its own and their names. */

/** The cards behind one, of all products. */
export function cardIds(db: Reader, orgId: string, page: IdPage): Promise<{ id: string }[]> {
  return idsBehind(db, orgId, "cards", "kind", page);
}

/** The items behind one, of all products: those of the catalog once somebody saved them. */
export function itemIds(db: Reader, orgId: string, page: IdPage): Promise<{ id: string }[]> {
  return idsBehind(db, orgId, "items", "uid", page);
}

/** Those of them that are certifications, wherever a product has its card for them. */
export function certificationIds(
  db: Reader,
  orgId: string,
  page: IdPage,
): Promise<{ id: string }[]> {
  return idsBehind(db, orgId, "items", "uid", page, CERTIFICATIONS);
}

const CERTIFICATIONS: CardKind = "Certifications";

/** They are put in order here: engines order texts of more than one column in their own way. */
async function idsBehind(
  db: Reader,
  orgId: string,
  table: "cards" | "items",
  name: "kind" | "uid",
  { after, count }: IdPage,
  kind: CardKind | null = null,
): Promise<{ id: string }[]> {
  let query = inOrg(db, orgId)
    .selectFrom(table)
    .select(["productId", name as "productId"]);
  if (kind !== null) query = query.where("kind", "=", kind);
  const rows = (await query.execute()) as unknown as readonly Record<string, string>[];
  return rows
    .map((row) => productEntryId(row.productId ?? "", row[name] ?? ""))
    .filter((id) => id > after)
    .sort()
    .slice(0, count)
    .map((id) => ({ id }));
}

/** The names in some ids, by product. */
function namesByProduct(ids: readonly string[]): Map<string, string[]> {
  const parts = Map.groupBy(ids.map(partsOfEntryId), ({ productId }) => productId);
  return new Map([...parts].map(([productId, of]) => [productId, of.map(({ name }) => name)]));
}

/** Since when there are products: their cards are as old, and copied items have the times of the first. */
async function sinceWhen(db: Reader, orgId: string): Promise<Map<string, string>> {
  const rows = await inOrg(db, orgId).selectFrom("products").select(["id", "createdAt"]).execute();
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}

/** Cards with their own names and texts; null is the default. */
export async function cardEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<CardEntry[]> {
  const [since, noted] = await Promise.all([
    sinceWhen(db, orgId),
    notedEntries(db, orgId, "cards", ids),
  ]);
  const found: CardEntry[] = [];
  for (const [productId, kinds] of namesByProduct(ids)) {
    const rows = await inOrg(db, orgId)
      .selectFrom("cards")
      .select(["kind", "title", "displayText", "placeholder", "hiddenAt"])
      .where("productId", "=", productId)
      .where("kind", "in", kinds as never[])
      .execute();
    for (const { kind, hiddenAt, ...texts } of rows) {
      const id = productEntryId(productId, kind);
      found.push({
        id,
        productId,
        kind,
        ...texts,
        hidden: hiddenAt !== null,
        catalog: catalogueOf(kind).map(({ uid, title }) => ({ uid, title })),
        updatedAt: latest([since.get(productId), noted.get(id)]),
      });
    }
  }
  return found;
}

/** Items with all that their forms say, and the documents that they have. */
export async function itemEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<ItemEntry[]> {
  const [since, noted] = await Promise.all([
    sinceWhen(db, orgId),
    notedEntries(db, orgId, "items", ids),
  ]);
  const found: ItemEntry[] = [];
  for (const [productId, uids] of namesByProduct(ids)) {
    await inBatches(uids, async (batch) => {
      const [rows, links] = await Promise.all([
        inOrg(db, orgId)
          .selectFrom("items")
          .selectAll()
          .where("productId", "=", productId)
          .where("uid", "in", batch)
          .execute(),
        inOrg(db, orgId)
          .selectFrom("itemDocuments")
          .select(["itemUid", "documentId"])
          .where("productId", "=", productId)
          .where("itemUid", "in", batch)
          .orderBy("documentId")
          .execute(),
      ]);
      const documentsOf = Map.groupBy(links, ({ itemUid }) => itemUid);
      for (const row of rows) {
        const id = productEntryId(productId, row.uid);
        const item = itemOf(row);
        found.push({
          id,
          productId,
          uid: row.uid,
          kind: row.kind,
          title: item.title,
          enabledState: item.enabledState,
          access: accessOf(item),
          ...picked(item, PLAIN_FIELDS),
          listEntries: [...item.listEntries],
          bridgeLetter: item.bridgeLetter,
          documentIds: (documentsOf.get(row.uid) ?? []).map(({ documentId }) => documentId),
          slug: row.customSlug,
          updatedAt: latest([row.lastModifiedOn, since.get(productId), noted.get(id)]),
        });
      }
    });
  }
  return found;
}
