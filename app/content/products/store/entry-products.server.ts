import { Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";

/**
 * The products of an entry that comes back as it was: those that are still there.
 * @throws Refused when all of them are gone: about no product is about all of them, and it would
 *   come out where nobody wanted it
 */
export async function productsStillThere(
  db: Reader,
  orgId: string,
  productIds: readonly string[],
): Promise<string[]> {
  const there = (await listProducts(db, orgId))
    .map(({ id }) => id)
    .filter((id) => productIds.includes(id));
  if (productIds.length > 0 && there.length === 0)
    throw new Refused(
      "This entry’s products were deleted, so restoring it would apply it to every product. Create a new entry instead.",
    );
  return there;
}

/** The names of products by their ids, in the order of the products; those that are gone have none. */
export async function productNamer(
  db: Reader,
  orgId: string,
): Promise<(productIds: readonly string[]) => string[]> {
  const products = await listProducts(db, orgId);
  return (productIds) =>
    products.filter(({ id }) => productIds.includes(id)).map(({ name }) => name);
}
