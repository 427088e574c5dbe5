import { PLACEHOLDERS } from "#model/mail/mail.ts";
import type { DueMail } from "./store/mail-delivery.server.ts";
import type { MailFile, OutgoingMail } from "./transports/transport.ts";

/**
 * A recipient's own addresses: those of the body, and the one that a mail program posts to (RFC
 * 8058), which stands in no body.
 */
export interface SubscriberLinks {
  preferencesUrl: string;
  unsubscribeUrl: string;
  oneClickUrl: string;
}

/** Makes the links of whom a mailing goes to. */
export type LinksFor = (recipient: {
  orgId: string;
  email: string;
  portalUrl: string;
}) => SubscriberLinks;

/**
 * A row of the outbox as it leaves: a mailing's body with the recipient's own links and headers in
 * it. @param files what goes with it, read before
 */
export function outgoingMail(
  row: DueMail,
  from: string,
  linksFor: LinksFor,
  files: readonly MailFile[],
): OutgoingMail {
  const { mailing, recipientRef } = row;
  const mail = {
    id: row.id,
    // A provider that has seen the mail with its file must not take the one without for the same.
    sendKey: row.isBare ? `${row.id}-bare` : row.id,
    messageId: row.messageId,
    from: { name: row.fromName, address: from },
    to: { name: row.toName ?? "", address: row.toEmail },
    replyTo: row.replyTo,
    subject: row.subject,
    files,
    date: new Date(row.createdAt),
  };
  if (mailing === null)
    return {
      ...mail,
      html: row.html ?? "",
      text: row.text ?? "",
      headers: headersOf(row.headersJson),
    };
  const subscribed = recipientRef?.startsWith("subscriber:") === true;
  const links = linksFor({
    orgId: mailing.orgId,
    email: row.toEmail,
    portalUrl: mailing.portalUrl,
  });
  return {
    ...mail,
    html: fill(subscribed ? mailing.html : mailing.othersHtml, links, escapeHtml),
    text: fill(subscribed ? mailing.text : mailing.othersText, links, (url) => url),
    headers: {
      ...headersOf(mailing.headersJson),
      Precedence: "list",
      "List-Unsubscribe": `<${links.oneClickUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

function headersOf(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>;
}

function fill(body: string, links: SubscriberLinks, write: (url: string) => string): string {
  return body
    .replaceAll(PLACEHOLDERS.preferencesUrl, () => write(links.preferencesUrl))
    .replaceAll(PLACEHOLDERS.unsubscribeUrl, () => write(links.unsubscribeUrl));
}

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/"/g, "&quot;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
