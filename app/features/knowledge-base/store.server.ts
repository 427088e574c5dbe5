import { isSectionHidden } from "../../visibility/store/config.server.ts";
import { limitedElsewhere } from "../../visibility/store/publications.server.ts";
import { type PageScope, oncePerScope } from "../../visibility/store/scope.server.ts";
import type { FaqEntriesTable } from "../../../db/schema.ts";
import type { FaqItem } from "../../visibility/rules/page.ts";
import { seesFaqEntry } from "../../visibility/rules/who-sees-what.ts";
import { TABLE_SOURCE, sourceWords } from "./rules.ts";
import { foundEntries } from "./store/found.server.ts";
import type { Actor } from "../audit/store/audit.server.ts";
import { saveImported } from "../table-import/store/entry-imports.server.ts";
import { type FaqValues, addFaqEntries, updateFaqEntry } from "./store/faq.server.ts";
import type { Writer } from "../../../db/store.ts";

/** An entry as it is stored, with the products that it is about; none means all. */
export type StoredEntry = FaqEntriesTable & { productIds: string[] };

/**
 * Every entry of the scope's product that its viewer may read, favourites first, then the newest.
 */
export const seenEntries = oncePerScope(async (scope): Promise<readonly StoredEntry[]> => {
  const { db, org, productId, viewer, settings } = scope;
  if (await isSectionHidden(scope, "kb")) return [];
  const [rows, limits] = await Promise.all([
    db
      .selectFrom("faqEntries")
      .selectAll()
      .where("orgId", "=", org.id)
      .orderBy("createdAt", "desc")
      .orderBy("id")
      .execute(),
    db
      .selectFrom("faqProducts")
      .select(["entryId", "productId"])
      .where("orgId", "=", org.id)
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

/**
 * The entries as pages show them, with what only their owner is told.
 * @param search words of the question, the answer or the comment
 */
export async function loadFaq(
  scope: PageScope,
  search: string | null = null,
): Promise<FaqItem<string>[]> {
  return shownEntries(scope, await foundEntries(scope.org, await seenEntries(scope), search ?? ""));
}

/** Entries that a page shows in the order in which they were added, the newest first. */
export async function newestFirst<Entry extends { id: string }>(
  scope: PageScope,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const added = new Map((await seenEntries(scope)).map(({ id, createdAt }) => [id, createdAt]));
  return entries.toSorted((a, b) => (added.get(b.id) ?? "").localeCompare(added.get(a.id) ?? ""));
}

/** Stored entries as a page shows them to the scope's viewer. */
export async function shownEntries(
  { db, org, viewer }: PageScope,
  entries: readonly StoredEntry[],
): Promise<FaqItem<string>[]> {
  const isOwner = viewer.mode === "main";
  const products = isOwner
    ? await db.selectFrom("products").select(["id", "name"]).where("orgId", "=", org.id).execute()
    : [];
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return entries.map((entry) => ({
    id: entry.id,
    question: entry.question,
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

/**
 * Writes the rows of an import into the knowledge base.
 * @throws NotFound when the import is done already, or an entry or product is gone
 */
export function saveImportedFaq(
  trx: Writer,
  orgId: string,
  importId: string,
  changes: readonly { id: string | null; values: FaqValues }[],
  by: Actor,
  now: Date,
): Promise<{ added: number; changed: number }> {
  return saveImported(
    trx,
    orgId,
    importId,
    changes,
    {
      subject: "faq-entry",
      action: "faq-entries.imported",
      add: (entries, fileName) =>
        addFaqEntries(
          trx,
          orgId,
          entries.map((entry) => ({
            ...entry,
            sourceType: TABLE_SOURCE,
            sourceSubtype: /\.(csv|xlsx)$/i.exec(fileName)?.[1]?.toLowerCase() ?? null,
            sourceName: fileName,
          })),
        ),
      change: (id, values) => updateFaqEntry(trx, orgId, id, values, now),
    },
    { by, now },
  );
}
