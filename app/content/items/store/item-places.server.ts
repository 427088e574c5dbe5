import type { CardKind } from "#model/cards/kinds.ts";
import { inBatches } from "#db/batches.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustFindProduct } from "#tenancy/products/store/products.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Puts the items of a card in an order: the given ones first, in this order, the others after them
 * in their default one.
 * @throws NotFound when one of them is no item of that card
 */
export async function arrangeItems(
  trx: Writer,
  orgId: string,
  productId: string,
  kind: CardKind,
  uids: readonly string[],
): Promise<void> {
  await mustFindProduct(trx, orgId, productId);
  const wanted = [...new Set(uids)];
  const rows = await inOrg(trx, orgId)
    .selectFrom("items")
    .select("uid")
    .where("productId", "=", productId)
    .where("kind", "=", kind)
    .execute();
  const own = new Set(rows.map((row) => row.uid));
  if (wanted.some((uid) => !own.has(uid))) throw new NotFound("item");
  await placeItems(trx, orgId, productId, kind, new Map(wanted.map((uid, place) => [uid, place])));
}

/**
 * Gives items of a card their places, and takes those of all others away; items that are gone are
 * left out.
 */
export async function placeItems(
  trx: Writer,
  orgId: string,
  productId: string,
  kind: CardKind,
  places: ReadonlyMap<string, number>,
): Promise<void> {
  const card = () =>
    inOrg(trx, orgId)
      .updateTable("items")
      .where("productId", "=", productId)
      .where("kind", "=", kind);
  await card().set({ position: null }).where("position", "is not", null).execute();
  // One statement for many rows: a thousand items are moved in a few milliseconds.
  await inBatches([...places], (batch) =>
    card()
      .set((eb) => {
        const [[uid, place], ...rest] = batch as [[string, number], ...[string, number][]];
        const first = eb.case("uid").when(uid).then(place);
        return {
          position: rest.reduce((cases, [other, at]) => cases.when(other).then(at), first).end(),
        };
      })
      .where(
        "uid",
        "in",
        batch.map(([uid]) => uid),
      )
      .execute(),
  );
  await contentChanged(trx, orgId);
}
