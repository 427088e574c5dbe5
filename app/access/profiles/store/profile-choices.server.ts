import { CARD_TITLES, CARD_KINDS, type CardKind } from "#model/cards/kinds.ts";
import { grouped, itemKey, type CardBranch, type ItemChoice } from "../rules/profiles.ts";
import { inBatches } from "#db/batches.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import {
  mustFindProfile,
  type ProfileItem,
} from "#auth/profiles/store/permission-profiles.server.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Every card of the org with what it is called, in the order of the catalog. */
export async function cardNames(
  db: Reader,
  orgId: string,
): Promise<Pick<CardBranch, "productId" | "kind" | "title">[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("cards")
    .select(["productId", "kind", "title"])
    .execute();
  const place = (kind: CardKind) => CARD_KINDS.indexOf(kind);
  return rows
    .map((row) => ({ ...row, title: row.title ?? CARD_TITLES[row.kind] }))
    .sort((a, b) => place(a.kind) - place(b.kind));
}

/** Every item of the org, hidden ones too, as a profile includes it or not. */
export async function itemChoices(
  db: Reader,
  orgId: string,
  profileId: string,
): Promise<ItemChoice[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("items as i")
    .leftJoin("profileItems as p", (join) =>
      join
        .onRef("p.orgId", "=", "i.orgId")
        .onRef("p.productId", "=", "i.productId")
        .onRef("p.itemUid", "=", "i.uid")
        .on("p.profileId", "=", profileId),
    )
    .select([
      "i.productId",
      "i.kind",
      "i.uid",
      "i.title",
      "i.publicAccess",
      "i.hiddenAt",
      "i.enabledState",
      "p.itemUid as chosen",
    ])
    .orderBy("i.sortKey")
    .orderBy("i.uid")
    .execute();
  const links = grouped(
    await inOrg(db, orgId)
      .selectFrom("itemDocuments")
      .select(["productId", "itemUid as uid", "documentId"])
      .orderBy("documentId")
      .execute(),
    itemKey,
  );
  return rows.map((row) => ({
    productId: row.productId,
    kind: row.kind,
    uid: row.uid,
    title: row.title,
    publicAccess: row.publicAccess === 1,
    hidden: row.hiddenAt !== null,
    state: row.enabledState,
    documents: (links.get(itemKey(row)) ?? []).map(({ documentId }) => documentId),
    chosen: row.chosen !== null,
  }));
}

/**
 * Chooses items that a profile includes; all others stay as they are. What is not an item any more
 * is left out: it was removed since the form was shown.
 * @param wants what is asked of an item: true includes it, false takes it out, null leaves it
 * @returns how many came in and went out
 * @throws NotFound when the org has no such profile
 */
export async function chooseItems(
  trx: Writer,
  orgId: string,
  profileId: string,
  wants: (item: ItemChoice) => boolean | null,
): Promise<{ added: number; removed: number }> {
  await mustFindProfile(trx, orgId, profileId);
  const items = await itemChoices(trx, orgId, profileId);
  const added = items.filter((item) => !item.chosen && wants(item) === true);
  const removed = items.filter((item) => item.chosen && wants(item) === false);
  for (const [productId, rows] of grouped(removed, (item) => item.productId))
    await inBatches(rows, (batch) =>
      inOrg(trx, orgId)
        .deleteFrom("profileItems")
        .where("profileId", "=", profileId)
        .where("productId", "=", productId)
        .where(
          "itemUid",
          "in",
          batch.map(({ uid }) => uid),
        )
        .execute(),
    );
  await inBatches(added, (batch) =>
    trx
      .insertInto("profileItems")
      .values(batch.map(({ uid, productId }) => ({ orgId, profileId, productId, itemUid: uid })))
      .execute(),
  );
  await contentChanged(trx, orgId);
  return { added: added.length, removed: removed.length };
}

/**
 * What a new profile begins with: the items of another one. One that includes every item gives
 * those that there are now.
 * @throws NotFound when the org has no such profile
 */
export async function itemsToCopy(
  db: Reader,
  orgId: string,
  profileId: string,
): Promise<readonly ProfileItem[]> {
  const profile = await mustFindProfile(db, orgId, profileId);
  if (!profile.allItems) return profile.items;
  return inOrg(db, orgId).selectFrom("items").select(["productId", "uid as itemUid"]).execute();
}
