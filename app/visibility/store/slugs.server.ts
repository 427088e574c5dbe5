import type { CardKind } from "#model/cards/kinds.ts";
import { loadItemOutlines } from "./items.server.ts";
import type { PageScope } from "./scope.server.ts";
import { inOrg } from "#db/tenant.ts";

export type SlugTarget =
  | { found: "item"; uid: string; kind: CardKind; locked: boolean; slug: string }
  /** The item has another slug now. */
  | { found: "moved"; slug: string }
  | { found: "nothing" };

/**
 * The item that a slug names for this viewer. Custom slugs win over default ones, old slugs lead to
 * the new one, and an item that the viewer may not know of is as absent as one that never was.
 */
export async function findItemBySlug(scope: PageScope, slug: string): Promise<SlugTarget> {
  const visible = await loadItemOutlines(scope);
  const item = visible.find((candidate) => candidate.slug === slug);
  if (item !== undefined) {
    return {
      found: "item",
      uid: item.uid,
      kind: item.kind,
      locked: item.access.text !== "open",
      slug,
    };
  }
  const old = await inOrg(scope.db, scope.org.id)
    .selectFrom("oldItemSlugs")
    .select("itemUid")
    .where("productId", "=", scope.productId)
    .where("slug", "=", slug)
    .executeTakeFirst();
  const moved = visible.find((candidate) => candidate.uid === old?.itemUid);
  return moved === undefined ? { found: "nothing" } : { found: "moved", slug: moved.slug };
}

/** The card and lock of an item by its uid or its title, as `itemUid` and `itemName` select it. */
export async function findItem(
  scope: PageScope,
  by: { uid: string } | { title: string },
): Promise<{ uid: string; kind: CardKind; slug: string; locked: boolean } | null> {
  const visible = await loadItemOutlines(scope);
  const wanted = visible.find((item) =>
    "uid" in by ? item.uid === by.uid : item.title.toLowerCase() === by.title.toLowerCase(),
  );
  return wanted === undefined
    ? null
    : {
        uid: wanted.uid,
        kind: wanted.kind,
        slug: wanted.slug,
        locked: wanted.access.text !== "open",
      };
}
