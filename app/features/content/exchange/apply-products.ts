import { gradeList } from "../../grades/store.server.ts";
import { catalogueItem } from "../../cards/rules/catalogue/index.ts";
import type {
  BridgeLetter,
  EnabledState,
  ListEntry,
  Maturity,
  Recurrence,
} from "../../items/rules/items.ts";
import type { CardKind } from "../../cards/rules/kinds.ts";
import type { Integration } from "../../integrations/rules.ts";
import type { GradeProvider } from "../../grades/rules.ts";
import { inBatches } from "../../../../db/batches.ts";
import { isoNow } from "../../../../db/ids.ts";
import { linkManyDocuments, saveItems } from "../../items/store/items.server.ts";
import { createProduct } from "../../products/store/products.server.ts";
import { trustedByList } from "../../trusted-by/store.server.ts";
import { names, text, type Applying } from "./applying.ts";
import type { Change, Row, Value } from "./rows.ts";

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
    await trx
      .deleteFrom("subprocessors")
      .where("orgId", "=", orgId)
      .where("productId", "=", uids.idOf("product", product))
      .where("id", "=", uids.idOf("subprocessor", own))
      .execute();
  }
  for (const { key } of removed("item")) {
    const { product, own } = inside(key);
    await trx
      .deleteFrom("items")
      .where("orgId", "=", orgId)
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
      await trx
        .deleteFrom(table)
        .where("orgId", "=", orgId)
        .where("productId", "=", productId)
        .execute();
    await trx
      .deleteFrom("products")
      .where("orgId", "=", orgId)
      .where("id", "=", productId)
      .execute();
  }
}

/** A key inside a product: the product's uid has no slash. */
function inside(key: string): { product: string; own: string } {
  const at = key.indexOf("/");
  return { product: key.slice(0, at), own: key.slice(at + 1) };
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
    const last = await trx
      .selectFrom("products")
      .select((eb) => eb.fn.max("position").as("position"))
      .where("orgId", "=", orgId)
      .executeTakeFirst();
    await createProduct(
      trx,
      orgId,
      {
        id,
        ...values,
        ...(slug === null ? {} : { slug }),
        position: last?.position == null ? 0 : Number(last.position) + 1,
      },
      now,
    );
    return;
  }
  if (values.isDefault)
    await trx.updateTable("products").set({ isDefault: 0 }).where("orgId", "=", orgId).execute();
  await trx
    .updateTable("products")
    .set({
      name: values.name,
      show: values.show ? 1 : 0,
      isDefault: values.isDefault ? 1 : 0,
      ...(slug === null ? {} : { slug }),
    })
    .where("orgId", "=", orgId)
    .where("id", "=", id)
    .execute();
}

async function savePage({ trx, orgId, uids }: Applying, value: Value): Promise<void> {
  const json = (given: unknown) => (given === undefined ? null : JSON.stringify(given));
  await trx
    .updateTable("productPages")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      sectionOrderJson: json(value.sectionOrder),
      cardOrderJson: json(value.cardOrder),
      hiddenSectionsJson: JSON.stringify(names(value.hiddenSections)),
      featuredJson: JSON.stringify(names(value.featuredItems)),
      documentOrderJson: json(value.documentOrder),
    }))
    .where("orgId", "=", orgId)
    .where("productId", "=", uids.idOf("product", String(value.uid)))
    .execute();
}

async function saveCard(
  { trx, orgId, uids, assets, by, now }: Applying,
  key: string,
  value: Value,
): Promise<void> {
  const { product, own } = inside(key);
  const productId = uids.idOf("product", product);
  const card = () =>
    trx
      .updateTable("cards")
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .where("kind", "=", own as CardKind);
  await card()
    .set({
      title: text(value.title),
      displayText: text(value.displayText),
      placeholder: text(value.placeholder),
      iconAssetId: await assets.idOf("icon", `${own}-icon`, value.icon),
    })
    .execute();
  if (value.hidden === true)
    await card()
      .set({ hiddenAt: isoNow(now), hiddenBy: by })
      .where("hiddenAt", "is", null)
      .execute();
  else await card().set({ hiddenAt: null, hiddenBy: null }).execute();
}

