import { inBatches } from "#db/batches.ts";
import { addProductCopy } from "./product-copies.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import {
  createProduct,
  listProducts,
  mustFindProduct,
  type Product,
} from "#tenancy/products/store/products.server.ts";
import { craJson, type CraFacts } from "#model/cra.ts";
import { sortKey } from "#values/names.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Adds a product behind the others, empty or as a copy of another one.
 * @returns its id
 * @throws Refused when the name or the slug is taken; NotFound for a copy of what is not the org's
 */
export async function addProduct(
  write: Write,
  values: { name: string; slug: string; show: boolean; copyOf: string | null },
): Promise<string> {
  const { trx, orgId } = write;
  const products = await listProducts(trx, orgId);
  refuseName(products, values.name);
  if (values.copyOf !== null) await mustFindProduct(trx, orgId, values.copyOf);
  const position = Math.max(-1, ...products.map((product) => product.position)) + 1;
  const id = await createProduct(write, {
    name: values.name,
    show: values.show,
    isDefault: products.length === 0,
    position,
    ...(values.slug === "" ? {} : { slug: values.slug }),
  });
  if (values.copyOf !== null) await addProductCopy(write, values.copyOf, id);
  await recordAudit(write, {
    action: "product.added",
    subject: values.name,
    detail: { product: id, copyOf: values.copyOf },
  });
  return id;
}

/**
 * Renames a product, moves it to another address, shows or hides it, changes its facts under the
 * Cyber Resilience Act.
 * @param values.cra left out, they stay
 * @throws NotFound; Refused when the name or the slug is taken
 */
export async function updateProduct(
  trx: Writer,
  orgId: string,
  productId: string,
  {
    name,
    slug,
    show,
    cra,
  }: { name: string; slug: string; show: boolean; cra?: CraFacts | null | undefined },
): Promise<void> {
  const products = await listProducts(trx, orgId);
  const own = products.find(({ id }) => id === productId);
  if (own === undefined) throw new NotFound("product");
  const others = products.filter(({ id }) => id !== productId);
  // Two of one name from before can still be saved.
  if (sortKey(name) !== sortKey(own.name)) refuseName(others, name);
  // Slugs that differ in case alone count as the same: people type them.
  if (others.some((other) => other.slug.toLowerCase() === slug.toLowerCase()))
    throw new Refused(`The slug ${slug} is already in use by another product.`, "slug");
  await inOrg(trx, orgId)
    .updateTable("products")
    .set({
      name,
      slug,
      show: show ? 1 : 0,
      ...(cra === undefined ? {} : { craJson: craJson(cra) }),
    })
    .where("id", "=", productId)
    .execute();
  await contentChanged(trx, orgId);
}

/**
 * Names that differ in case alone count as the same: visitors and reviewers tell products apart by
 * them.
 */
function refuseName(others: readonly Product[], name: string): void {
  const same = others.find((other) => sortKey(other.name) === sortKey(name));
  if (same !== undefined)
    throw new Refused(`Another product is called “${same.name}”. Choose another name.`, "name");
}

/** Changes places with the product before or after; at an end nothing changes. @throws NotFound */
export async function moveProduct(
  trx: Writer,
  orgId: string,
  productId: string,
  direction: "up" | "down",
): Promise<void> {
  const order = (await listProducts(trx, orgId)).map(({ id }) => id);
  const at = order.indexOf(productId);
  if (at === -1) throw new NotFound("product");
  const other = direction === "up" ? at - 1 : at + 1;
  const moved =
    order[other] === undefined ? order : order.with(at, order[other]).with(other, productId);
  await placeProducts(trx, orgId, moved);
}

/** Puts the products in an order. */
export async function placeProducts(
  trx: Writer,
  orgId: string,
  order: readonly string[],
): Promise<void> {
  for (const [position, id] of order.entries())
    await inOrg(trx, orgId)
      .updateTable("products")
      .set({ position })
      .where("id", "=", id)
      .execute();
  await contentChanged(trx, orgId);
}

/** The product that the portal's own address shows. @throws NotFound */
export async function makeDefaultProduct(
  trx: Writer,
  orgId: string,
  productId: string,
): Promise<void> {
  await mustFindProduct(trx, orgId, productId);
  await inOrg(trx, orgId).updateTable("products").set({ isDefault: 0 }).execute();
  await inOrg(trx, orgId)
    .updateTable("products")
    .set({ isDefault: 1 })
    .where("id", "=", productId)
    .execute();
  await contentChanged(trx, orgId);
}

/**
 * Why a product can't be deleted now, or null: it is before the public when the portal is, and it
 * is shown.
 */
export function removalFault(
  product: Pick<Product, "isDefault" | "show">,
  published: boolean,
): string | null {
  if (product.isDefault)
    return "The default product can’t be deleted. Make another one the default first.";
  return published && product.show
    ? "You can’t delete a product visitors can see. Hide it first, or unpublish the portal."
    : null;
}

