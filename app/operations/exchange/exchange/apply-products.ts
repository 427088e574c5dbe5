import { gradeList } from "#content/grades/store/grades.server.ts";
import type { GradeProvider } from "#model/grades.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";
import { names, text, type Applying } from "./applying.ts";
import type { Change, Row, Value } from "./rows.ts";
import { saveCard, saveAllItems, saveSubprocessor, inside } from "./apply-cards.ts";
import { inOrg } from "#db/tenant.ts";

/** Writes what changes in products, their cards, items and lists. */
export async function applyProducts(applying: Applying, changes: readonly Change[]): Promise<void> {
  const written = (noun: Row["noun"]) =>
    changes.filter((change) => change.noun === noun && change.what !== "removed");
  const products = written("product");
  for (const change of products) await saveProduct(applying, change);
  for (const { key, row } of written("card")) await saveCard(applying, key, row.value);
  for (const { key, noun, what } of changes)
    if (noun === "card" && what === "removed") await saveCard(applying, key, {});
  await saveAllItems(applying, written("item"));
  // An item that is featured is there by now.
  for (const { row } of products) await savePage(applying, row.value);
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
  for (const { key, row } of written("subprocessor"))
    await saveSubprocessor(applying, key, row.value);
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
  for (const { key } of removed("subprocessor")) {
    const { product, own } = inside(key);
    await inOrg(trx, orgId)
      .deleteFrom("subprocessors")
      .where("productId", "=", uids.idOf("product", product))
      .where("id", "=", uids.idOf("subprocessor", own))
      .execute();
  }
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
  { what, row: { value } }: Change,
): Promise<void> {
  const id = uids.idOf("product", String(value.uid));
  const slug = text(value.slug);
  const values = {
    name: String(value.name),
    show: value.show !== false,
    isDefault: value.default === true,
  };
  if (what === "added") {
    const last = await inOrg(trx, orgId)
      .selectFrom("products")
      .select((eb) => eb.fn.max("position").as("position"))
      .executeTakeFirst();
    await createProduct(
      { trx, orgId, now },
      {
        id,
        ...values,
        ...(slug === null ? {} : { slug }),
        position: last?.position == null ? 0 : Number(last.position) + 1,
      },
    );
    return;
  }
  if (values.isDefault)
    await inOrg(trx, orgId).updateTable("products").set({ isDefault: 0 }).execute();
  await inOrg(trx, orgId)
    .updateTable("products")
    .set({
      name: values.name,
      show: values.show ? 1 : 0,
      isDefault: values.isDefault ? 1 : 0,
      ...(slug === null ? {} : { slug }),
    })
    .where("id", "=", id)
    .execute();
}

async function savePage({ trx, orgId, uids }: Applying, value: Value): Promise<void> {
  const json = (given: unknown) => (given === undefined ? null : JSON.stringify(given));
  await inOrg(trx, orgId)
    .updateTable("productPages")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      sectionOrderJson: json(value.sectionOrder),
      cardOrderJson: json(value.cardOrder),
      hiddenSectionsJson: JSON.stringify(names(value.hiddenSections)),
      featuredJson: JSON.stringify(names(value.featuredItems)),
      documentOrderJson: json(value.documentOrder),
    }))
    .where("productId", "=", uids.idOf("product", String(value.uid)))
    .execute();
}
