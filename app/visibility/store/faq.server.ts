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
  const { db, org, productId, viewer, settings } = scope;
  if (await isSectionHidden(scope, "kb")) return [];
  const [rows, products] = await Promise.all([
    inOrg(db, org.id)
      .selectFrom("faqEntries as e")
      .selectAll("e")
      .where((eb) => {
        const limits = eb
          .selectFrom("faqProducts as p")
          .select("p.entryId")
          .whereRef("p.orgId", "=", "e.orgId")
          .whereRef("p.entryId", "=", "e.id");
        // No limit means all products.
        return eb.or([
          eb.not(eb.exists(limits)),
          eb.exists(limits.where("p.productId", "=", productId)),
        ]);
      })
      .orderBy("e.createdAt", "desc")
      .orderBy("e.id")
      .execute(),
    viewer.mode === "main" ? productsOfEntries(scope) : new Map<string, Named[]>(),
  ]);
  return rows
    .filter((row) =>
      seesFaqEntry(viewer, row.access, { productId, level: settings.publicAccessLevel }),
    )
    .map((row) => {
      const about = products.get(row.id) ?? [];
      return {
        ...row,
        productIds: about.map(({ id }) => id),
        productNames: about.map(({ name }) => name),
      };
    })
    .sort((a, b) => Number(b.favouriteAt !== null) - Number(a.favouriteAt !== null));
});

interface Named {
  id: string;
  name: string;
}

/** The products that entries are limited to, by the entries' ids. */
async function productsOfEntries({ db, org }: PageScope): Promise<Map<string, Named[]>> {
  const rows = await inOrg(db, org.id)
    .selectFrom("faqProducts as l")
    .innerJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "l.orgId").onRef("p.id", "=", "l.productId"),
    )
    .select(["l.entryId", "p.id", "p.name"])
    .orderBy("p.id")
    .execute();
  const found = new Map<string, Named[]>();
  for (const { entryId, ...product } of rows)
    found.set(entryId, [...(found.get(entryId) ?? []), product]);
  return found;
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
