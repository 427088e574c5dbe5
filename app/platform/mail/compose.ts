import { wrap } from "nodemailer/lib/base64";
import MailComposer from "nodemailer/lib/mail-composer";
import type MimeNode from "nodemailer/lib/mime-node";
import { quotedPrintable } from "./quoted-printable.ts";
import type { OutgoingMail } from "./transports/transport.ts";

/** Files larger than this together are encoded piece by piece, so that pages don't wait for them. */
const MAX_AT_ONCE = 256 * 1024;

/**
 * The mail as it goes over the wire: RFC 5322 and MIME, byte for byte the same at every attempt.
 */
export async function composeMime(mail: OutgoingMail): Promise<Buffer> {
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
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
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
  const message = composer.compile();
  const size = mail.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > MAX_AT_ONCE) return message.build();
  const parts: Buffer[] = [];
  write(message, parts);
  return withLastBreak(parts);
}

/**
 * What `build` of nodemailer would write of a part and those in it, at once: its streams take three
 * times as long as all else, and a mailing is composed for each of its recipients.
 */
function write(node: MimeNode, parts: Buffer[]): void {
  parts.push(Buffer.from(`${node.buildHeaders()}\r\n\r\n`, "utf8"));
  const { content, boundary } = node;
  if (typeof content === "string" || Buffer.isBuffer(content))
    parts.push(encoded(content, node.getTransferEncoding()));
  if (!node.multipart || !boundary) return;
  for (const [index, child] of node.childNodes.entries()) {
    parts.push(Buffer.from(`${index === 0 ? "" : "\r\n"}--${boundary}\r\n`, "utf8"));
    write(child, parts);
  }
  parts.push(Buffer.from(`\r\n--${boundary}--\r\n`, "utf8"));
}

function encoded(content: string | Buffer, encoding: string | false): Buffer {
  if (encoding === "quoted-printable") return quotedPrintable(content.toString("utf8"));
  if (encoding === "base64")
    return Buffer.from(wrap(Buffer.from(content).toString("base64")), "latin1");
  return Buffer.from(content.toString("utf8").replace(/\r?\n/g, "\r\n"), "utf8");
}

function withLastBreak(parts: Buffer[]): Buffer {
  const ends = parts.at(-1)?.at(-1) === 0x0a;
  return Buffer.concat(ends ? parts : [...parts, Buffer.from("\r\n", "latin1")]);
}

/** Auto-Submitted keeps holiday answers away (RFC 3834). */
export function usualHeaders({ headers }: Pick<OutgoingMail, "headers">): Record<string, string> {
  return { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...headers };
}
