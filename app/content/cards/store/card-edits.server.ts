import type { EnabledState } from "#model/items/items.ts";
import { FILE_MISSING, firstAccess } from "#model/items/forms/items.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { catalogueItem } from "#model/cards/catalogue/index.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { inBatches } from "#db/batches.ts";
import { hideCard, showCard, updateCard, type CardTexts } from "./cards.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { hasFile } from "#content/items/store/item-edits.server.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { featuresOf, hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { itemSubject } from "#content/items/store/item-history.server.ts";
import { cardSubject } from "#content/products/store/card-history.server.ts";

/** What a card's drawer shows of an item, and so what saving it may change. */
export interface ItemStatus {
  enabledState: EnabledState;
  hidden: boolean;
}

export interface CardEdit {
  /** The card's own name; null for the default one. Undefined: the form has none. */
  title?: string | null;
  /** The name that the form was opened with. */
  titleWas?: string | null;
  items: readonly (ItemStatus & { uid: string; was: ItemStatus })[];
}

/**
 * Somebody else saved parts of the card since its form was opened, in another way than this one
 * would.
 */
export class CardConflict extends Error {
  readonly status = 409;
  /** The card's name as it is now, when that was changed; undefined when it was not. */
  readonly title: string | null | undefined;
  /** By item, how it stands now and who saved it. */
  readonly items: ReadonlyMap<string, ItemStatus & { by: string }>;

  constructor(
    title: string | null | undefined,
    items: ReadonlyMap<string, ItemStatus & { by: string }>,
  ) {
    super("Someone else changed this while you were editing. Your changes aren’t saved yet.");
    this.title = title;
    this.items = items;
  }
}

/**
 * Saves a card's drawer: its name, and what was changed of its items. What was left as it was shown
 * stays as it is now, whoever saved it; all of it together, or nothing.
 * @returns the changes, by which they are undone
 * @throws CardConflict; NotFound for an item that is gone or stands in another card; Refused for
 *   hiding a public item
 */
