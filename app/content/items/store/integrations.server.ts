import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { editItem } from "./item-edits.server.ts";
import type { EditableItem } from "./editable-item.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { REFRESH_MS, storedReading, type Integration, type Reading } from "#model/integrations.ts";

/** The item that a reading is of. */
export interface ReadingKey {
  orgId: string;
  productId: string;
  itemUid: string;
}

interface Editing {
  /** The stamp of the version that the form showed. */
  base?: string | undefined;
}

type Connectable = Pick<EditableItem, "uid" | "kind" | "item" | "isStored">;

/**
 * Connects an item to a page that was read just now, and makes it the item's link.
 * @returns the change by which it is undone
 * @throws as `editItem`
 */
export async function connectItem(
  write: Write,
  productId: string,
  editable: Connectable,
  { integration, reading }: { integration: Integration; reading: Reading },
  { base }: Editing = {},
): Promise<string | null> {
  const { trx, orgId, now } = write;
  const changeId = await save(write, productId, editable, integration, { base });
  const itemUid = editable.uid ?? "";
  const { page } = integration;
  await keepReading(trx, { orgId, productId, itemUid }, { page, reading, now, anew: true });
  await recordAudit(write, {
    action: "integration.connected",
    subject: page,
    detail: { item: itemUid, productId },
  });
  return changeId;
}

/**
 * Ends an item's connection; its link stays, and can be changed again.
 * @throws NotFound where there is none; as `editItem`
 */
export async function disconnectItem(
  write: Write,
  productId: string,
  editable: Connectable,
  { base }: Editing = {},
): Promise<string | null> {
  const { trx, orgId } = write;
  const { integration } = editable.item;
  if (integration === null || editable.uid === null) throw new NotFound("integration");
  const changeId = await save(write, productId, editable, null, { base });
  await inOrg(trx, orgId)
    .deleteFrom("integrationReadings")
    .where("productId", "=", productId)
    .where("itemUid", "=", editable.uid)
    .execute();
  await recordAudit(write, {
    action: "integration.disconnected",
    subject: integration.page,
    detail: { item: editable.uid, productId },
  });
  return changeId;
}

function save(
  write: Write,
  productId: string,
  { uid, kind, item, isStored }: Connectable,
  integration: Integration | null,
  editing: Editing,
): Promise<string | null> {
  if (uid === null) throw new NotFound("item");
  // One of the catalogue that nobody saved yet stays what it was: connecting it publishes nothing.
  const first = isStored
    ? {}
    : { enabledState: item.enabledState, publicAccess: item.publicAccess, hidden: item.hidden };
  const values = {
    ...first,
    integration,
    ...(integration === null ? {} : { href: integration.page }),
  };
  return editItem(
    write,
    productId,
    { uid, kind },
    { values, link: [], unlink: [], documentTypes: {} },
    editing,
  );
}

/**
 * Takes the turn to read a page: one process at a time, and at most once in five minutes.
 * @returns whether this caller reads it
 */
export async function claimReading(
  trx: Writer,
  { orgId, productId, itemUid }: ReadingKey,
  page: string,
  now: Date,
): Promise<boolean> {
  const at = isoNow(now);
  const before = await inOrg(trx, orgId)
    .selectFrom("integrationReadings")
    .select(["page", "askedAt", "example"])
    .where("productId", "=", productId)
    .where("itemUid", "=", itemUid)
    .executeTakeFirst();
  if (before?.page === page) {
    if (before.example === 1) return false;
    const age = before.askedAt === null ? Infinity : now.getTime() - Date.parse(before.askedAt);
    // A clock that went back makes a turn old, not longer.
    if (age >= 0 && age < REFRESH_MS) return false;
    await inOrg(trx, orgId)
      .updateTable("integrationReadings")
      .set({ askedAt: at })
      .where("productId", "=", productId)
      .where("itemUid", "=", itemUid)
      .execute();
    return true;
  }
  // It may have been disconnected, or deleted, since the page was made that asks for it.
  const item = await inOrg(trx, orgId)
    .selectFrom("items")
    .select("integrationJson")
    .where("productId", "=", productId)
    .where("uid", "=", itemUid)
    .executeTakeFirst();
  if (item?.integrationJson == null) return false;
  const row = {
    page,
    readingJson: null,
    readAt: null,
    failedAt: null,
    askedAt: at,
    example: 0 as const,
  };
  await trx
    .insertInto("integrationReadings")
    .values({ orgId, productId, itemUid, ...row })
    .onConflict((conflict) => conflict.columns(["orgId", "productId", "itemUid"]).doUpdateSet(row))
    .execute();
  return true;
}

/**
 * Keeps what a provider said, or that it said nothing. Pages that are kept end with their readings
 * by the clock, so nothing else has to be told.
 * @param said.reading null for one that failed; the last good one is kept beside it
 * @param said.anew whether staff connect it now; else a page that was disconnected meanwhile is left
 *   alone
 */
export async function keepReading(
  trx: Writer,
  { orgId, productId, itemUid }: ReadingKey,
  {
    page,
    reading,
    now,
    anew = false,
  }: { page: string; reading: Reading | null; now: Date; anew?: boolean },
): Promise<void> {
  const at = isoNow(now);
  const said =
    reading === null
      ? { failedAt: at }
      : { readingJson: storedReading(reading), readAt: at, failedAt: null };
  if (!anew) {
    await inOrg(trx, orgId)
      .updateTable("integrationReadings")
      .set(said)
      .where("productId", "=", productId)
      .where("itemUid", "=", itemUid)
      .where("page", "=", page)
      .execute();
    return;
  }
  const none = { readingJson: null, readAt: null, failedAt: null };
  const row = { page, askedAt: at, example: 0 as const, ...none, ...said };
  await trx
    .insertInto("integrationReadings")
    .values({ orgId, productId, itemUid, ...row })
    .onConflict((conflict) => conflict.columns(["orgId", "productId", "itemUid"]).doUpdateSet(row))
    .execute();
}

/** A reading that is made up, for the demo: it needs no provider, and is never read anew. */
export async function keepExample(
  trx: Writer,
  { orgId, productId, itemUid }: ReadingKey,
  page: string,
  reading: Reading,
  now: Date,
): Promise<void> {
  await trx
    .insertInto("integrationReadings")
    .values({
      orgId,
      productId,
      itemUid,
      page,
      readingJson: storedReading(reading),
      readAt: isoNow(now),
      failedAt: null,
      askedAt: null,
      example: 1,
    })
    .execute();
}
