import { catalogueItem } from "#model/cards/catalogue/index.ts";
import type {
  BridgeLetter,
  EnabledState,
  ListEntry,
  Maturity,
  Recurrence,
} from "#model/items/items.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { Integration } from "#model/integrations.ts";
import { hideCard, setCardIcon, showCard, updateCard } from "#content/cards/store/cards.server.ts";
import { placeItems } from "#content/items/store/item-places.server.ts";
import { putOldSlugs } from "#content/items/store/item-slugs.server.ts";
import { moveItem } from "#content/items/store/item-state.server.ts";
import { linkOnlyDocuments, saveItems } from "#content/items/store/items.server.ts";
import { replaceSubprocessors } from "#content/subprocessors/store/subprocessors.server.ts";
import { SUBPROCESSOR_FIELDS } from "#content/subprocessors/forms/subprocessors.ts";
import { names, text, type Applying } from "./applying.ts";
import { entryOf } from "./entry-values.ts";
import { ofNoun, type Change, type Value } from "./rows.ts";
import { isOf } from "./yaml-files.ts";

/** A key inside a product, or the product's own: its uid has no slash. */
export function inside(key: string): { product: string; own: string } {
  const [product = "", ...own] = key.split("/");
  return { product, own: own.join("/") };
}

export async function saveCard(
  applying: Applying,
  { what, key, fields, row }: Change,
): Promise<void> {
  const { trx, orgId, uids, assetOf } = applying;
  const { product, own } = inside(key);
  const productId = uids.idOf("product", product);
  const kind = own as CardKind;
  const value = what === "removed" ? {} : row.value;
  await updateCard(trx, orgId, productId, kind, {
    title: text(value.title),
    displayText: text(value.displayText),
    placeholder: text(value.placeholder),
  });
  await setCardIcon(trx, orgId, productId, kind, await assetOf("icon", value.icon));
  if (value.hidden !== true) await showCard(trx, orgId, productId, kind);
  else if (what === "added" || fields.includes("hidden")) await hideCard(applying, productId, kind);
}

export async function saveAllItems(applying: Applying, changes: readonly Change[]): Promise<void> {
  const { trx, orgId, uids, target } = applying;
  for (const product of new Set(changes.map(({ key }) => inside(key).product))) {
    const productId = uids.idOf("product", product);
    const own = changes.filter(({ key }) => isOf(key, product));
    const entries = [];
    for (const { row } of own) entries.push(await itemEntry(applying, row.value));
    // Moved first: saving leaves an item in its card.
    for (const { row, fields } of own)
      if (fields.includes("kind"))
        await moveItem(applying, productId, String(row.value.uid), row.value.kind as CardKind);
    await saveItems(trx, orgId, productId, entries);
    const cards = new Set(
      own.flatMap((change) => (isPlaced(change) ? [change.row.value.kind] : [])),
    );
    const all = ofNoun(target, "item").filter(({ key }) => isOf(key, product));
    for (const kind of cards) {
      const places = all.flatMap(({ value }): [string, number][] =>
        value.kind === kind && typeof value.position === "number"
          ? [[String(value.uid), value.position]]
          : [],
      );
      await placeItems(trx, orgId, productId, kind as CardKind, new Map(places));
    }
    const listOf = (of: readonly Change[], list: (value: Value) => string[]) =>
      new Map(of.map(({ row: { value } }) => [String(value.uid), list(value)]));
    await putOldSlugs(
      applying,
      productId,
      listOf(own, ({ oldSlugs }) => names(oldSlugs)),
    );
    await linkOnlyDocuments(
      applying,
      productId,
      listOf(
        own.filter(({ what, fields }) => what === "added" || fields.includes("documents")),
        ({ documents }) => names(documents).map((uid) => uids.idOf("document", uid)),
      ),
    );
  }
}

/** Whether an item has, or had, a place of its own in the card where it stands now. */
function isPlaced({ what, fields, row }: Change): boolean {
  return what === "added"
    ? row.value.position !== undefined
    : fields.includes("position") || fields.includes("kind");
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
async function itemEntry({ assetOf, by, now }: Applying, value: Value) {
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
      badgeAssetId: await assetOf("badge", value.badge),
      customSlug: text(value.slug),
    },
    stamp: {
      by: modified?.by ?? by.actorName,
      on: modified === undefined ? now : new Date(modified.on),
    },
  };
}

/** A list is saved as a whole: what stays keeps its place. */
export async function saveSubprocessors(
  { trx, orgId, uids, target }: Applying,
  product: string,
): Promise<void> {
  const rows = ofNoun(target, "subprocessor")
    .filter(({ key }) => isOf(key, product))
    .map(({ value }) => ({
      id: uids.idOf("subprocessor", String(value.uid)),
      companyId: uids.idOf("company", String(value.company)),
      ...entryOf(SUBPROCESSOR_FIELDS, value),
      position: typeof value.position === "number" ? value.position : null,
      createdAt: String(value.createdAt),
    }));
  await replaceSubprocessors(trx, orgId, uids.idOf("product", product), rows);
}
