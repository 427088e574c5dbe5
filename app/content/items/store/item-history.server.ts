import { CARD_TITLES } from "#model/cards/kinds.ts";
import { inBatches } from "#db/batches.ts";
import { ItemSlugs } from "./item-slugs.server.ts";
import { removeItem } from "./item-state.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { featureItems } from "#content/products/store/product-order.server.ts";
import type { Writer } from "#db/store.ts";
import { prepared } from "#db/prepared.ts";
import { inOrg } from "#db/tenant.ts";
import { itemWords, type ItemSnapshot } from "./item-history-words.server.ts";
import { listIn, pageOf } from "#content/products/store/order-history.server.ts";
import {
  productOf,
  subject,
  type RestoreStamp,
  type SubjectKey,
} from "#tenancy/history/store/subject.server.ts";

/** Which item; a save reads all of it three times. */
interface OneItem extends Readonly<Record<string, string>> {
  orgId: string;
  productId: string;
  uid: string;
}

const ROW_OF = prepared((db, p: OneItem) =>
  inOrg(db, p.orgId)
    .selectFrom("items as i")
    .leftJoin("productPages as page", (join) =>
      join.onRef("page.orgId", "=", "i.orgId").onRef("page.productId", "=", "i.productId"),
    )
    .selectAll("i")
    .select("page.featuredJson")
    .where("i.productId", "=", p.productId)
    .where("i.uid", "=", p.uid),
);

const DOCUMENTS_OF = prepared((db, p: OneItem) =>
  inOrg(db, p.orgId)
    .selectFrom("itemDocuments")
    .select(["documentId", "linkedAt", "linkedBy"])
    .where("productId", "=", p.productId)
    .where("itemUid", "=", p.uid)
    .orderBy("documentId"),
);

const OLD_SLUGS_OF = prepared((db, p: OneItem) =>
  inOrg(db, p.orgId)
    .selectFrom("oldItemSlugs")
    .select(["slug", "retiredAt"])
    .where("productId", "=", p.productId)
    .where("itemUid", "=", p.uid)
    .orderBy("slug"),
);

const PROFILES_OF = prepared((db, p: OneItem) =>
  inOrg(db, p.orgId)
    .selectFrom("profileItems")
    .select("profileId")
    .where("productId", "=", p.productId)
    .where("itemUid", "=", p.uid)
    .orderBy("profileId"),
);

/**
 * An item with its linked documents; its subject id is the uid. A deleted one comes back with all
 * that went with it.
 */
export const itemSubject = subject<ItemSnapshot>({
  name: "item",
  permission: "statuspage:edit",
  title: (snapshot) => `${snapshot.row.title} (${CARD_TITLES[snapshot.row.kind]})`,
  async read(db, key) {
    const productId = productOf(key);
    const one = { orgId: key.orgId, productId, uid: key.subjectId };
    const [row] = await ROW_OF(db, one);
    if (row === undefined) return null;
    const { orgId: _org, productId: _product, featuredJson, ...columns } = row;
    const documents = await DOCUMENTS_OF(db, one);
    const oldSlugs = await OLD_SLUGS_OF(db, one);
    const places = await PROFILES_OF(db, one);
    const featuredAt = (listIn(featuredJson) ?? []).indexOf(key.subjectId);
    return {
      row: columns,
      documents,
      oldSlugs,
      profileIds: places.map(({ profileId }) => profileId),
      featuredAt: featuredAt === -1 ? null : featuredAt,
    };
  },
  async write(trx, key, snapshot, stamp) {
    const there = await inOrg(trx, key.orgId)
      .selectFrom("items")
      .select("uid")
      .where("productId", "=", productOf(key))
      .where("uid", "=", key.subjectId)
      .executeTakeFirst();
    if (snapshot === null) {
      if (there !== undefined) await removeItem(trx, key.orgId, productOf(key), key.subjectId);
      return;
    }
    await writeRow(trx, key, snapshot, stamp, there !== undefined);
    await writeDocuments(trx, key, snapshot);
    if (there === undefined) await bringBack(trx, key, snapshot);
    await contentChanged(trx, key.orgId);
  },
  words: itemWords,
  entries(_, __, before, after) {
    const [was = [], is = []] = [before, after].map((snapshot) =>
      (snapshot?.documents ?? []).map(({ documentId }) => documentId),
    );
    const moved = [
      ...was.filter((id) => !is.includes(id)),
      ...is.filter((id) => !was.includes(id)),
    ];
    return { noun: "documents", ids: moved };
  },
  told: (key) => ({ items: { productId: productOf(key), uids: [key.subjectId] } }),
  compared: ({ row, documents }) => {
    const {
      lastModifiedOn: _on,
      lastModifiedBy: _by,
      position: _position,
      sortKey: _sortKey,
      defaultSlug: _slug,
      hiddenAt,
      hiddenBy: _hiddenBy,
      integrationJson = null,
      ...rest
    } = row;
    return {
      ...rest,
      // Versions of before items could be connected lack it, and are the same.
      ...(integrationJson === null ? {} : { integrationJson }),
      hidden: hiddenAt !== null,
      documents: documents.map(({ documentId }) => documentId),
    };
  },
});

