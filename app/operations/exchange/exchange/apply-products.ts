import { craSchema } from "#model/cra.ts";
import { gradeList } from "#content/grades/store/grades.server.ts";
import type { GradeProvider } from "#model/grades.ts";
import { SECTION_IDS } from "#model/cards/sections.ts";
import {
  makeDefaultProduct,
  updateProduct,
} from "#content/products/store/product-changes.server.ts";
import {
  arrangeCards,
  arrangeDocuments,
  arrangeSections,
  hideSection,
  showSection,
} from "#content/products/store/product-order.server.ts";
import { createProduct, listProducts } from "#tenancy/products/store/products.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";
import { names, text, type Applying } from "./applying.ts";
import { rowKey, type Change, type Noun, type Row, type Value } from "./rows.ts";
import { saveCard, saveAllItems, saveSubprocessors, inside } from "./apply-cards.ts";
import { inOrg } from "#db/tenant.ts";

const IN_PRODUCTS: ReadonlySet<Noun> = new Set<Noun>([
  "card",
  "item",
  "trusted-by",
  "subprocessor",
  "grades",
]);

/** Writes what changes in products that stay, their cards, items and lists. */
export async function applyProducts(applying: Applying, all: readonly Change[]): Promise<void> {
  const changes = all.filter(
    ({ noun, key }) =>
      !IN_PRODUCTS.has(noun) ||
      applying.target.has(rowKey({ noun: "product", key: inside(key).product })),
  );
  const written = (noun: Row["noun"]) =>
    changes.filter((change) => change.noun === noun && change.what !== "removed");
  const products = written("product");
  for (const change of products) await saveProduct(applying, change);
  for (const change of changes) if (change.noun === "card") await saveCard(applying, change);
  await saveAllItems(applying, written("item"));
  // An item that is featured is there by now.
  for (const change of products) await savePage(applying, change);
  for (const { key, row } of written("trusted-by")) {
    const entries = row.value.entries as { company: string; href?: string }[];
    await trustedByList.replace(
      applying.trx,
      { orgId: applying.orgId, productId: applying.uids.idOf("product", key) },
      entries.map(({ company, href }) => ({
        companyId: applying.uids.idOf("company", company),
        href: href ?? null,
      })),
    );
  }
  const subprocessors = changes.filter(({ noun }) => noun === "subprocessor");
  for (const product of new Set(subprocessors.map(({ key }) => inside(key).product)))
    await saveSubprocessors(applying, product);
  for (const { key, row } of written("grades"))
    await gradeList.replace(
      applying.trx,
      { orgId: applying.orgId, productId: applying.uids.idOf("product", key) },
      (row.value.entries as Value[]).map((entry) => ({
        id: applying.uids.idOf("grade", String(entry.uid)),
        provider: entry.provider as GradeProvider,
        label: String(entry.label),
        description: text(entry.description),
        grade: text(entry.grade),
        url: text(entry.url),
      })),
    );
}

/** Takes away what went, items before their products. */
export async function removeProducts(
  { trx, orgId, uids }: Applying,
  changes: readonly Change[],
): Promise<void> {
  const removed = (noun: Row["noun"]) =>
    changes.filter((change) => change.noun === noun && change.what === "removed");
  for (const { key } of removed("item")) {
    const { product, own } = inside(key);
    await inOrg(trx, orgId)
      .deleteFrom("items")
      .where("productId", "=", uids.idOf("product", product))
      .where("uid", "=", own)
      .execute();
  }
  for (const { key } of removed("product")) {
    const productId = uids.idOf("product", key);
    for (const table of [
      "trustedCompanies",
      "subprocessors",
      "securityGrades",
      "items",
      "cards",
      "productPages",
    ] as const)
      await inOrg(trx, orgId).deleteFrom(table).where("productId", "=", productId).execute();
    await inOrg(trx, orgId).deleteFrom("products").where("id", "=", productId).execute();
  }
}

async function saveProduct(
  { trx, orgId, uids, now }: Applying,
  { what, fields, row: { value } }: Change,
): Promise<void> {
  const id = uids.idOf("product", String(value.uid));
  const slug = text(value.slug);
  const [name, show, isDefault] = [
    String(value.name),
    value.show !== false,
    value.default === true,
  ];
  const cra = value.cra === undefined ? null : craSchema.parse(value.cra);
  const products = await listProducts(trx, orgId);
  if (what === "added") {
    const position = Math.max(-1, ...products.map((product) => product.position)) + 1;
    const own = slug === null ? {} : { slug };
    await createProduct({ trx, orgId, now }, { id, name, show, isDefault, position, cra, ...own });
    return;
  }
  const held = products.find((product) => product.id === id)?.slug ?? "";
  await updateProduct(trx, orgId, id, { name, show, slug: slug ?? held, cra });
  if (isDefault && fields.includes("default")) await makeDefaultProduct(trx, orgId, id);
}

async function savePage({ trx, orgId, uids }: Applying, { row: { value } }: Change): Promise<void> {
  const id = uids.idOf("product", String(value.uid));
  const order = <T extends string>(given: unknown) => (given as readonly T[] | undefined) ?? null;
  await arrangeSections(trx, orgId, id, order(value.sectionOrder));
  await arrangeCards(trx, orgId, id, order(value.cardOrder));
  await arrangeDocuments(trx, orgId, id, names(value.featuredItems), order(value.documentOrder));
  const hidden = new Set(names(value.hiddenSections));
  for (const section of SECTION_IDS)
    if (!hidden.has(section)) await showSection(trx, orgId, id, section);
  for (const section of SECTION_IDS)
    if (hidden.has(section)) await hideSection(trx, orgId, id, section);
}
