import { isHeaderText, type Attached, type LeftOut } from "#model/mail/mail.ts";
import { isoNow } from "#db/ids.ts";
import type { OutboxAttachmentsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/**
 * Files that go with mails. A row says which record is attached; its bytes are read when the mail
 * leaves.
 */
export type MailAttachment = OutboxAttachmentsTable;

/**
 * Names what goes with a mail, in the transaction that writes it.
 * @throws TypeError for a name that can't stand in a header
 */
export async function attachToMail(
  trx: Writer,
  orgId: string,
  mailId: string,
  attachments: readonly Attached[],
): Promise<void> {
  if (!attachments.every(({ fileName }) => isHeaderText(fileName)))
    throw new TypeError("the name of an attached file holds a line break or control character");
  for (const { signatureId, fileName, size } of attachments) {
    await trx
      .insertInto("outboxAttachments")
      .values({ orgId, mailId, signatureId, fileName, size, failingSince: null, leftOut: null })
      .execute();
  }
}

/**
 * What goes with some mails, by mail: one question for all of them. Mails that carry nothing are
 * not in it.
 */
export async function attachmentsOf(
  db: Reader,
  mailIds: readonly string[],
): Promise<ReadonlyMap<string, MailAttachment[]>> {
  const found = new Map<string, MailAttachment[]>();
  if (mailIds.length === 0) return found;
  const rows = await acrossTenants(db, "The mail worker sends for all companies.")
    .selectFrom("outboxAttachments as f")
    .innerJoin("outbox as o", (join) =>
      join.onRef("o.id", "=", "f.mailId").onRef("o.orgId", "=", "f.orgId"),
    )
    .selectAll("f")
    .where("f.mailId", "in", mailIds)
    .orderBy("f.fileName")
    .orderBy("f.signatureId")
    .execute();
  for (const row of rows) found.set(row.mailId, [...(found.get(row.mailId) ?? []), row]);
  return found;
}

/** What goes with a mail of the org. */
export function attachmentsOfMail(
  db: Reader,
  orgId: string,
  mailId: string,
): Promise<MailAttachment[]> {
  return inOrg(db, orgId)
    .selectFrom("outboxAttachments")
    .selectAll()
    .where("mailId", "=", mailId)
    .orderBy("fileName")
    .orderBy("signatureId")
    .execute();
}

/** Notes that a mail's files could not be had; when that began stays. */
export async function noteUnread(trx: Writer, mailId: string, now: Date): Promise<void> {
  await acrossTenants(trx, "The mail worker sends for all companies.")
    .updateTable("outboxAttachments")
    .set((eb) => ({ failingSince: eb.fn.coalesce("failingSince", eb.val(isoNow(now))) }))
    .where("mailId", "=", mailId)
    .execute();
}

/**
 * Decides that a mail leaves without its files, with a body that says so. It stands before the mail
 * leaves, so that every later attempt is the same.
 */
export async function leaveOutAttachments(
  trx: Writer,
  mailId: string,
  { why, html, text }: { why: LeftOut; html: string; text: string },
): Promise<void> {
  await acrossTenants(trx, "The mail worker sends for all companies.")
    .updateTable("outboxAttachments")
    .set({ leftOut: why })
    .where("mailId", "=", mailId)
    .execute();
  await trx.updateTable("outbox").set({ html, text }).where("id", "=", mailId).execute();
}

/** Lets go of what went with mails whose text is erased. */
export async function forgetAttachments(trx: Writer, mailIds: readonly string[]): Promise<void> {
  await acrossTenants(trx, "The mail worker sends for all companies.")
    .deleteFrom("outboxAttachments")
    .where("mailId", "in", mailIds)
    .execute();
}
