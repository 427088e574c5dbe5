import { CARD_KINDS, type CardKind } from "../../cards/rules/kinds.ts";
import { hiddenWithout, type SectionId } from "../../cards/rules/sections.ts";
import { inBatches } from "../../../../db/batches.ts";
import { isoNow, newId } from "../../../../db/ids.ts";
import { contentChanged } from "../../orgs/store/orgs.server.ts";
import { mustChange, NotFound, Refused } from "../../../../db/refusals.ts";
import type { ProductPagesTable } from "../../../../db/schema.ts";
import type { Reader, Writer } from "../../../../db/store.ts";

/** A product of an org, and the page that it has in the portal. */
export interface Product {
  id: string;
  slug: string;
  name: string;
  position: number;
  /** Whether visitors find it in the list of products. */
  show: boolean;
  isDefault: boolean;
}

export interface ProductValues {
  /** An id of the caller's choice, for content that names its rows itself; else a random one. */
  id?: string;
  name: string;
  /** Letters, digits, spaces and hyphens; without one it follows from the name. */
  slug?: string;
  isDefault: boolean;
  show: boolean;
  position: number;
}

export interface ProductLink {
  label: string;
  link: string;
  show: boolean;
}

/** The products in the order of their menu. */
export async function listProducts(db: Reader, orgId: string): Promise<Product[]> {
  const rows = await db
    .selectFrom("products")
    .selectAll()
    .where("orgId", "=", orgId)
    .orderBy("position")
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    position: row.position,
    show: row.show === 1,
    isDefault: row.isDefault === 1,
  }));
}

/** A product by its slug, spelled as it is, or by its id; a slug comes first. */
export async function findProduct(
  db: Reader,
  orgId: string,
  slugOrId: string,
): Promise<Product | null> {
  const products = await listProducts(db, orgId);
  return (
    products.find((product) => product.slug === slugOrId) ??
    products.find((product) => product.id === slugOrId) ??
    null
  );
}

/**
 * Creates a product with its empty page and one card of every kind that is shown. A default one
 * takes that place from the product that had it.
 * @returns the product's id
 * @throws Refused when the given slug is taken; a slug that follows from the name gets a number
 *   instead
 */
export async function createProduct(
  trx: Writer,
  orgId: string,
  values: ProductValues,
  now: Date = new Date(),
): Promise<string> {
  const id = values.id ?? newId();
  const slug = await freeProductSlug(trx, orgId, values);
  if (values.isDefault)
    await trx.updateTable("products").set({ isDefault: 0 }).where("orgId", "=", orgId).execute();
  await trx
    .insertInto("products")
    .values({
      orgId,
      id,
      slug,
      name: values.name,
      position: values.position,
      show: values.show ? 1 : 0,
      isDefault: values.isDefault ? 1 : 0,
      createdAt: isoNow(now),
    })
    .execute();
  await trx
    .insertInto("productPages")
    .values({ orgId, productId: id, revision: 1, hiddenSectionsJson: "[]", featuredJson: "[]" })
    .execute();
  const kinds = CARD_KINDS.filter((kind) => kind !== "CustomerData");
  await trx
    .insertInto("cards")
    .values(kinds.map((kind) => ({ orgId, productId: id, kind })))
    .execute();
  await contentChanged(trx, orgId);
  return id;
}

/** The links beside the products, in the order of the menu, those that are not shown too. */
export async function listProductLinks(db: Reader, orgId: string): Promise<ProductLink[]> {
  const rows = await db
    .selectFrom("productLinks")
    .select(["label", "link", "show"])
    .where("orgId", "=", orgId)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({ ...row, show: row.show === 1 }));
}

/**
 * The links beside the products in their menu: the given ones, in this order, instead of all
 * before.
 */
