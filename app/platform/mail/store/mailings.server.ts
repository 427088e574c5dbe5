import {
  mailingRecipientsSchema,
  PRIORITIES,
  suppressionKey,
  type MailingRecipients,
  type RenderedMailing,
} from "#model/mail/mail.ts";
import { sha256, isoNow, newId } from "#db/ids.ts";
import { nextRecipients, type Cursor, type MailingRecipient } from "./mailing-recipients.server.ts";
import { checkMail } from "./outbox.server.ts";
import type { MailingsTable, OutboxTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/**
 * Recipients that one transaction puts into the outbox: pages that wait for it wait for some
 * milliseconds.
 */
const BATCH = 200;

/**
 * Starts a message to many, in the transaction of its cause. However many they are, this writes one
 * row; the worker finds the recipients, and each gets one mail, however often they are among them.
 * @param values.mail what `renderMailing` made (updates/updates/mail/mailing)
 * @param values.notBefore when an update that is scheduled is published
 * @returns the mailing's id
 */
export async function startMailing(
  trx: Writer,
  orgId: string,
  values: {
    mail: RenderedMailing;
    recipients: MailingRecipients;
    topicUpdateId?: string | null;
    by: string;
    now: Date;
    notBefore?: Date;
  },
): Promise<string> {
  const { mail, recipients, topicUpdateId = null, by, now, notBefore } = values;
  checkMail("recipient@example.com", [
    mail.subject,
    mail.fromName,
    mail.replyTo ?? "",
    ...Object.entries(mail.headers).flat(),
  ]);
  const id = newId();
  const row: MailingsTable = {
    orgId,
    id,
    kind: mail.kind,
    topicUpdateId,
    recipientsJson: JSON.stringify(mailingRecipientsSchema.parse(recipients)),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    othersHtml: mail.othersHtml,
    othersText: mail.othersText,
    headersJson: JSON.stringify(mail.headers),
    fromName: mail.fromName,
    replyTo: mail.replyTo,
    messageDomain: mail.messageDomain,
    portalUrl: mail.portalUrl,
    state: "expanding",
    cursorJson: null,
    recipients: 0,
    notBefore: isoNow(notBefore ?? now),
    createdAt: isoNow(now),
    createdBy: by,
    endedAt: null,
  };
  await trx.insertInto("mailings").values(row).execute();
  return id;
}

/**
 * Stops every mailing of an update that was withdrawn: what has not left stays here.
 * @returns how many mailings were stopped
 */
export async function stopMailings(
  { trx, orgId, now }: Omit<Write, "by">,
  topicUpdateId: string,
): Promise<number> {
  const result = await inOrg(trx, orgId)
    .updateTable("mailings")
    .set({ state: "stopped", endedAt: isoNow(now) })
    .where("topicUpdateId", "=", topicUpdateId)
    .where("state", "!=", "stopped")
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * How many people a mailing would reach, each counted once in their source; shown before it is
 * sent.
 */
export async function countRecipients(
  db: Reader,
  orgId: string,
  recipients: MailingRecipients,
  now: Date,
): Promise<number> {
  const keys = new Set<string>();
  for (let cursor: Cursor | null = { source: 0, after: "" }; cursor !== null;) {
    const page: Awaited<ReturnType<typeof nextRecipients>> = await nextRecipients(
      db,
      orgId,
      recipients,
      { cursor, limit: 2_000, now },
    );
    for (const { key } of page.recipients) keys.add(key);
    cursor = page.next;
  }
  return keys.size;
}

/**
 * The mailings whose moment has come and whose recipients are not all in the outbox, oldest first.
 */
export async function mailingsToExpand(
  db: Reader,
  now: Date,
): Promise<{ orgId: string; id: string }[]> {
  return acrossTenants(db, "The mail worker sends for all companies.")
    .selectFrom("mailings")
    .select(["orgId", "id"])
    .where("state", "=", "expanding")
    .where("notBefore", "<=", isoNow(now))
    .orderBy("notBefore")
    .orderBy("id")
    .limit(100)
    .execute();
}

/**
 * Puts the next recipients of a mailing into the outbox and moves its cursor on, in one
 * transaction: a process that ends between two of them leaves none out and none twice.
 * @returns false when it is finished
 */
export async function expandMailing(
  { trx, orgId, now }: Omit<Write, "by">,
  mailingId: string,
): Promise<boolean> {
  const mailing = await inOrg(trx, orgId)
    .selectFrom("mailings")
    .selectAll()
    .where("id", "=", mailingId)
    .where("state", "=", "expanding")
    .executeTakeFirst();
  if (mailing === undefined) return false;
  const recipients = mailingRecipientsSchema.parse(JSON.parse(mailing.recipientsJson));
  const cursor =
    mailing.cursorJson === null
      ? { source: 0, after: "" }
      : (JSON.parse(mailing.cursorJson) as Cursor);
  const page = await nextRecipients(trx, orgId, recipients, { cursor, limit: BATCH, now });
  const added = await insertRows(trx, mailing, page.recipients, now);
  const finished = page.next === null;
  await inOrg(trx, orgId)
    .updateTable("mailings")
    .set({
      recipients: mailing.recipients + added,
      cursorJson: JSON.stringify(page.next ?? cursor),
      ...(finished ? { state: "expanded" as const, endedAt: isoNow(now) } : {}),
    })
    .where("id", "=", mailingId)
    .execute();
  return !finished;
}

async function insertRows(
  trx: Writer,
  mailing: MailingsTable,
  recipients: readonly MailingRecipient[],
  now: Date,
): Promise<number> {
  if (recipients.length === 0) return 0;
  const { orgId } = mailing;
  const held = await inOrg(trx, orgId)
    .selectFrom("suppressions")
    .select("email")
    .where(
      "email",
      "in",
      recipients.map(({ email }) => suppressionKey(email)),
    )
    .execute();
  const suppressed = new Set(held.map(({ email }) => email));
  const rows = recipients.map((recipient): OutboxTable => {
    // The same for one person in one mailing for ever, whoever adds the row and however often.
    const id = sha256(`${mailing.id} ${recipient.key}`).slice(0, 32);
    return {
      id,
      orgId,
      lane: orgId,
      kind: mailing.kind,
      toEmail: recipient.email,
      toName: null,
      fromName: mailing.fromName,
      replyTo: mailing.replyTo,
      subject: mailing.subject,
      html: null,
      text: null,
      headersJson: "{}",
      messageId: `${id}@${mailing.messageDomain}`,
      secret: 0,
      requested: 0,
      priority: PRIORITIES.mass,
      state: suppressed.has(suppressionKey(recipient.email)) ? "suppressed" : "queued",
      attempts: 0,
      nextAttemptAt: isoNow(now),
      firstTriedAt: null,
      lastError: null,
      providerId: null,
      createdAt: isoNow(now),
      sentAt: null,
      mailingId: mailing.id,
      recipientKey: recipient.key,
      recipientRef: recipient.ref,
    };
  });
  const result = await trx
    .insertInto("outbox")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}
