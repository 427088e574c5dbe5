import type { Preferences } from "#model/subscribers/subscriptions.ts";
import { mustFindProducts } from "#tenancy/products/store/products.server.ts";
import { mustChange } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** What a subscriber chose. */
export async function loadPreferences(
  db: Reader,
  orgId: string,
  subscriberId: string,
): Promise<Preferences> {
  const { allUpdates, digest } = await inOrg(db, orgId)
    .selectFrom("subscribers")
    .select(["allUpdates", "digest"])
    .where("id", "=", subscriberId)
    .executeTakeFirstOrThrow();
  const categories = await inOrg(db, orgId)
    .selectFrom("subscriberCategories")
    .select("category")
    .where("subscriberId", "=", subscriberId)
    .orderBy("category")
    .execute();
  const products = await inOrg(db, orgId)
    .selectFrom("subscriberProducts")
    .select("productId")
    .where("subscriberId", "=", subscriberId)
    .orderBy("productId")
    .execute();
  return {
    allUpdates: allUpdates === 1,
    digest,
    categories: categories.map((row) => row.category),
    productIds: products.map((row) => row.productId),
  };
}

/**
 * Stores what a subscriber wants.
 * @throws NotFound for a subscriber or a product that is not the org's
 */
export async function changePreferences(
  trx: Writer,
  orgId: string,
  subscriberId: string,
  { allUpdates, categories, productIds, digest }: Preferences,
): Promise<void> {
  const result = await inOrg(trx, orgId)
    .updateTable("subscribers")
    .set({ allUpdates: allUpdates ? 1 : 0, digest })
    .where("id", "=", subscriberId)
    .executeTakeFirst();
  mustChange(result, "subscriber");
  await mustFindProducts(trx, orgId, [...productIds]);
  await inOrg(trx, orgId)
    .deleteFrom("subscriberCategories")
    .where("subscriberId", "=", subscriberId)
    .execute();
  await inOrg(trx, orgId)
    .deleteFrom("subscriberProducts")
    .where("subscriberId", "=", subscriberId)
    .execute();
  if (categories.length > 0)
    await trx
      .insertInto("subscriberCategories")
      .values(categories.map((category) => ({ orgId, subscriberId, category })))
      .execute();
  if (productIds.length > 0)
    await trx
      .insertInto("subscriberProducts")
      .values(productIds.map((productId) => ({ orgId, subscriberId, productId })))
      .execute();
}
