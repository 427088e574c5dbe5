import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { newId } from "#db/ids.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { Writer } from "#db/store.ts";
import { suppressAddress } from "#platform/mail/store/suppressions.server.ts";
import type { Canaries } from "./canaries.ts";
import { renderedMail } from "./mail-specimens.ts";

/** Mail of an org, waiting, in every text column a word; and one that holds a token, which only owners read, where it is kept. */
export async function plantMail(
  trx: Writer,
  orgId: string,
  org: string,
  canaries: Canaries,
  now: Date,
): Promise<void> {
  const word = (what: string, seenBy = "auditors") => canaries.word(org, `mail's ${what}`, seenBy);
  const mail = (where: string) =>
    renderedMail({
      subject: word(`subject ${where}`),
      html: `<p>${word(`html ${where}`)}</p>`,
      text: word(`text ${where}`),
      fromName: word(`fromName ${where}`),
      replyTo: `${word(`replyTo ${where}`)}@example.org`,
      headers: { "X-Word": word(`header ${where}`) },
    });
  const to = (where: string) => ({
    email: `${word(`toEmail ${where}`)}@example.org`,
    name: word(`toName ${where}`),
  });
  const failed = await queueMail(trx, orgId, { to: to(""), mail: mail(""), now });
  await trx
    .updateTable("outbox")
    .set({ state: "failed", lastError: word("lastError") })
    .where("id", "=", failed)
    .execute();
  const { id: signatureId } = await trx
    .selectFrom("ndaSignatures")
    .select("id")
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("outboxAttachments")
    .values({
      orgId,
      mailId: failed,
      signatureId,
      fileName: `${word("fileName")}.pdf`,
      size: 1_000,
      failingSince: null,
      leftOut: null,
    })
    .execute();
  await queueMail(trx, orgId, {
    to: to("of a secret"),
    mail: { ...mail("of a secret"), secret: true },
    now,
  });

  const at = now.toISOString();
  const mailingId = newId();
  await trx
    .insertInto("mailings")
    .values({
      orgId,
      id: mailingId,
      kind: "topic-update",
      topicUpdateId: null,
      state: "stopped",
      cursorJson: null,
      recipients: 0,
      notBefore: at,
      createdAt: at,
      endedAt: at,
      recipientsJson: JSON.stringify({
        emails: [`${word("mailing's recipient", "kept")}@example.org`],
      }),
      subject: word("mailing's subject", "kept"),
      html: word("mailing's html", "kept"),
      text: word("mailing's text", "kept"),
      othersHtml: word("mailing's othersHtml"),
      othersText: word("mailing's othersText"),
      headersJson: JSON.stringify({ "X-Word": word("mailing's header") }),
      fromName: word("mailing's fromName", "kept"),
      replyTo: word("mailing's replyTo", "kept"),
      messageDomain: "example.org",
      portalUrl: "https://example.org",
      createdBy: word("mailing's createdBy", "kept"),
    })
    .execute();
  const row = await queueMail(trx, orgId, {
    to: to("of a mailing"),
    mail: renderedMail({ subject: word("subject of a mailing") }),
    now,
  });
  await trx
    .updateTable("outbox")
    .set({ mailingId, recipientKey: word("recipientKey", "kept"), html: null, text: null })
    .where("id", "=", row)
    .execute();
  await suppressAddress(
    { trx, orgId, by: SYSTEM, now },
    {
      email: `${word("suppressed email")}@example.org`,
      reason: "manual",
      detail: word("suppression's detail"),
    },
  );
}
