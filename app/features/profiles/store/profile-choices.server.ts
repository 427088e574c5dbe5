import type { CardKind } from "../../cards/rules/kinds.ts";
import type { EnabledState } from "../../items/rules/items.ts";
import { CARD_TITLES, CARD_KINDS } from "../../cards/rules/kinds.ts";
import { inBatches } from "../../../../db/batches.ts";
import { contentChanged } from "../../orgs/store/org-changes.server.ts";
import { mustFindProfile } from "./permission-profiles.server.ts";
import type { Reader, Writer } from "../../../../db/store.ts";

/** A card of a product, and how many of its items a profile includes. */
export interface CardChoice {
  productId: string;
  kind: CardKind;
  title: string;
  items: number;
  chosen: number;
}

/** An item that a profile can include. */
export interface ItemChoice {
  uid: string;
  title: string;
  publicAccess: boolean;
  /** Restricted and hidden: known to those alone whose profile includes it. */
  hidden: boolean;
  state: EnabledState;
  documents: number;
  chosen: boolean;
}

/** Every card that has items, by product in the order of the menu, cards by title. */
export async function cardChoices(
  db: Reader,
  orgId: string,
  profileId: string,
): Promise<CardChoice[]> {
  const rows = await db
    .selectFrom("items as i")
    .innerJoin("cards as c", (join) =>
      join
        .onRef("c.orgId", "=", "i.orgId")
        .onRef("c.productId", "=", "i.productId")
        .onRef("c.kind", "=", "i.kind"),
    )
    .leftJoin("profileItems as p", (join) =>
      join
        .onRef("p.orgId", "=", "i.orgId")
        .onRef("p.productId", "=", "i.productId")
        .onRef("p.itemUid", "=", "i.uid")
        .on("p.profileId", "=", profileId),
    )
    .select((eb) => [
      "i.productId",
      "i.kind",
      "c.title",
      eb.fn.count<number>("i.uid").as("items"),
      eb.fn.count<number>("p.itemUid").as("chosen"),
    ])
    .where("i.orgId", "=", orgId)
    .groupBy(["i.productId", "i.kind", "c.title"])
    .execute();
  const place = (kind: CardKind) => CARD_KINDS.indexOf(kind);
  return rows
    .map((row) => ({
      ...row,
      title: row.title ?? CARD_TITLES[row.kind],
      items: Number(row.items),
      chosen: Number(row.chosen),
    }))
    .sort((a, b) => place(a.kind) - place(b.kind));
}

/** The items of a card, hidden ones too, by title. */
export async function itemChoices(
  db: Reader,
  orgId: string,
  profileId: string,
  productId: string,
  kind: CardKind,
): Promise<ItemChoice[]> {
  const rows = await db
    .selectFrom("items as i")
    .leftJoin("profileItems as p", (join) =>
      join
        .onRef("p.orgId", "=", "i.orgId")
        .onRef("p.productId", "=", "i.productId")
        .onRef("p.itemUid", "=", "i.uid")
        .on("p.profileId", "=", profileId),
    )
    .select((eb) => [
      "i.uid",
      "i.title",
      "i.publicAccess",
      "i.hiddenAt",
      "i.enabledState",
      "p.itemUid as chosen",
      eb
        .selectFrom("itemDocuments as d")
        .select((count) => count.fn.countAll<number>().as("count"))
        .whereRef("d.orgId", "=", "i.orgId")
        .whereRef("d.productId", "=", "i.productId")
        .whereRef("d.itemUid", "=", "i.uid")
        .as("documents"),
    ])
    .where("i.orgId", "=", orgId)
    .where("i.productId", "=", productId)
    .where("i.kind", "=", kind)
    .orderBy("i.sortKey")
    .orderBy("i.uid")
    .execute();
  return rows.map((row) => ({
    uid: row.uid,
    title: row.title,
    publicAccess: row.publicAccess === 1,
    hidden: row.hiddenAt !== null,
    state: row.enabledState,
    documents: Number(row.documents ?? 0),
    chosen: row.chosen !== null,
  }));
}

/**
 * Chooses items of one card that a profile includes. Uids that are not items of the card are left
 * out: they were removed or moved since the form was shown.
 * @param choice `all` or `none` of the card, or the ticked ones among those that the form showed
 * @returns how many of the card it includes now
 * @throws NotFound when the org has no such profile
 */
export async function chooseItemsOfCard(
  trx: Writer,
  orgId: string,
  profileId: string,
  {
    productId,
    kind,
    choice,
  }: {
    productId: string;
    kind: CardKind;
    choice: "all" | "none" | { shown: readonly string[]; ticked: readonly string[] };
  },
): Promise<number> {
  const profile = await mustFindProfile(trx, orgId, profileId);
  const items = await trx
    .selectFrom("items")
    .select("uid")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("kind", "=", kind)
    .execute();
  const [shown, ticked] =
    typeof choice === "string" ? [null, null] : [new Set(choice.shown), new Set(choice.ticked)];
  const before = new Set(
    profile.items.filter((item) => item.productId === productId).map((item) => item.itemUid),
  );
  const wanted = ({ uid }: { uid: string }) =>
    ticked === null ? choice === "all" : shown?.has(uid) ? ticked.has(uid) : before.has(uid);
  const [added, removed] = [
    items.filter((item) => wanted(item) && !before.has(item.uid)),
    items.filter((item) => !wanted(item) && before.has(item.uid)),
  ];
  await inBatches(removed, (batch) =>
    trx
      .deleteFrom("profileItems")
      .where("orgId", "=", orgId)
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
      .values(batch.map(({ uid }) => ({ orgId, profileId, productId, itemUid: uid })))
      .execute(),
  );
  await contentChanged(trx, orgId);
  return items.filter(wanted).length;
}
