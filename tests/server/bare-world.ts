import type { CardKind } from "#model/cards/kinds.ts";
import type { Writer } from "#db/store.ts";
import type { World } from "./world.ts";

/** What an org shows, in an order in which nothing points to what is gone. */
const CONTENT = [
  "topicDrafts",
  "topics",
  "faqEntries",
  "controls",
  "webpages",
  "trustedCompanies",
  "subprocessors",
  "securityGrades",
  "profileItems",
  "items",
  "oldItemSlugs",
  "documents",
  "companies",
  "productLinks",
] as const;

/**
 * Takes the demo's content out of the named world and leaves its tenants, products, cards and people, so
 * that a test that walks through every page for every viewer has small pages with nothing but its own rows.
 */
export async function emptyContent(world: World): Promise<void> {
  await world.services.store.write(async (trx) => {
    for (const table of CONTENT) await trx.deleteFrom(table).execute();
    await trx
      .updateTable("productPages")
      .set({
        featuredJson: "[]",
        hiddenSectionsJson: "[]",
        sectionOrderJson: null,
        cardOrderJson: null,
      })
      .execute();
    await trx
      .updateTable("cards")
      .set({
        title: null,
        displayText: null,
        placeholder: null,
        hiddenAt: null,
        hiddenBy: null,
        iconAssetId: null,
      })
      .execute();
    await trx
      .updateTable("orgs")
      .set((eb) => ({ revision: eb("revision", "+", 1) }))
      .execute();
  });
}

/** Leaves each org its default product alone; nothing may stand in the others. */
export async function removeOtherProducts(trx: Writer): Promise<void> {
  const others = (
    await trx.selectFrom("products").select("id").where("isDefault", "=", 0).execute()
  ).map(({ id }) => id);
  for (const table of ["cards", "productPages"] as const)
    await trx.deleteFrom(table).where("productId", "in", others).execute();
  await trx.deleteFrom("products").where("id", "in", others).execute();
}

/** Leaves the products the cards of these kinds alone: a card of each of thirty kinds is most of what a page costs. */
export async function keepCards(trx: Writer, kinds: readonly CardKind[]): Promise<void> {
  await trx.deleteFrom("cards").where("kind", "not in", kinds).execute();
}

/** Sets which items the profile opens that riley, noor and (until it expired) kim were granted in acme, or alex in globex. */
export async function profileOpens(
  trx: Writer,
  orgId: string,
  email: string,
  items: readonly { productId: string; itemUid: string }[],
): Promise<void> {
  const { profileId } = await trx
    .selectFrom("grants")
    .innerJoin("members", (join) =>
      join
        .onRef("members.orgId", "=", "grants.orgId")
        .onRef("members.accountId", "=", "grants.accountId"),
    )
    .select("grants.profileId")
    .where("grants.orgId", "=", orgId)
    .where("members.email", "=", email)
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom("profileItems")
    .where("orgId", "=", orgId)
    .where("profileId", "=", profileId)
    .execute();
  await trx
    .insertInto("profileItems")
    .values(items.map((item) => ({ orgId, profileId, ...item })))
    .execute();
}
