import MailComposer from "nodemailer/lib/mail-composer";
import type { OutgoingMail } from "./transports/transport.ts";

/**
 * The mail as it goes over the wire: RFC 5322 and MIME, byte for byte the same at every attempt.
 */
export function composeMime(mail: OutgoingMail): Promise<Buffer> {
  const composer = new MailComposer({
    messageId: `<${mail.messageId}>`,
    date: mail.date,
    from: mail.from,
    to: mail.to,
    replyTo: mail.replyTo ?? undefined,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: usualHeaders(mail),
    attachments: mail.files.map(({ name, contentType, bytes, cid }) => ({
      filename: name,
      contentType,
      content: Buffer.from(bytes),
      ...(cid === undefined
        ? { contentDisposition: "attachment" as const }
        : { contentDisposition: "inline" as const, cid }),
    })),
    baseBoundary: mail.id,
    xMailer: false,
    // Lines end with CR LF in the files of the outbox, too, and not first on the way to a relay.
    newline: "windows",
    // What is given is text: no part of it names a file or an address to be loaded.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** Auto-Submitted keeps holiday answers away (RFC 3834). */
export function usualHeaders({ headers }: Pick<OutgoingMail, "headers">): Record<string, string> {
  return { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...headers };
}
