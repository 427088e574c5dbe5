import type { DueMail } from "./store/mail-delivery.server.ts";
import { MAX_ATTACHED_BYTES, type LeftOut } from "#model/mail/mail.ts";
import { errorLine, type MailFile } from "./transports/transport.ts";

/**
 * Reads or makes the files that go with a mail, outside of any transaction. @throws whatever keeps
 * it from that
 */
export type FilesOf = (mail: Pick<DueMail, "orgId" | "attachments">) => Promise<MailFile[]>;

/**
 * What came of getting a mail's files: they are here, it is tried again later, or the mail leaves
 * without them.
 */
export type Enclosed =
  | { kind: "files"; files: readonly MailFile[] }
  | { kind: "later"; error: string; failingMs: number }
  | { kind: "without"; why: LeftOut; error: string };

/**
 * How long a mail waits for files that can't be had. Who signed expects it within minutes, and its
 * link leads to the same file: so an hour, not the days that a mail server is given.
 */
export const FILES_PATIENCE_MS = 60 * 60_000;

/** Gets a mail's files. A mail without any costs nothing. */
export async function enclose(mail: DueMail, filesOf: FilesOf, now: Date): Promise<Enclosed> {
  const { attachments } = mail;
  if (attachments.length === 0) return { kind: "files", files: [] };
  if (sum(attachments.map(({ size }) => size)) > MAX_ATTACHED_BYTES) return tooLarge();
  try {
    const files = await filesOf(mail);
    return sum(files.map(({ bytes }) => bytes.length)) > MAX_ATTACHED_BYTES
      ? tooLarge()
      : { kind: "files", files };
  } catch (fault) {
    const error = `The attached file could not be read: ${errorLine(fault)}`;
    const since = attachments.flatMap(({ failingSince }) => failingSince ?? []).sort()[0];
    const failingMs = since === undefined ? 0 : now.getTime() - Date.parse(since);
    return failingMs > FILES_PATIENCE_MS
      ? { kind: "without", why: "unreadable", error }
      : { kind: "later", error, failingMs };
  }
}

function tooLarge(): Enclosed {
  return { kind: "without", why: "too-large", error: `more than ${MAX_ATTACHED_BYTES} bytes` };
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
