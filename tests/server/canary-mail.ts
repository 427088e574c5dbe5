import { renderedMail } from "./mail-specimens.ts";
import type { Canaries } from "./canaries.ts";
import { SYSTEM } from "../../db/audit.ts";
import { newId } from "../../db/ids.ts";
import { queueMail } from "../../db/outbox.ts";
import { suppressAddress } from "../../db/suppressions.ts";
import type { Writer } from "../../db/store.ts";

/** Mail of an org, waiting, in every text column a word. */
export async function plantMail(trx: Writer, orgId: string, org: string, canaries: Canaries, now: Date): Promise<void> {
  const word = (what: string) => canaries.word(org, `mail's ${what}`, "kept");
  const mail = renderedMail({
    subject: word("subject"),
    html: `<p>${word("html")}</p>`,
    text: word("text"),
    fromName: word("fromName"),
    replyTo: `${word("replyTo")}@example.org`,
    headers: { "X-Word": word("header") },
  });
  const to = { email: `${word("toEmail")}@example.org`, name: word("toName") };
  const id = await queueMail(trx, orgId, { to, mail, now });
  const at = now.toISOString();
  const mailingId = newId();
  await trx
    .insertInto("mailings")
    .values({
      orgId, id: mailingId, kind: "topic-update", topicUpdateId: null, state: "stopped", cursorJson: null, recipients: 0, notBefore: at, createdAt: at, endedAt: at,
      recipientsJson: JSON.stringify({ emails: [`${word("mailing's recipient")}@example.org`] }),
      subject: word("mailing's subject"), html: word("mailing's html"), text: word("mailing's text"), othersHtml: word("mailing's othersHtml"), othersText: word("mailing's othersText"),
      headersJson: JSON.stringify({ "X-Word": word("mailing's header") }), fromName: word("mailing's fromName"), replyTo: word("mailing's replyTo"), messageDomain: "example.org", portalUrl: "https://example.org",
      createdBy: word("mailing's createdBy"),
    })
    .execute();
  await trx.updateTable("outbox").set({ lastError: word("lastError"), mailingId, recipientKey: word("recipientKey") }).where("id", "=", id).execute();
  await suppressAddress(trx, orgId, { email: `${canaries.word(org, "suppressed email", "auditors")}@example.org`, reason: "manual", detail: word("suppression's detail") }, SYSTEM, now);
}
