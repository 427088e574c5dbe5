import { craFacts } from "#model/cra.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { PLAIN_FIELDS, type BridgeLetter, type ListEntry } from "#model/items/items.ts";
import { readIntegration } from "#model/integrations.ts";
import type { SectionId } from "#model/cards/sections.ts";
import type { ItemsTable, ProductsTable } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";
import { picked } from "#values/picked.ts";
import { productRows } from "#tenancy/products/store/products.server.ts";
import { allExternalIds } from "#tenancy/history/store/external-ids.server.ts";
import { namedSubprocessors } from "#content/subprocessors/store/subprocessors.server.ts";
import { byKey, grouped, type Reading } from "./reading.ts";
import type { Row } from "./rows.ts";
import { cardRow, itemRow, productRow } from "./values.ts";
import { gradesRow, subprocessorRow, trustedByRow } from "./list-values.ts";

/** The rows of every product: itself, its cards and items, and the lists behind its cards. */
export async function productRowsOf(reading: Reading): Promise<Row[]> {
  const { db, orgId } = reading;
  const products = await productRows(db, orgId);
  const rows: Row[] = [];
  const inside: Row[] = [];
  for (const product of products) {
    rows.push(await ownRow(reading, product));
    inside.push(
      ...(await cardRows(reading, product.id)),
      ...(await itemRows(reading, product.id)),
      ...(await listRows(reading, product)),
    );
  }
  return [...rows, ...inside];
}

async function ownRow(
  { db, orgId, uids }: Reading,
  { id, name, slug, isDefault, show, craJson }: ProductsTable,
): Promise<Row> {
  const page = await inOrg(db, orgId)
    .selectFrom("productPages")
    .selectAll()
    .where("productId", "=", id)
    .executeTakeFirstOrThrow();
  const items = new Set(
    (
      await inOrg(db, orgId).selectFrom("items").select("uid").where("productId", "=", id).execute()
    ).map(({ uid }) => uid),
  );
  const json = <T>(text: string | null) => (text === null ? null : (JSON.parse(text) as T));
  return productRow({
    uid: uids.uidOf("product", id),
    name,
    slug,
    default: isDefault === 1,
    show: show === 1,
    cra: craFacts(craJson),
    sectionOrder: json<SectionId[]>(page.sectionOrderJson),
    cardOrder: json<CardKind[]>(page.cardOrderJson),
    hiddenSections: json<SectionId[]>(page.hiddenSectionsJson) ?? [],
    featuredItems: json<string[]>(page.featuredJson) ?? [],
    // An item that is gone has left its place behind.
    documentOrder: json<string[]>(page.documentOrderJson)?.filter((uid) => items.has(uid)),
  });
}

async function cardRows({ db, orgId, uids, fileOf }: Reading, productId: string): Promise<Row[]> {
  const cards = await inOrg(db, orgId)
    .selectFrom("cards")
    .selectAll()
    .where("productId", "=", productId)
    .execute();
  const rows = cards.map(({ kind, title, displayText, placeholder, iconAssetId, hiddenAt }) =>
    cardRow(uids.uidOf("product", productId), {
      kind,
      title,
      displayText,
      placeholder,
      icon: fileOf(iconAssetId),
      hidden: hiddenAt !== null,
    }),
  );
  return byKey(rows.filter(({ value }) => Object.keys(value).length > 0));
}

async function itemRows({ db, orgId, uids, fileOf }: Reading, productId: string): Promise<Row[]> {
  const items = await inOrg(db, orgId)
    .selectFrom("items")
    .selectAll()
    .where("productId", "=", productId)
    .execute();
  const links = await inOrg(db, orgId)
    .selectFrom("itemDocuments")
    .select(["itemUid", "documentId"])
    .where("productId", "=", productId)
    .execute();
  const slugs = await inOrg(db, orgId)
    .selectFrom("oldItemSlugs")
    .select(["itemUid", "slug"])
    .where("productId", "=", productId)
    .execute();
  const documents = grouped(
    links,
    ({ itemUid }) => itemUid,
    ({ documentId }) => uids.uidOf("document", documentId),
  );
  const old = grouped(
    slugs,
    ({ itemUid }) => itemUid,
    ({ slug }) => slug,
  );
  return byKey(
    items.map((item) =>
      ofItem(
        uids.uidOf("product", productId),
        item,
        documents.get(item.uid) ?? [],
        old.get(item.uid) ?? [],
        fileOf(item.badgeAssetId),
      ),
    ),
  );
}

function ofItem(
  product: string,
  item: ItemsTable,
  documents: string[],
  oldSlugs: string[],
  badge: string | null,
): Row {
  const {
    uid,
    kind,
    title,
    enabledState,
    publicAccess,
    hiddenAt,
    listEntriesJson,
    bridgeLetterJson,
    integrationJson,
    customSlug,
    lastModifiedOn,
    lastModifiedBy,
    position,
  } = item;
  return itemRow(product, kind, title, {
    uid,
    ...picked(item, PLAIN_FIELDS),
    position,
    documents,
    oldSlugs,
    badge,
    title,
    state: enabledState,
    publicAccess: publicAccess === 1,
    hidden: hiddenAt !== null,
    listEntries: listEntriesJson === null ? [] : (JSON.parse(listEntriesJson) as ListEntry[]),
    bridgeLetter:
      bridgeLetterJson === null ? undefined : (JSON.parse(bridgeLetterJson) as BridgeLetter),
    integration: readIntegration(integrationJson),
    slug: customSlug,
    lastModified: { on: lastModifiedOn, by: lastModifiedBy },
  });
}

async function listRows({ db, orgId, uids }: Reading, { id, name }: ProductsTable): Promise<Row[]> {
  const product = uids.uidOf("product", id);
  const trusted = await inOrg(db, orgId)
    .selectFrom("trustedCompanies")
    .select(["companyId", "href"])
    .where("productId", "=", id)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const grades = await inOrg(db, orgId)
    .selectFrom("securityGrades")
    .selectAll()
    .where("productId", "=", id)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const subprocessors = await namedSubprocessors(db, orgId, id).execute();
  const names = await allExternalIds(db, orgId, "subprocessors");
  return [
    ...(trusted.length === 0
      ? []
      : [
          trustedByRow(
            product,
            name,
            trusted.map(({ companyId, href }) => ({
              company: uids.uidOf("company", companyId),
              href,
            })),
          ),
        ]),
    ...byKey(
      subprocessors.map(({ id: rowId, companyId, company, ...rest }) =>
        subprocessorRow(product, company, {
          uid: uids.uidOf("subprocessor", rowId),
          company: uids.uidOf("company", companyId),
          externalId: names.get(rowId),
          ...rest,
        }),
      ),
    ),
    ...(grades.length === 0
      ? []
      : [
          gradesRow(
            product,
            name,
            grades.map(({ id: rowId, ...rest }) => ({ ...rest, uid: uids.uidOf("grade", rowId) })),
          ),
        ]),
  ];
}