/**
 * Deletes a product with everything on its page. What concerned it alone does not become
 * everybody's: its FAQ entries and controls go, its topics are hidden, its access rules end.
 * @throws NotFound; Refused for the default one, one before the public, or another name than its
 *   own
 */
export async function removeProduct(
  write: Write,
  productId: string,
  { confirmName, published }: { confirmName: string; published: boolean },
): Promise<void> {
  const { trx, orgId, by, now } = write;
  const product = (await listProducts(trx, orgId)).find(({ id }) => id === productId);
  if (product === undefined) throw new NotFound("product");
  const fault = removalFault(product, published);
  if (fault !== null) throw new Refused(fault);
  if (confirmName !== product.name)
    throw new Refused(`Type the product’s name, ${product.name}, to delete it.`, "confirmName");
  const at = isoNow(now);
  const entries = await aloneOf(trx, "faqProducts", "entryId", orgId, productId);
  await inBatches(entries, (ids) =>
    inOrg(trx, orgId).deleteFrom("faqEntries").where("id", "in", ids).execute(),
  );
  const controls = await aloneOf(trx, "controlProducts", "controlId", orgId, productId);
  await inBatches(controls, (ids) =>
    inOrg(trx, orgId).deleteFrom("controls").where("id", "in", ids).execute(),
  );
  const topics = await aloneOf(trx, "topicProducts", "topicId", orgId, productId);
  await inBatches(topics, (ids) =>
    inOrg(trx, orgId)
      .updateTable("topics")
      .set({ hiddenAt: at, hiddenBy: by.actorName })
      .where("id", "in", ids)
      .where("hiddenAt", "is", null)
      .execute(),
  );
  // A rule that decides about this product alone would decide about every product without it.
  const rules = [
    ...new Set([
      ...(await aloneOf(trx, "accessRuleProducts", "ruleId", orgId, productId)),
      ...(await aloneOf(trx, "accessRuleAskedProducts", "ruleId", orgId, productId)),
    ]),
  ];
  await inBatches(rules, (ids) =>
    inOrg(trx, orgId)
      .updateTable("accessRules")
      .set({ endedAt: at, endedBy: by.actorName })
      .where("id", "in", ids)
      .where("endedAt", "is", null)
      .execute(),
  );
  await noteBound(write, productId);
  await inOrg(trx, orgId).deleteFrom("products").where("id", "=", productId).execute();
  await recordAudit(write, {
    action: "product.deleted",
    subject: product.name,
    detail: {
      product: productId,
      faqEntries: entries.length,
      controls: controls.length,
      hiddenTopics: topics.length,
      endedRules: rules.length,
    },
  });
  await contentChanged(trx, orgId);
}

/** What names a product says something else once it is gone. */
async function noteBound(write: Write, productId: string): Promise<void> {
  const ofProduct = async (
    table:
      | "faqProducts"
      | "controlProducts"
      | "topicProducts"
      | "itemDocuments"
      | "grants"
      | "profileItems"
      | "accessRuleProducts"
      | "accessRuleAskedProducts",
    column:
      | "entryId"
      | "controlId"
      | "topicId"
      | "documentId"
      | "accountId"
      | "profileId"
      | "ruleId",
  ) => {
    const rows = (await inOrg(write.trx, write.orgId)
      .selectFrom(table)
      .selectAll()
      .where("productId", "=", productId)
      .execute()) as unknown as readonly Record<string, string>[];
    return rows.map((row) => row[column] ?? "");
  };
  await noteEntries(write, "questions", await ofProduct("faqProducts", "entryId"));
  await noteEntries(write, "controls", await ofProduct("controlProducts", "controlId"));
  await noteEntries(write, "updates", await ofProduct("topicProducts", "topicId"));
  await noteEntries(write, "documents", await ofProduct("itemDocuments", "documentId"));
  await noteEntries(write, "accounts", await ofProduct("grants", "accountId"));
  await noteEntries(write, "profiles", await ofProduct("profileItems", "profileId"));
  await noteEntries(write, "rules", await ofProduct("accessRuleProducts", "ruleId"));
  await noteEntries(write, "rules", await ofProduct("accessRuleAskedProducts", "ruleId"));
}

/** What is bound to this product and to no other. */
async function aloneOf(
  trx: Writer,
  table:
    | "faqProducts"
    | "controlProducts"
    | "topicProducts"
    | "accessRuleProducts"
    | "accessRuleAskedProducts",
  column: "entryId" | "controlId" | "topicId" | "ruleId",
  orgId: string,
  productId: string,
): Promise<string[]> {
  const rows = (await inOrg(trx, orgId)
    .selectFrom(table)
    .selectAll()
    .execute()) as unknown as readonly Record<string, string>[];
  const bound = new Map<string, string[]>();
  for (const row of rows)
    bound.set(row[column] ?? "", [...(bound.get(row[column] ?? "") ?? []), row.productId ?? ""]);
  return [...bound]
    .filter(([, products]) => products.length === 1 && products[0] === productId)
    .map(([id]) => id);
}