export async function editCard(
  { trx, orgId, by, now }: Write,
  productId: string,
  kind: CardKind,
  edit: CardEdit,
): Promise<string[]> {
  const changed = edit.items.filter(
    ({ enabledState, hidden, was }) => enabledState !== was.enabledState || hidden !== was.hidden,
  );
  const renamed = edit.title !== undefined && edit.title !== (edit.titleWas ?? null);
  const card = await inOrg(trx, orgId)
    .selectFrom("cards")
    .select("title")
    .where("productId", "=", productId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (card === undefined) throw new NotFound("card");
  const stored = await standing(
    trx,
    orgId,
    productId,
    kind,
    changed.map(({ uid }) => uid),
  );
  refuseConflicts(card.title, stored, changed, renamed ? edit : null);

  const changes: (string | null)[] = [];
  const key = { orgId, productId, by, now };
  if (renamed) {
    const { changeId } = await recordChange(
      trx,
      { ...key, subject: cardSubject, subjectId: kind },
      () => updateCard(trx, orgId, productId, kind, { title: edit.title ?? null }),
    );
    changes.push(changeId);
  }
  for (const { uid, enabledState, hidden } of changed) {
    if (hidden && stored.get(uid)?.publicAccess === true)
      throw new Refused(
        `“${stored.get(uid)?.title}” is public now. Restrict it before you hide it.`,
      );
    if (
      kind === "Documents" &&
      enabledState !== "NotEnabled" &&
      stored.get(uid)?.enabledState === "NotEnabled" &&
      !(await hasFile(trx, orgId, productId, uid))
    )
      throw new Refused(FILE_MISSING, `items.${uid}`);
    const begins = hidden ? {} : (stored.get(uid)?.begins ?? {});
    const { changeId } = await recordChange(
      trx,
      { ...key, subject: itemSubject, subjectId: uid },
      () =>
        saveItem(
          trx,
          orgId,
          productId,
          { uid, kind, enabledState, hidden, ...begins },
          { by: by.actorName, on: now },
        ),
    );
    changes.push(changeId);
  }
  return changes.filter((id): id is string => id !== null);
}

/**
 * Saves a card's texts, and hides or shows it; what is not named stays.
 * @returns the change, by which it is undone; null when nothing changed
 * @throws NotFound
 */
export async function saveCardTexts(
  write: Write,
  productId: string,
  kind: CardKind,
  { hidden, ...texts }: CardTexts & { hidden?: boolean | undefined },
): Promise<string | null> {
  const { trx, orgId, by, now } = write;
  const edit = { subject: cardSubject, subjectId: kind, orgId, productId, by, now };
  const { changeId } = await recordChange(trx, edit, async () => {
    await updateCard(trx, orgId, productId, kind, texts);
    if (hidden === undefined) return;
    const card = await inOrg(trx, orgId)
      .selectFrom("cards")
      .select("hiddenAt")
      .where("productId", "=", productId)
      .where("kind", "=", kind)
      .executeTakeFirst();
    // One that is hidden keeps since when it is.
    if (hidden && card?.hiddenAt === null) await hideCard(write, productId, kind);
    if (!hidden && card?.hiddenAt !== null) await showCard(trx, orgId, productId, kind);
  });
  return changeId;
}

/** `begins`: what an item gets beside that nobody has touched yet. */
type Stored = ItemStatus & {
  by: string;
  publicAccess: boolean;
  title: string;
  begins?: { publicAccess: boolean };
};

/** How items stand now; those of the catalogue that nobody touched stand there unenabled. */
async function standing(
  trx: Writer,
  orgId: string,
  productId: string,
  kind: CardKind,
  uids: readonly string[],
): Promise<Map<string, Stored>> {
  const found = new Map<string, Stored>();
  await inBatches(uids, async (batch) => {
    const rows = await inOrg(trx, orgId)
      .selectFrom("items")
      .select([
        "uid",
        "kind",
        "title",
        "enabledState",
        "hiddenAt",
        "publicAccess",
        "lastModifiedBy",
      ])
      .where("productId", "=", productId)
      .where("uid", "in", batch)
      .execute();
    for (const row of rows) {
      if (row.kind !== kind) throw new NotFound("item");
      found.set(row.uid, {
        enabledState: row.enabledState,
        hidden: row.hiddenAt !== null,
        by: row.lastModifiedBy,
        publicAccess: row.publicAccess === 1,
        title: row.title,
      });
    }
  });
  const restricted = hasFeature(await featuresOf(trx, orgId), "allowRestrictedFiles");
  for (const uid of uids) {
    const standard = found.has(uid) ? undefined : catalogueItem(uid);
    if (!found.has(uid) && (standard === undefined || !uid.startsWith(`${kind}.`)))
      throw new NotFound("item");
    if (standard !== undefined)
      found.set(uid, {
        enabledState: "NotEnabled",
        hidden: false,
        by: "",
        publicAccess: false,
        title: standard.title,
        begins: { publicAccess: firstAccess({ hasFeature: () => restricted }) === "public" },
      });
  }
  return found;
}

function refuseConflicts(
  titleNow: string | null,
  stored: ReadonlyMap<string, Stored>,
  changed: CardEdit["items"],
  renaming: CardEdit | null,
): void {
  const items = new Map<string, ItemStatus & { by: string }>();
  for (const { uid, was, enabledState, hidden } of changed) {
    const now = stored.get(uid);
    if (now === undefined || same(now, was) || same(now, { enabledState, hidden })) continue;
    items.set(uid, { enabledState: now.enabledState, hidden: now.hidden, by: now.by });
  }
  const title =
    renaming !== null && titleNow !== (renaming.titleWas ?? null) && titleNow !== renaming.title
      ? titleNow
      : undefined;
  if (items.size > 0 || title !== undefined) throw new CardConflict(title, items);
}

function same(a: ItemStatus, b: ItemStatus): boolean {
  return a.enabledState === b.enabledState && a.hidden === b.hidden;
}

/** How the items of a card stand that somebody has touched, by uid. */
export async function itemStatuses(
  db: Reader,
  orgId: string,
  productId: string,
  kind: CardKind,
): Promise<Map<string, ItemStatus>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("items")
    .select(["uid", "enabledState", "hiddenAt"])
    .where("productId", "=", productId)
    .where("kind", "=", kind)
    .execute();
  return new Map(
    rows.map(({ uid, enabledState, hiddenAt }) => [
      uid,
      { enabledState, hidden: hiddenAt !== null },
    ]),
  );
}
