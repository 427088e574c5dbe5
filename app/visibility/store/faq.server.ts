import type { FaqEntriesTable } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";
import { sourceWords } from "#model/knowledge-base.ts";
import type { FaqItem } from "#model/visibility/page.ts";
import { seesFaqEntry } from "#model/visibility/who-sees-what.ts";
import { isSectionHidden } from "./config.server.ts";
import { oncePerScope, type PageScope } from "./scope.server.ts";

/**
 * An entry as it is stored. Its owner is told the products that it is about, too; none means all.
 */
export type StoredEntry = FaqEntriesTable & { productIds: string[]; productNames: string[] };

/**
 * Every entry of the scope's product that its viewer may read, favourites first, then the newest.
 */
export const seenEntries = oncePerScope(async (scope): Promise<readonly StoredEntry[]> => {
  const { productId, viewer, settings } = scope;
  if (await isSectionHidden(scope, "kb")) return [];
  const rows =
    viewer.mode === "main"
      ? (await entriesOfOrg(scope)).filter(
          // No limit means all products.
          ({ productIds }) => productIds.length === 0 || productIds.includes(productId),
        )
      : await entriesOfProduct(scope);
  return rows
    .filter((row) =>
      seesFaqEntry(viewer, row.access, { productId, level: settings.publicAccessLevel }),
    )
    .sort(favouritesFirst);
});

function favouritesFirst(a: StoredEntry, b: StoredEntry): number {
  return Number(b.favouriteAt !== null) - Number(a.favouriteAt !== null);
}

async function entriesOfProduct({ db, org, productId }: PageScope): Promise<StoredEntry[]> {
  const rows = await inOrg(db, org.id)
    .selectFrom("faqEntries as e")
    .selectAll("e")
    .where((eb) => {
      const limits = eb
        .selectFrom("faqProducts as p")
        .select("p.entryId")
        .whereRef("p.orgId", "=", "e.orgId")
        .whereRef("p.entryId", "=", "e.id");
      return eb.or([
        eb.not(eb.exists(limits)),
        eb.exists(limits.where("p.productId", "=", productId)),
      ]);
    })
    .orderBy("e.createdAt", "desc")
    .orderBy("e.id")
    .execute();
  return rows.map((row) => ({ ...row, productIds: [], productNames: [] }));
}

/**
 * Every entry of an org with the products that it is limited to, favourites first, then the newest.
 */
export async function entriesOfOrg({
  db,
  org,
}: Pick<PageScope, "db" | "org">): Promise<StoredEntry[]> {
  const rows = await inOrg(db, org.id)
    .selectFrom("faqEntries as e")
    .leftJoin("faqProducts as l", (join) =>
      join.onRef("l.orgId", "=", "e.orgId").onRef("l.entryId", "=", "e.id"),
    )
    .leftJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "l.orgId").onRef("p.id", "=", "l.productId"),
    )
    .selectAll("e")
    .select(["p.id as limitId", "p.name as limitName"])
    .orderBy("e.createdAt", "desc")
    .orderBy("e.id")
    .orderBy("p.id")
    .execute();
  const found = new Map<string, StoredEntry>();
  for (const { limitId, limitName, ...row } of rows) {
    const entry = found.get(row.id) ?? { ...row, productIds: [], productNames: [] };
    found.set(row.id, entry);
    if (limitId !== null) entry.productIds.push(limitId);
    if (limitName !== null) entry.productNames.push(limitName);
  }
  return [...found.values()].sort(favouritesFirst);
}

/** Every entry that the viewer may read, as pages show it, with what only its owner is told. */
export async function loadFaq(scope: PageScope): Promise<FaqItem<string>[]> {
  return shownEntries(scope, await seenEntries(scope));
}

/** Stored entries as a page shows them to the scope's viewer. */
export function shownEntries(
  { viewer }: Pick<PageScope, "viewer">,
  entries: readonly StoredEntry[],
): FaqItem<string>[] {
  const isOwner = viewer.mode === "main";
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
          products: entry.productNames,
        }
      : null,
  }));
}
