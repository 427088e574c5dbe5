import { isHeaderText, PRIORITIES, type Attached, type RenderedMail } from "#model/mail/mail.ts";
import { deliverableEmail, readEmail } from "#model/subscribers/email.ts";
import { isoNow, newId } from "#db/ids.ts";
import { insertRow } from "#db/prepared.ts";
import { attachToMail } from "./mail-attachments.server.ts";
import type { OutboxTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { isSuppressed } from "./suppressions.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

export interface QueuedMail {
  to: { email: string; name?: string | null };
  /** What `renderMail` made (app/platform/mail/render). */
  mail: RenderedMail;
  now: Date;
  /** Held until then; `withdrawMail` can call it back so long. */
  notBefore?: Date;
  /** Files that go with it; mail of the installation has none. */
  attachments?: readonly Attached[];
}

/**
 * Puts a mail into the outbox, in the transaction of its cause: both are there or neither, and the
 * worker sends it after the commit. An address on the org's suppression list gets a row that says
 * so, and no mail.
 * @param orgId null for mail of the installation itself (a staff password), which no org's staff
 *   can read
 * @returns the mail's id
 * @throws TypeError for an address or a header that could be read as something else
 */
export async function queueMail(
  trx: Writer,
  orgId: string | null,
  { to, mail, now, notBefore, attachments = [] }: QueuedMail,
): Promise<string> {
  const toName = to.name?.trim() || null;
  const toEmail = checkMail(to.email, [
    mail.subject,
    mail.fromName,
    mail.replyTo ?? "",
    toName ?? "",
    ...Object.entries(mail.headers).flat(),
  ]);
  const id = newId();
  const suppressed = orgId !== null && (await isSuppressed(trx, orgId, toEmail, mail.requested));
  const row: OutboxTable = {
    id,
    orgId,
    lane: orgId ?? "",
    kind: mail.kind,
    toEmail,
    toName,
    fromName: mail.fromName,
    replyTo: mail.replyTo,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headersJson: JSON.stringify(mail.headers),
    messageId: `${id}@${mail.messageDomain}`,
    secret: mail.secret ? 1 : 0,
    requested: mail.requested ? 1 : 0,
    priority: PRIORITIES[mail.priority],
    state: suppressed ? "suppressed" : "queued",
    attempts: 0,
    nextAttemptAt: isoNow(notBefore ?? now),
    firstTriedAt: null,
    lastError: null,
    providerId: null,
    createdAt: isoNow(now),
    sentAt: null,
    mailingId: null,
    recipientKey: null,
    recipientRef: null,
  };
  await insertRow(trx, "outbox", row);
  if (orgId !== null) await attachToMail(trx, orgId, id, attachments);
  return id;
}

/**
 * Calls a held mail back. One conditional UPDATE: once its moment has come it may be on its way.
 * @returns whether it was called back
 */
export async function withdrawMail(
  { trx, orgId, now }: Omit<Write, "by">,
  mailId: string,
): Promise<boolean> {
  const result = await inOrg(trx, orgId)
    .updateTable("outbox")
    .set({ state: "withdrawn" })
    .where("id", "=", mailId)
    .where("state", "=", "queued")
    .where("attempts", "=", 0)
    .where("nextAttemptAt", ">", isoNow(now))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * The last line of defence against header injection: forms and `renderMail` have made everything
 * fit before.
 * @returns the address as an envelope takes it
 */
export function checkMail(email: string, headers: readonly string[]): string {
  const address = readEmail(email);
  if (address === null) throw new TypeError("this is not one plain email address");
  if (!headers.every(isHeaderText))
    throw new TypeError("a header of this email has a line break or control character");
  return deliverableEmail(address.email);
}
