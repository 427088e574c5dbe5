import type { FaqEntriesTable } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";
import { sourceWords } from "#model/knowledge-base.ts";
import type { FaqItem } from "#model/visibility/page.ts";
import { seesFaqEntry } from "#model/visibility/who-sees-what.ts";
import { isSectionHidden } from "./config.server.ts";
import { limitedElsewhere } from "./publications.server.ts";
import { oncePerScope, type PageScope } from "./scope.server.ts";

/** An entry as it is stored, with the products that it is about; none means all. */
export type StoredEntry = FaqEntriesTable & { productIds: string[] };

/**
 * Every entry of the scope's product that its viewer may read, favourites first, then the newest.
 */
export const seenEntries = oncePerScope(async (scope): Promise<readonly StoredEntry[]> => {
  const { db, org, productId, viewer, settings } = scope;
  if (await isSectionHidden(scope, "kb")) return [];
  const [rows, limits] = await Promise.all([
    inOrg(db, org.id)
      .selectFrom("faqEntries")
      .selectAll()
      .orderBy("createdAt", "desc")
      .orderBy("id")
      .execute(),
    inOrg(db, org.id)
      .selectFrom("faqProducts")
      .select(["entryId", "productId"])
      .orderBy("productId")
      .execute(),
  ]);
  const elsewhere = limitedElsewhere(
    limits.map((row) => ({ id: row.entryId, productId: row.productId })),
    productId,
  );
  const products = new Map<string, string[]>();
  for (const { entryId, productId: id } of limits)
    products.set(entryId, [...(products.get(entryId) ?? []), id]);
  return rows
    .filter(
      (row) =>
        !elsewhere.has(row.id) &&
        seesFaqEntry(viewer, row.access, { productId, level: settings.publicAccessLevel }),
    )
    .map((row) => ({ ...row, productIds: products.get(row.id) ?? [] }))
    .sort((a, b) => Number(b.favouriteAt !== null) - Number(a.favouriteAt !== null));
});

/** Every entry that the viewer may read, as pages show it, with what only its owner is told. */
export async function loadFaq(scope: PageScope): Promise<FaqItem<string>[]> {
  return shownEntries(scope, await seenEntries(scope));
}

/** Stored entries as a page shows them to the scope's viewer. */
export async function shownEntries(
  { db, org, viewer }: PageScope,
  entries: readonly StoredEntry[],
): Promise<FaqItem<string>[]> {
  const isOwner = viewer.mode === "main";
  const products = isOwner
    ? await inOrg(db, org.id).selectFrom("products").select(["id", "name"]).execute()
    : [];
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return entries.map((entry) => ({
    id: entry.id,
    question: entry.question,
    shortAnswer: entry.shortAnswer,
    answer: entry.answer,
    comment: entry.comment,
    topic: entry.topic,
    favourite: entry.favouriteAt !== null,
    owner: isOwner
      ? {
          access: entry.access,
          source: sourceWords(entry),
          createdAt: entry.createdAt,
          modifiedAt: entry.modifiedAt,
          products: entry.productIds.map((id) => names.get(id) ?? ""),
        }
      : null,
  }));
}
