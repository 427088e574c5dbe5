import { catalogueItem } from "../cards/rules/catalogue/index.ts";
import type { BridgeLetter } from "../items/rules/items.ts";
import { recordAudit, type Actor } from "../audit/store/audit.server.ts";
import { isoNow } from "../../../db/ids.ts";
import { contentChanged } from "../orgs/store/org-changes.server.ts";
import { NotFound, Refused } from "../../../db/refusals.ts";
import type { Writer } from "../../../db/store.ts";

/**
 * Sets an item's bridge letter; its form (rules) has checked what an enabled one needs.
 * @throws NotFound; Refused for an item that carries none: letters belong to SOC 1 and SOC 2
 *   reports
 */
export async function setBridgeLetter(
  trx: Writer,
  orgId: string,
  productId: string,
  itemUid: string,
  letter: BridgeLetter,
  by: Actor,
  now: Date,
): Promise<void> {
  await mustFindItem(trx, orgId, productId, itemUid);
  if (catalogueItem(itemUid)?.bridgeLetter === undefined)
    throw new Refused("This item can't carry a bridge letter.", "letterEnabled");
  await changeLetter(trx, orgId, productId, itemUid, JSON.stringify(letter), by, now);
  await recordAudit(trx, {
    orgId,
    by,
    action: "bridge-letter.set",
    subject: itemUid,
    detail: { productId, enabled: letter.letterEnabled, type: letter.letterType },
    now,
  });
}

/** Takes an item's bridge letter away, words and all. @throws NotFound */
export async function clearBridgeLetter(
  trx: Writer,
  orgId: string,
  productId: string,
  itemUid: string,
  by: Actor,
  now: Date,
): Promise<void> {
  await mustFindItem(trx, orgId, productId, itemUid);
  await changeLetter(trx, orgId, productId, itemUid, null, by, now);
  await recordAudit(trx, {
    orgId,
    by,
    action: "bridge-letter.cleared",
    subject: itemUid,
    detail: { productId },
    now,
  });
}

async function mustFindItem(
  trx: Writer,
  orgId: string,
  productId: string,
  uid: string,
): Promise<void> {
  const found = await trx
    .selectFrom("items")
    .select("uid")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (found === undefined) throw new NotFound("item");
}

async function changeLetter(
  trx: Writer,
  orgId: string,
  productId: string,
  uid: string,
  bridgeLetterJson: string | null,
  by: Actor,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("items")
    .set({ bridgeLetterJson, lastModifiedOn: isoNow(now), lastModifiedBy: by.actorName })
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("uid", "=", uid)
    .execute();
  await contentChanged(trx, orgId);
}
