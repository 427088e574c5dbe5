import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import type { MailState } from "#model/mail/mail.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { noteUnread } from "./mail-attachments.server.ts";
import type { OutboxTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { suppressAddress } from "./suppressions.server.ts";

export interface MailOutcome {
  mail: Pick<OutboxTable, "id" | "orgId" | "toEmail" | "mailingId" | "createdAt">;
  state: MailState;
  at: Date;
  error?: string | null;
  nextAttemptAt?: Date;
  providerId?: string;
  /** Another attempt was made. */
  attempted: boolean;
  /** The address is at fault: the org's list gets it. */
  badAddress?: boolean;
  /** The body goes: it held a secret, and has served. */
  erase?: boolean;
  /** Its files could not be had, so nothing was sent. */
  unread?: boolean;
}

/**
 * Records what became of some mails. What a transport has done is a fact, so it counts whatever the
 * row said meanwhile; only to wait on is none, and what was taken back meanwhile stays so.
 * @returns mails that were sent although their rows are gone by now
 */
export async function recordOutcomes(
  trx: Writer,
  outcomes: readonly MailOutcome[],
): Promise<MailOutcome["mail"][]> {
  // Nearly all of a mailing is sent without a word: one statement for all of those.
  const plain = outcomes.filter(
    ({ state, providerId, erase }) => state === "sent" && providerId === undefined && !erase,
  );
  const gone: MailOutcome["mail"][] = [];
  const last = plain.at(-1);
  if (last !== undefined) {
    const at = isoNow(last.at);
    const ids = plain.map(({ mail }) => mail.id);
    const { numUpdatedRows } = await trx
      .updateTable("outbox")
      .set((eb) => ({
        state: "sent",
        lastError: null,
        sentAt: at,
        attempts: eb("attempts", "+", 1),
        firstTriedAt: eb.fn.coalesce("firstTriedAt", eb.val(at)),
      }))
      .where("id", "in", ids)
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) < ids.length) {
      const left = new Set(
        (await trx.selectFrom("outbox").select("id").where("id", "in", ids).execute()).map(
          ({ id }) => id,
        ),
      );
      gone.push(...plain.map(({ mail }) => mail).filter(({ id }) => !left.has(id)));
    }
  }
  for (const outcome of outcomes)
    if (
      !plain.includes(outcome) &&
      !(await recordOutcome(trx, outcome)) &&
      outcome.state === "sent"
    )
      gone.push(outcome.mail);
  return gone;
}

/**
 * Of what a server would record that no longer sends: what it has sent and nobody else has judged.
 * The one that sends now records everything else.
 */
export async function stillToRecord(
  trx: Writer,
  outcomes: readonly MailOutcome[],
): Promise<MailOutcome[]> {
  const sent = outcomes.filter(({ state }) => state === "sent");
  const rows = await trx
    .selectFrom("outbox")
    .select("id")
    .where(
      "id",
      "in",
      sent.map(({ mail }) => mail.id),
    )
    .where("state", "=", "queued")
    .execute();
  const queued = new Set(rows.map(({ id }) => id));
  return sent.filter(({ mail }) => queued.has(mail.id));
}

/** @returns whether there was a row that it counts for */
async function recordOutcome(
  trx: Writer,
  {
    mail,
    state,
    at,
    error = null,
    nextAttemptAt,
    providerId,
    attempted,
    badAddress,
    erase,
    unread,
  }: MailOutcome,
): Promise<boolean> {
  let query = trx
    .updateTable("outbox")
    .set((eb) => ({
      state,
      lastError: error,
      ...(state === "sent" ? { sentAt: isoNow(at) } : {}),
      ...(nextAttemptAt === undefined ? {} : { nextAttemptAt: isoNow(nextAttemptAt) }),
      ...(providerId === undefined ? {} : { providerId }),
      ...(attempted
        ? {
            attempts: eb("attempts", "+", 1),
            firstTriedAt: eb.fn.coalesce("firstTriedAt", eb.val(isoNow(at))),
          }
        : {}),
      ...(erase ? { html: null, text: null } : {}),
    }))
    .where("id", "=", mail.id);
  if (state === "queued") query = query.where("state", "=", "queued");
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  // Whoever was erased meanwhile must not come back onto a list.
  if (numUpdatedRows === 0n) return false;
  if (unread) await noteUnread(trx, mail.id, at);
  if (state === "failed" && mail.orgId !== null)
    await announce(
      { trx, orgId: mail.orgId, now: at },
      {
        type: "mail.failed",
        subjectId: mail.id,
        path: `/mail/${mail.id}`,
        person: { name: null, email: mail.toEmail },
      },
    );
  if (badAddress && mail.orgId !== null)
    await suppressAddress(
      { trx, orgId: mail.orgId, by: SYSTEM, now: at },
      { email: mail.toEmail, reason: "bounce", detail: error },
    );
  return true;
}

/** Takes back some of the waiting mails of a stopped mailing. @returns how many */
export async function withdrawStopped(
  trx: Writer,
  orgId: string,
  mailingId: string,
  limit: number,
): Promise<number> {
  const some = inOrg(trx, orgId)
    .selectFrom("outbox")
    .select("id")
    .where("mailingId", "=", mailingId)
    .where("state", "=", "queued")
    .limit(limit);
  const result = await trx
    .updateTable("outbox")
    .set({ state: "withdrawn" })
    .where("id", "in", some)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
