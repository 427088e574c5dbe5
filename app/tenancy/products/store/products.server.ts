import { craFacts, craJson, type CraFacts } from "#model/cra.ts";
import { CARD_KINDS } from "#model/cards/kinds.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { prepared } from "#db/prepared.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { ProductPagesTable, ProductsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** A product of an org, and the page that it has in the portal. */
export interface Product {
  id: string;
  slug: string;
  name: string;
  position: number;
  /** Whether visitors find it in the list of products. */
  show: boolean;
  isDefault: boolean;
  /** What it says of itself under the Cyber Resilience Act; null for nothing. */
  cra: CraFacts | null;
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
  cra?: CraFacts | null;
}

export interface ProductLink {
  label: string;
  link: string;
  show: boolean;
}

/** The products in the order of their menu. */
export async function listProducts(db: Reader, orgId: string): Promise<Product[]> {
  return (await productRows(db, orgId)).map(productOf);
}

function productOf(row: ProductsTable): Product {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    position: row.position,
    show: row.show === 1,
    isDefault: row.isDefault === 1,
    cra: craFacts(row.craJson),
  };
}

/** How staff arranged a product's page. */
export type ProductPageRow = Omit<ProductPagesTable, "orgId" | "productId">;

/** The products in the order of their menu, with how their pages are arranged, by their ids. */
export async function listProductsWithPages(
  db: Reader,
  orgId: string,
): Promise<{ products: Product[]; pages: ReadonlyMap<string, ProductPageRow> }> {
  const rows = await inOrderOfMenu(db, orgId)
    .leftJoin("productPages as page", (join) =>
      join.onRef("page.orgId", "=", "products.orgId").onRef("page.productId", "=", "products.id"),
    )
    .selectAll("products")
    .select([
      "page.revision",
      "page.sectionOrderJson",
      "page.cardOrderJson",
      "page.hiddenSectionsJson",
      "page.featuredJson",
      "page.documentOrderJson",
    ])
    .execute();
  const pages = rows.flatMap(({ id, revision, hiddenSectionsJson, featuredJson, ...row }) =>
    revision === null || hiddenSectionsJson === null || featuredJson === null
      ? []
      : [[id, { ...row, revision, hiddenSectionsJson, featuredJson }] as const],
  );
  return { products: rows.map(productOf), pages: new Map(pages) };
}

/** The rows of an org's products, in their order. */
export async function productRows(db: Reader, orgId: string): Promise<ProductsTable[]> {
  return ROWS_OF(db, { orgId });
}

const ROWS_OF = prepared((db, p: { orgId: string }) =>
  inOrderOfMenu(db, p.orgId).selectAll("products"),
);

function inOrderOfMenu(db: Reader, orgId: string) {
  return inOrg(db, orgId)
    .selectFrom("products")
    .orderBy("products.position")
    .orderBy("products.name")
    .orderBy("products.id");
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
  { trx, orgId, now }: Omit<Write, "by">,
  values: ProductValues,
): Promise<string> {
  const id = values.id ?? newId();
  const slug = await freeProductSlug(trx, orgId, values);
  if (values.isDefault)
    await inOrg(trx, orgId).updateTable("products").set({ isDefault: 0 }).execute();
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
      craJson: craJson(values.cra ?? null),
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
  const rows = await inOrg(db, orgId)
    .selectFrom("productLinks")
    .select(["label", "link", "show"])
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
  await inOrg(trx, orgId).deleteFrom("productLinks").execute();
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
  const rows = await inOrg(db, orgId)
    .selectFrom("products")
    .select("id")
    .where("id", "in", [...wanted])
    .execute();
  if (rows.length < wanted.size) throw new NotFound("product");
}

/** Slugs that differ in case alone count as the same: people type them. */
async function freeProductSlug(trx: Writer, orgId: string, values: ProductValues): Promise<string> {
  const rows = await inOrg(trx, orgId).selectFrom("products").select("slug").execute();
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