/**
 * The row itself. Its slugs are settled anew: another item may have taken one of them. An item that
 * was gone comes back without a custom slug that is another's by now; one that is there says so
 * instead.
 */
async function writeRow(
  trx: Writer,
  key: SubjectKey,
  { row }: ItemSnapshot,
  { by, now }: RestoreStamp,
  isThere: boolean,
): Promise<void> {
  const { orgId } = key;
  const productId = productOf(key);
  const slugs = await ItemSlugs.of(trx, orgId, productId);
  const [settled] = slugs.settle([
    {
      uid: row.uid,
      title: row.title,
      customSlug: isThere || slugs.isFree(row.customSlug, row.uid) ? row.customSlug : null,
    },
  ]);
  const badge =
    row.badgeAssetId === null
      ? undefined
      : await inOrg(trx, orgId)
          .selectFrom("assets")
          .select("id")
          .where("id", "=", row.badgeAssetId)
          .executeTakeFirst();
  const restored = {
    ...row,
    badgeAssetId: badge?.id ?? null,
    customSlug: settled?.customSlug ?? null,
    defaultSlug: settled?.defaultSlug ?? row.defaultSlug,
    lastModifiedOn: now.toISOString(),
    lastModifiedBy: by,
  };
  const { uid: _uid, ...changes } = restored;
  await trx
    .insertInto("items")
    .values({ orgId, productId, ...restored })
    .onConflict((conflict) => conflict.columns(["orgId", "productId", "uid"]).doUpdateSet(changes))
    .execute();
  await slugs.saveOld(trx, orgId, productId, now);
}

/** The links as they were; documents that are gone stay gone. */
async function writeDocuments(
  trx: Writer,
  key: SubjectKey,
  { documents }: ItemSnapshot,
): Promise<void> {
  const of = { orgId: key.orgId, productId: productOf(key), itemUid: key.subjectId };
  await inOrg(trx, of.orgId)
    .deleteFrom("itemDocuments")
    .where("productId", "=", of.productId)
    .where("itemUid", "=", of.itemUid)
    .execute();
  const ids = documents.map(({ documentId }) => documentId);
  const known =
    ids.length === 0
      ? []
      : await inOrg(trx, of.orgId)
          .selectFrom("documents")
          .select("id")
          .where("id", "in", ids)
          .execute();
  const rows = documents
    .filter(({ documentId }) => known.some(({ id }) => id === documentId))
    .map((link) => ({ ...of, ...link }));
  await inBatches(rows, (batch) => trx.insertInto("itemDocuments").values(batch).execute());
}

/**
 * What a deleted item took along: its former slugs where they are free, its places in profiles and
 * among the featured ones.
 */
async function bringBack(
  trx: Writer,
  key: SubjectKey,
  { oldSlugs, profileIds, featuredAt }: ItemSnapshot,
): Promise<void> {
  const of = { orgId: key.orgId, productId: productOf(key), itemUid: key.subjectId };
  await inBatches(
    oldSlugs.map((old) => ({ ...of, ...old })),
    (batch) =>
      trx
        .insertInto("oldItemSlugs")
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  );
  const known =
    profileIds.length === 0
      ? []
      : await inOrg(trx, of.orgId)
          .selectFrom("permissionProfiles")
          .select("id")
          .where("id", "in", profileIds)
          .execute();
  await inBatches(
    known.map(({ id }) => ({ ...of, profileId: id })),
    (batch) =>
      trx
        .insertInto("profileItems")
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  );
  if (featuredAt === null) return;
  const featured = listIn((await pageOf(trx, key))?.featuredJson) ?? [];
  if (!featured.includes(of.itemUid))
    await featureItems(trx, of.orgId, of.productId, [
      ...featured.slice(0, featuredAt),
      of.itemUid,
      ...featured.slice(featuredAt),
    ]);
}