export async function replaceProductLinks(
  trx: Writer,
  orgId: string,
  links: readonly ProductLink[],
): Promise<void> {
  await trx.deleteFrom("productLinks").where("orgId", "=", orgId).execute();
  const rows = links.map((link, position) => ({
    orgId,
    id: newId(),
    label: link.label,
    link: link.link,
    show: link.show ? (1 as const) : (0 as const),
    position,
  }));
  await inBatches(rows, (batch) => trx.insertInto("productLinks").values(batch).execute());
  await contentChanged(trx, orgId);
}

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
  await changePage(trx, orgId, productId, {
    sectionOrderJson: order === null ? null : JSON.stringify([...new Set(order)]),
  });
}

/** Puts a product page's cards in an order; null is the default one. */
export async function arrangeCards(
  trx: Writer,
  orgId: string,
  productId: string,
  order: readonly CardKind[] | null,
): Promise<void> {
  await changePage(trx, orgId, productId, {
    cardOrderJson: order === null ? null : JSON.stringify([...new Set(order)]),
  });
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
    const rows = await trx
      .selectFrom("items")
      .select("uid")
      .where("orgId", "=", orgId)
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
  await changePage(trx, orgId, productId, {
    documentOrderJson: order === null ? null : JSON.stringify([...new Set(order)]),
  });
}

/**
 * As `arrangeDocuments`, by the two columns that staff see: an item that has no tile at the moment,
 * being not enabled or without a file, stands in neither and keeps its star and its place behind
 * the others.
 */
export async function arrangeDocumentTiles(
  trx: Writer,
  orgId: string,
  productId: string,
  featured: readonly string[],
  others: readonly string[],
): Promise<void> {
  const page = await trx
    .selectFrom("productPages")
    .select(["featuredJson", "documentOrderJson"])
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .executeTakeFirst();
  const named = new Set([...featured, ...others]);
  const unnamed = (json: string | null | undefined) =>
    (JSON.parse(json ?? "[]") as string[]).filter((uid) => !named.has(uid));
  await arrangeDocuments(
    trx,
    orgId,
    productId,
    [...featured, ...unnamed(page?.featuredJson)],
    [...featured, ...others, ...unnamed(page?.documentOrderJson)],
  );
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

/**
 * Ends a verb that works inside a product of the org.
 * @throws NotFound when it is none of the org's
 */
export async function mustFindProduct(db: Reader, orgId: string, productId: string): Promise<void> {
  await mustFindProducts(db, orgId, [productId]);
}

/** As `mustFindProduct`, for several. */
export async function mustFindProducts(
  db: Reader,
  orgId: string,
  productIds: readonly string[],
): Promise<void> {
  const wanted = new Set(productIds);
  if (wanted.size === 0) return;
  const rows = await db
    .selectFrom("products")
    .select("id")
    .where("orgId", "=", orgId)
    .where("id", "in", [...wanted])
    .execute();
  if (rows.length < wanted.size) throw new NotFound("product");
}

async function hiddenSections(trx: Writer, orgId: string, productId: string): Promise<string[]> {
  const page = await trx
    .selectFrom("productPages")
    .select("hiddenSectionsJson")
    .where("orgId", "=", orgId)
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
  const result = await trx
    .updateTable("productPages")
    .set((eb) => ({ ...changes, revision: eb("revision", "+", 1) }))
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .executeTakeFirst();
  mustChange(result, "product");
  await contentChanged(trx, orgId);
}

/** Slugs that differ in case alone count as the same: people type them. */
async function freeProductSlug(trx: Writer, orgId: string, values: ProductValues): Promise<string> {
  const rows = await trx.selectFrom("products").select("slug").where("orgId", "=", orgId).execute();
  const taken = new Set(rows.map((row) => row.slug.toLowerCase()));
  if (values.slug !== undefined) {
    if (taken.has(values.slug.toLowerCase()))
      throw new Refused(`The slug ${values.slug} is already in use by another product.`, "slug");
    return values.slug;
  }
  const base =
    values.name
      .replace(/[^A-Za-z0-9 -]/g, "")
      .replace(/\s+/g, " ")
      .trim() || "product";
  let slug = base;
  for (let number = 2; taken.has(slug.toLowerCase()); number += 1) slug = `${base}-${number}`;
  return slug;
}
