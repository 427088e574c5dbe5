import type { SuppressionReason } from "#model/mail/mail.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import type { Writer } from "#db/store.ts";
import { suppressAddress } from "./suppressions.server.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Notes what a provider says about a mail that it took: the mail failed, and its address goes on
 * the list of its org. A call that was heard before changes nothing, so that one replayed later
 * does not undo what staff did since.
 * @returns false when the call was heard before
 */
export async function hearProvider(
  trx: Writer,
  callId: string,
  news: {
    providerId: string | null;
    mailId: string | null;
    reason: Exclude<SuppressionReason, "manual">;
    detail: string;
  } | null,
  now: Date,
): Promise<boolean> {
  await trx
    .deleteFrom("mailWebhookCalls")
    .where("heardAt", "<", isoNow(new Date(now.getTime() - DAY_MS)))
    .execute();
  const heard = await trx
    .insertInto("mailWebhookCalls")
    .values({ id: callId, heardAt: isoNow(now) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if ((heard.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  if (news === null) return true;
  const mail = await trx
    .selectFrom("outbox")
    .select(["id", "orgId", "toEmail"])
    .where((eb) =>
      eb.or([
        ...(news.mailId === null ? [] : [eb("id", "=", news.mailId)]),
        ...(news.providerId === null ? [] : [eb("providerId", "=", news.providerId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (mail === undefined) return true;
  if (news.reason === "bounce")
    await trx
      .updateTable("outbox")
      .set({ state: "failed", lastError: news.detail })
      .where("id", "=", mail.id)
      .execute();
  if (mail.orgId !== null)
    await suppressAddress(
      { trx, orgId: mail.orgId, by: SYSTEM, now },
      { email: mail.toEmail, reason: news.reason, detail: news.detail },
    );
  return true;
}
