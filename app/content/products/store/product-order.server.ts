import type { CardKind } from "#model/cards/kinds.ts";
import { hiddenWithout, type SectionId } from "#model/cards/sections.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustChange, NotFound } from "#db/refusals.ts";
import type { ProductPagesTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Puts a product page's sections in an order; null is the default one. Missing sections take their
 * default place when read.
 */
export async function arrangeSections(
  trx: Writer,
  orgId: string,
  productId: string,
  order: readonly SectionId[] | null,
): Promise<void> {
  await changePage(trx, orgId, productId, { sectionOrderJson: stored(order) });
}

/** Puts a product page's cards in an order; null is the default one. */
export async function arrangeCards(
  trx: Writer,
  orgId: string,
  productId: string,
  order: readonly CardKind[] | null,
): Promise<void> {
  await changePage(trx, orgId, productId, { cardOrderJson: stored(order) });
}

/**
 * The items whose documents come first on the page, in this order.
 * @throws NotFound when one of them is no item of the product
 */
export async function featureItems(
  trx: Writer,
  orgId: string,
  productId: string,
  uids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(uids)];
  if (wanted.length > 0) {
    const rows = await inOrg(trx, orgId)
      .selectFrom("items")
      .select("uid")
      .where("productId", "=", productId)
      .where("uid", "in", wanted)
      .execute();
    if (rows.length < wanted.length) throw new NotFound("item");
  }
  await changePage(trx, orgId, productId, { featuredJson: JSON.stringify(wanted) });
}

/**
 * Puts the tiles of the Documents section in an order: first the featured ones are saved, then the
 * order of all; null is the default one.
 * @throws NotFound when one of the featured ones is no item of the product
 */
export async function arrangeDocuments(
  trx: Writer,
  orgId: string,
  productId: string,
  featured: readonly string[],
  order: readonly string[] | null,
): Promise<void> {
  await featureItems(trx, orgId, productId, featured);
  await changePage(trx, orgId, productId, { documentOrderJson: stored(order) });
}

/**
 * As `arrangeDocuments`, by the two columns that staff see: an item that has no tile at the moment,
 * being not enabled or without a file, stands in neither and keeps its star and its place behind
 * the others.
 * @param others null puts back the usual order, and `featured` says no more than who they are
 */
export async function arrangeDocumentTiles(
  trx: Writer,
  orgId: string,
  productId: string,
  featured: readonly string[],
  others: readonly string[] | null,
): Promise<void> {
  const page = await inOrg(trx, orgId)
    .selectFrom("productPages")
    .select(["featuredJson", "documentOrderJson"])
    .where("productId", "=", productId)
    .executeTakeFirst();
  const named = new Set([...featured, ...(others ?? [])]);
  const unnamed = (json: string | null | undefined) =>
    (JSON.parse(json ?? "[]") as string[]).filter((uid) => !named.has(uid));
  await arrangeDocuments(
    trx,
    orgId,
    productId,
    [...featured, ...unnamed(page?.featuredJson)],
    others === null ? null : [...featured, ...others, ...unnamed(page?.documentOrderJson)],
  );
}

/** An order as its column has it; null is the default one. */
function stored(order: readonly string[] | null): string | null {
  return order === null ? null : JSON.stringify([...new Set(order)]);
}

/** Takes a section, and everything in it, out of every face for non-owners. */
export async function hideSection(
  trx: Writer,
  orgId: string,
  productId: string,
  section: SectionId,
): Promise<void> {
  const hidden = await hiddenSections(trx, orgId, productId);
  await changePage(trx, orgId, productId, {
    hiddenSectionsJson: JSON.stringify([...new Set([...hidden, section])]),
  });
}

/** Shows a hidden section again. */
export async function showSection(
  trx: Writer,
  orgId: string,
  productId: string,
  section: SectionId,
): Promise<void> {
  const hidden = await hiddenSections(trx, orgId, productId);
  await changePage(trx, orgId, productId, {
    hiddenSectionsJson: JSON.stringify(hiddenWithout(section, hidden)),
  });
}

async function hiddenSections(trx: Writer, orgId: string, productId: string): Promise<string[]> {
  const page = await inOrg(trx, orgId)
    .selectFrom("productPages")
    .select("hiddenSectionsJson")
    .where("productId", "=", productId)
    .executeTakeFirst();
  if (page === undefined) throw new NotFound("product");
  return JSON.parse(page.hiddenSectionsJson) as string[];
}

async function changePage(
  trx: Writer,
  orgId: string,
  productId: string,
  changes: Partial<ProductPagesTable>,
): Promise<void> {
  const result = await inOrg(trx, orgId)
    .updateTable("productPages")
    .set((eb) => ({ ...changes, revision: eb("revision", "+", 1) }))
    .where("productId", "=", productId)
    .executeTakeFirst();
  mustChange(result, "product");
  await contentChanged(trx, orgId);
}
