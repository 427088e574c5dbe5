import { isoNow, newLaterId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { WebhookDeliveriesTable, WebhooksTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  HOOK_LOG_ROWS,
  MAX_HOOKS,
  OLD_SECRET_HOURS,
  TEST_EVENT,
  type DeliveryState,
  type HookKind,
  type HookMessage,
} from "#model/webhooks.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";

const HOUR_MS = 3_600_000;

/** A webhook as it is kept. */
export type KeptHook = WebhooksTable;

/** A delivery as the log lists it. */
export interface LoggedDelivery extends HookMessage {
  state: DeliveryState;
  notBefore: string;
  attempts: number;
  lastTriedAt: string | null;
  lastStatus: number | null;
  lastAnswer: string | null;
}

/** What a webhook's address and secret are sealed for: moved to another one they do not open. */
export function sealOf(orgId: string, hookId: string, what: "url" | "secret"): string {
  return `webhook ${what} ${orgId} ${hookId}`;
}

/** What a try came to, as a row of the log keeps it. */
export interface Noted {
  ok: boolean;
  status: number | null;
  answer: string;
}

/** The webhooks of a company, by name. */
export async function listHooks(db: Reader, orgId: string): Promise<KeptHook[]> {
  return inOrg(db, orgId)
    .selectFrom("webhooks")
    .selectAll()
    .orderBy("name")
    .orderBy("id")
    .execute();
}

export async function findHook(db: Reader, orgId: string, id: string): Promise<KeptHook | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** What somebody says of a webhook. */
export interface HookChoices {
  name: string;
  types: readonly string[];
  details: boolean;
}

/** An address as it is kept. */
export interface SealedUrl {
  sealedUrl: string;
  host: string;
}

/**
 * Adds a webhook.
 * @param made its id, which its seals are bound to, and what is sealed
 * @throws Refused beyond ten of them
 */
export async function addHook(
  write: Write,
  made: SealedUrl & { id: string; kind: HookKind; sealedSecret: string },
  { name, types, details }: HookChoices,
): Promise<void> {
  const { trx, orgId, by, now } = write;
  if ((await listHooks(trx, orgId)).length >= MAX_HOOKS)
    throw new Refused(`You can have ${MAX_HOOKS} webhooks. Remove one first.`);
  await trx
    .insertInto("webhooks")
    .values({
      orgId,
      ...made,
      name,
      sealedOldSecret: null,
      oldSecretUntil: null,
      typesJson: JSON.stringify(types),
      details: details ? 1 : 0,
      createdAt: isoNow(now),
      createdBy: by.actorName,
      nextAttemptAt: null,
      failingSince: null,
      stoppedAt: null,
      stoppedBy: null,
    })
    .execute();
  const detail = { name, kind: made.kind, host: made.host, types: types.join(" "), details };
  await recordAudit(write, { action: "webhook.added", subject: made.id, detail });
}

/** What the audit says of a change beside the webhook's name; null where there was nothing to do. */
type Said = Record<string, string | number | boolean | null> | null;

/**
 * Does something to a webhook that is there, and tells the audit.
 * @returns the webhook as it was
 * @throws NotFound, and what the work throws
 */
async function changeHook(
  write: Write,
  id: string,
  action: string,
  work: (hook: KeptHook) => Promise<Said>,
): Promise<KeptHook> {
  const hook = await findHook(write.trx, write.orgId, id);
  if (hook === null) throw new NotFound("webhook");
  const said = await work(hook);
  if (said !== null)
    await recordAudit(write, { action, subject: id, detail: { name: hook.name, ...said } });
  return hook;
}

/** Writes some columns of a webhook. */
async function setHook(
  { trx, orgId }: Pick<Write, "trx" | "orgId">,
  id: string,
  columns: Partial<WebhooksTable>,
): Promise<void> {
  await inOrg(trx, orgId).updateTable("webhooks").set(columns).where("id", "=", id).execute();
}

/**
 * Changes what a webhook hears of, and its address where there is another one.
 * @throws NotFound
 */
export async function editHook(
  write: Write,
  id: string,
  { name, types, details }: HookChoices,
  address: SealedUrl | null,
): Promise<void> {
  await changeHook(write, id, "webhook.changed", async (hook) => {
    await noteEntries(write, "webhooks", [id]);
    const chosen = { name, typesJson: JSON.stringify(types), details: details ? 1 : 0 } as const;
    await setHook(write, id, { ...chosen, ...address });
    return { name, host: address?.host ?? hook.host, types: types.join(" "), details };
  });
}

/** Gives a webhook a new secret; that of before signs, too, for a day. @throws NotFound */
export async function renewSecret(write: Write, id: string, sealedSecret: string): Promise<void> {
  await changeHook(write, id, "webhook.secret-renewed", async (hook) => {
    const until = new Date(write.now.getTime() + OLD_SECRET_HOURS * HOUR_MS);
    await setHook(write, id, {
      sealedSecret,
      sealedOldSecret: hook.sealedSecret,
      oldSecretUntil: isoNow(until),
    });
    return {};
  });
}

/** Turns a webhook off: what waits is not sent. One that is off stays so. @throws NotFound */
export async function stopHook(write: Write, id: string): Promise<string> {
  const { name } = await changeHook(write, id, "webhook.turned-off", async ({ stoppedAt }) => {
    if (stoppedAt !== null) return null;
    await endQueue(write, id, write.by.actorName);
    return {};
  });
  return name;
}

/** Lets a webhook hear nothing from now on. @param why who turned it off, or why it is off */
export async function endQueue(
  { trx, orgId, now }: Omit<Write, "by">,
  id: string,
  why: string,
): Promise<void> {
  await setHook({ trx, orgId }, id, {
    stoppedAt: isoNow(now),
    stoppedBy: why,
    nextAttemptAt: null,
  });
  await inOrg(trx, orgId)
    .updateTable("webhookDeliveries")
    .set({ state: "withdrawn" })
    .where("webhookId", "=", id)
    .where("state", "=", "queued")
    .execute();
}

/** Turns a webhook on again; what happened in between is not told. @throws NotFound */
export async function startHook(write: Write, id: string): Promise<string> {
  const { name } = await changeHook(write, id, "webhook.turned-on", async ({ stoppedAt }) => {
    if (stoppedAt === null) return null;
    await setHook(write, id, { stoppedAt: null, stoppedBy: null, failingSince: null });
    await noteEntries(write, "webhooks", [id]);
    return {};
  });
  return name;
}

/** Removes a webhook with its log. @throws NotFound */
export async function removeHook(
  write: Write,
  id: string,
): Promise<Pick<KeptHook, "name" | "kind">> {
  const { trx, orgId } = write;
  return changeHook(write, id, "webhook.removed", async () => {
    await inOrg(trx, orgId).deleteFrom("webhooks").where("id", "=", id).execute();
    return {};
  });
}

/**
 * Sends a delivery once more, under its own id; one that waits is sent now.
 * @throws NotFound; Refused while the webhook is off
 */
export async function sendAgain(write: Write, id: string, deliveryId: string): Promise<void> {
  const { trx, orgId, now } = write;
  await changeHook(write, id, "webhook.sent-again", async ({ stoppedAt }) => {
    if (stoppedAt !== null)
      throw new Refused("This webhook is turned off. Turn it on, then send again.");
    const { numUpdatedRows } = await inOrg(trx, orgId)
      .updateTable("webhookDeliveries")
      .set({ state: "queued", attempts: 0, notBefore: isoNow(now) })
      .where("webhookId", "=", id)
      .where("id", "=", deliveryId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new NotFound("delivery");
    await setHook(write, id, { nextAttemptAt: isoNow(now) });
    return {};
  });
}

/** The last deliveries of a webhook, the newest first. */
export async function listDeliveries(
  db: Reader,
  orgId: string,
  hookId: string,
): Promise<LoggedDelivery[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("webhookDeliveries")
    .selectAll()
    .where("webhookId", "=", hookId)
    .orderBy("id", "desc")
    .limit(HOOK_LOG_ROWS)
    .execute();
  return rows.map((row) => ({ ...messageOf(row), ...row }));
}

/** What a delivery says. */
export function messageOf(row: WebhookDeliveriesTable): HookMessage {
  const { id, type, at, subjectId, path, detailsJson } = row;
  const details = detailsJson === null ? null : (JSON.parse(detailsJson) as HookMessage["details"]);
  return { id, type, at, subjectId, path, details };
}

/** What 'Send a test' sends: nothing happened, and it says so. */
export function testMessage({ id }: KeptHook, now: Date): HookMessage {
  return {
    id: newLaterId(),
    type: TEST_EVENT,
    at: isoNow(now),
    subjectId: id,
    path: `/settings/webhooks/${id}`,
    details: null,
  };
}

/**
 * Notes a test, which was sent at once and is not tried again. Where it was taken, what waits is
 * tried now.
 */
export async function noteTest(
  write: Write,
  hookId: string,
  { id, type, at, subjectId, path }: HookMessage,
  { ok, status, answer }: Noted,
): Promise<void> {
  const { trx, orgId, now } = write;
  await changeHook(write, hookId, "webhook.tested", async (hook) => {
    const row: WebhookDeliveriesTable = {
      orgId,
      id,
      webhookId: hookId,
      type,
      at,
      subjectId,
      path,
      detailsJson: null,
      state: ok ? "sent" : "failed",
      notBefore: at,
      attempts: 1,
      lastTriedAt: isoNow(now),
      lastStatus: status,
      lastAnswer: answer,
    };
    await trx.insertInto("webhookDeliveries").values(row).execute();
    if (ok && hook.failingSince !== null && hook.stoppedAt === null)
      await setHook(write, hookId, { failingSince: null, nextAttemptAt: isoNow(now) });
    return { status };
  });
}