async function saveAllItems(applying: Applying, changes: readonly Change[]): Promise<void> {
  const { trx, orgId, uids, by, now } = applying;
  for (const product of new Set(changes.map(({ key }) => inside(key).product))) {
    const productId = uids.idOf("product", product);
    const own = changes.filter(({ key }) => inside(key).product === product);
    const entries = [];
    for (const { row } of own) entries.push(await itemEntry(applying, row.value));
    // Moved first: saving leaves an item in its card.
    for (const { row } of own)
      await items(applying, productId, String(row.value.uid))
        .set({ kind: row.value.kind as CardKind })
        .execute();
    await saveItems(trx, orgId, productId, entries);
    for (const { row } of own) {
      const itemUid = String(row.value.uid);
      await items(applying, productId, itemUid)
        .set({ position: typeof row.value.position === "number" ? row.value.position : null })
        .execute();
      await trx
        .deleteFrom("oldItemSlugs")
        .where("orgId", "=", orgId)
        .where("productId", "=", productId)
        .where("itemUid", "=", itemUid)
        .execute();
    }
    const slugs = own.flatMap(({ row }) =>
      names(row.value.oldSlugs).map((slug) => ({
        orgId,
        productId,
        slug,
        itemUid: String(row.value.uid),
        retiredAt: isoNow(now),
      })),
    );
    await inBatches(slugs, (batch) =>
      trx
        .insertInto("oldItemSlugs")
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    for (const { row, fields, what } of own) {
      if (what === "changed" && !fields.includes("documents")) continue;
      const itemUid = String(row.value.uid);
      const wanted = names(row.value.documents).map((uid) => uids.idOf("document", uid));
      await trx
        .deleteFrom("itemDocuments")
        .where("orgId", "=", orgId)
        .where("productId", "=", productId)
        .where("itemUid", "=", itemUid)
        .$if(wanted.length > 0, (query) => query.where("documentId", "not in", wanted))
        .execute();
      if (wanted.length > 0)
        await linkManyDocuments(
          trx,
          orgId,
          productId,
          wanted.map((documentId) => ({ itemUid, documentId })),
          by,
          now,
        );
    }
  }
}

function items({ trx, orgId }: Applying, productId: string, uid: string) {
  return trx
    .updateTable("items")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("uid", "=", uid);
}

/**
 * A custom item's title, or what an item of the catalogue is called here; without one it is called
 * as it is there.
 */
function titleOf(value: Value): { title?: string; ownTitle?: string | null } {
  const title = text(value.title);
  if (catalogueItem(String(value.uid)) !== undefined) return { ownTitle: title };
  return title === null ? {} : { title };
}

/** A row is the whole item: what it does not say is empty. */
async function itemEntry({ assets, by, now }: Applying, value: Value) {
  const modified = value.lastModified as { on: string; by: string } | undefined;
  const entries = value.listEntries as ListEntry[] | undefined;
  return {
    values: {
      uid: String(value.uid),
      kind: value.kind as CardKind,
      ...titleOf(value),
      enabledState: (value.state ?? "Enabled") as EnabledState,
      publicAccess: value.publicAccess === true,
      hidden: value.hidden === true,
      explanation: text(value.explanation),
      href: text(value.href),
      type: text(value.type),
      choice: text(value.choice),
      maturity: text(value.maturity) as Maturity | null,
      recurrence: text(value.recurrence) as Recurrence | null,
      auditor: text(value.auditor),
      expiry: text(value.expiry),
      listEntries: entries ?? null,
      bridgeLetter: (value.bridgeLetter as BridgeLetter | undefined) ?? null,
      integration: (value.integration as Integration | undefined) ?? null,
      badgeAssetId: await assets.idOf("badge", String(value.uid), value.badge),
      customSlug: text(value.slug),
    },
    stamp: { by: modified?.by ?? by, on: modified === undefined ? now : new Date(modified.on) },
  };
}

async function saveSubprocessor(
  { trx, orgId, uids }: Applying,
  key: string,
  value: Value,
): Promise<void> {
  const productId = uids.idOf("product", inside(key).product);
  const id = uids.idOf("subprocessor", String(value.uid));
  const row = {
    companyId: uids.idOf("company", String(value.company)),
    purpose: text(value.purpose),
    location: text(value.location),
    additionalDetails: text(value.additionalDetails),
    position: typeof value.position === "number" ? value.position : null,
    createdAt: String(value.createdAt),
  };
  await trx
    .insertInto("subprocessors")
    .values({ orgId, productId, id, ...row })
    .onConflict((conflict) => conflict.columns(["orgId", "productId", "id"]).doUpdateSet(row))
    .execute();
}
