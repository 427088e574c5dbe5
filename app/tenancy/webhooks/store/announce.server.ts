import { inBatches } from "#db/batches.ts";
import { isoNow, newLaterId } from "#db/ids.ts";
import { prepared } from "#db/prepared.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { detailsFor, type HookDetails, type HookEventType } from "#model/webhooks.ts";
import type { Write } from "../../audit/store/audit.server.ts";

/** Something that happened, for the company's own programs. */
export interface HookEvent extends HookDetails {
  type: HookEventType;
  /** What it is about. */
  subjectId: string;
  /** Its page in the private area. */
  path: string;
  /** When it happens, where that is later than now. */
  notBefore?: Date;
}

const HOOKS_OF = prepared((db, p: { orgId: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("webhooks")
    .select(["id", "kind", "typesJson", "details", "nextAttemptAt", "failingSince"])
    .where("stoppedAt", "is", null)
    .orderBy("id"),
);

/**
 * Writes an event for every webhook that hears of its type, in the transaction of its cause: both are
 * there or neither. The worker sends it after the commit. What a webhook may not hear is not kept
 * for it.
 */
export async function announce(
  { trx, orgId, now }: Omit<Write, "by">,
  { type, subjectId, path, notBefore = now, ...details }: HookEvent,
): Promise<void> {
  const hooks = await HOOKS_OF(trx, { orgId });
  const due = isoNow(notBefore < now ? now : notBefore);
  for (const hook of hooks) {
    if (!(JSON.parse(hook.typesJson) as string[]).includes(type)) continue;
    const kept = detailsFor(hook.kind, type, details, hook.details === 1);
    if (kept === "nothing") continue;
    await trx
      .insertInto("webhookDeliveries")
      .values({
        orgId,
        id: newLaterId(),
        webhookId: hook.id,
        type,
        at: due,
        subjectId,
        path,
        detailsJson: kept === null ? null : JSON.stringify(kept),
        state: "queued",
        notBefore: due,
        attempts: 0,
        lastTriedAt: null,
        lastStatus: null,
        lastAnswer: null,
      })
      .execute();
    // One that fails is tried when its turn comes, however much there is to say.
    const { nextAttemptAt, failingSince } = hook;
    if (nextAttemptAt === null || (failingSince === null && due < nextAttemptAt))
      await inOrg(trx, orgId)
        .updateTable("webhooks")
        .set({ nextAttemptAt: due })
        .where("id", "=", hook.id)
        .execute();
  }
}

/** About which of these things an event of a type was written for a webhook since a moment. */
export async function announcedSince(
  db: Reader,
  orgId: string,
  type: HookEventType,
  subjectIds: readonly string[],
  since: string,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  await inBatches(subjectIds, async (batch) => {
    const rows = await inOrg(db, orgId)
      .selectFrom("webhookDeliveries")
      .select("subjectId")
      .where("type", "=", type)
      .where("at", ">=", since)
      .where("subjectId", "in", batch)
      .execute();
    for (const { subjectId } of rows) found.add(subjectId);
  });
  return found;
}
