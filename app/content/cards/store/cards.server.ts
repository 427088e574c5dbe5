import type { CardKind } from "#model/cards/kinds.ts";
import { mustFindAsset } from "#company/settings/store/customizations.server.ts";
import { isoNow } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustChange } from "#db/refusals.ts";
import type { CardsTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** What a card says of itself; null goes back to the default. */
export interface CardTexts {
  title?: string | null | undefined;
  displayText?: string | null | undefined;
  /** Shown while the card has no enabled items. */
  placeholder?: string | null | undefined;
}

/** Changes a card's texts; those that are undefined stay. @throws NotFound */
export async function updateCard(
  trx: Writer,
  orgId: string,
  productId: string,
  kind: CardKind,
  { title, displayText, placeholder }: CardTexts,
): Promise<void> {
  const texts = { title, displayText, placeholder };
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  if (Object.keys(given).length > 0) await changeCard(trx, orgId, productId, kind, given);
}

/**
 * Takes a card and everything in it, files too, out of every face for non-owners. @throws NotFound
 */
export async function hideCard(
  { trx, orgId, by, now }: Write,
  productId: string,
  kind: CardKind,
): Promise<void> {
  await changeCard(trx, orgId, productId, kind, { hiddenAt: isoNow(now), hiddenBy: by.actorName });
}

/** Shows a hidden card again. @throws NotFound */
export async function showCard(
  trx: Writer,
  orgId: string,
  productId: string,
  kind: CardKind,
): Promise<void> {
  await changeCard(trx, orgId, productId, kind, { hiddenAt: null, hiddenBy: null });
}

/**
 * Gives a card an own icon; null goes back to the default one.
 * @throws NotFound for a card or an asset that is not the org's; an Error for a caller that names
 *   no product
 */
export async function setCardIcon(
  trx: Writer,
  orgId: string,
  productId: string,
  kind: CardKind,
  assetId: string | null,
): Promise<void> {
  if (productId === "") throw new Error("productId must be defined to replace card icons");
  await mustFindAsset(trx, orgId, assetId);
  await changeCard(trx, orgId, productId, kind, { iconAssetId: assetId });
}

async function changeCard(
  trx: Writer,
  orgId: string,
  productId: string,
  kind: CardKind,
  changes: Partial<CardsTable>,
): Promise<void> {
  const result = await inOrg(trx, orgId)
    .updateTable("cards")
    .set(changes)
    .where("productId", "=", productId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  mustChange(result, "card");
  await contentChanged(trx, orgId);
}
