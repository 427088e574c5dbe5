import { PLACEHOLDERS, type MailState } from "#model/mail/mail.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { pattern } from "#db/patterns.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { OutboxTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** The outbox as an org's staff see it. Mail of the installation itself is nobody's there. */
export type ListedMail = Pick<
  OutboxTable,
  | "id"
  | "kind"
  | "toEmail"
  | "subject"
  | "state"
  | "attempts"
  | "nextAttemptAt"
  | "lastError"
  | "createdAt"
  | "sentAt"
>;

export interface MailFilter {
  state?: MailState | undefined;
  /** A part of the recipient's address. */
  q?: string | undefined;
}

export const MAILS_PER_PAGE = 50;

/**
 * A page of an org's mail, newest first. A page that does not exist gives the nearest one that
 * does.
 */
export async function listMails(
  db: Reader,
  orgId: string,
  { state, q = "" }: MailFilter,
  page: number,
): Promise<{ rows: ListedMail[]; page: number; pages: number; total: number }> {
  let query = inOrg(db, orgId).selectFrom("outbox");
  if (state !== undefined) query = query.where("state", "=", state);
  if (q !== "") query = query.where("toEmail", "like", pattern("", q.trim().toLowerCase(), ""));
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(Number(total) / MAILS_PER_PAGE));
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const rows = await query
    .select([
      "id",
      "kind",
      "toEmail",
      "subject",
      "state",
      "attempts",
      "nextAttemptAt",
      "lastError",
      "createdAt",
      "sentAt",
    ])
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(MAILS_PER_PAGE)
    .offset((current - 1) * MAILS_PER_PAGE)
    .execute();
  return { rows, page: current, pages, total: Number(total) };
}

/** How many of an org's mails are in each state. */
export async function countMails(
  db: Reader,
  orgId: string,
): Promise<Partial<Record<MailState, number>>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("outbox")
    .select(["state", (eb) => eb.fn.countAll<number>().as("mails")])
    .groupBy("state")
    .execute();
  return Object.fromEntries(rows.map(({ state, mails }) => [state, Number(mails)]));
}

/**
 * A mail whole; a mailing's body stands in it, without the recipient's own links. null: the org has
 * none of that id.
 */
export async function findMail(
  db: Reader,
  orgId: string,
  mailId: string,
): Promise<OutboxTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("outbox")
    .selectAll()
    .where("id", "=", mailId)
    .executeTakeFirst();
  if (row?.mailingId == null) return row ?? null;
  const mailing = await inOrg(db, orgId)
    .selectFrom("mailings")
    .selectAll()
    .where("id", "=", row.mailingId)
    .executeTakeFirst();
  if (mailing === undefined) return row;
  const own = row.recipientRef?.startsWith("subscriber:") === true;
  return {
    ...row,
    html: withoutLinks(own ? mailing.html : mailing.othersHtml),
    text: withoutLinks(own ? mailing.text : mailing.othersText),
    headersJson: mailing.headersJson,
  };
}

/**
 * Sends a mail that failed once more, from now on, with all its attempts before it.
 * @throws NotFound; Refused when it did not fail, or its body was erased
 */
export async function retryMail(write: Write, mailId: string): Promise<void> {
  const { trx, orgId, now } = write;
  const mail = await inOrg(trx, orgId)
    .selectFrom("outbox")
    .select(["state", "text", "mailingId", "toEmail"])
    .where("id", "=", mailId)
    .executeTakeFirst();
  if (mail === undefined) throw new NotFound("mail");
  if (mail.state !== "failed") throw new Refused("Only a failed email can be sent again.");
  if (mail.mailingId === null && mail.text === null)
    throw new Refused(
      "This email had a single-use link, so its text was erased. The person has to request a new one.",
    );
  await inOrg(trx, orgId)
    .updateTable("outbox")
    .set({ state: "queued", nextAttemptAt: isoNow(now), firstTriedAt: null })
    .where("id", "=", mailId)
    .where("state", "=", "failed")
    .execute();
  await inOrg(trx, orgId)
    .updateTable("outboxAttachments")
    .set({ failingSince: null })
    .where("mailId", "=", mailId)
    .execute();
  await recordAudit(write, { action: "mail.retried", subject: mail.toEmail });
}

function withoutLinks(body: string): string {
  return body
    .replaceAll(PLACEHOLDERS.preferencesUrl, "")
    .replaceAll(PLACEHOLDERS.unsubscribeUrl, "");
}
