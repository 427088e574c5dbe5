/** A file that goes with a mail, in memory while it is sent. */
import { errorWords } from "#values/error-words.ts";
export interface MailFile {
  name: string;
  contentType: string;
  bytes: Uint8Array;
  /** Its Content-ID, where the HTML shows it; a file beside the mail has none. */
  cid?: string;
}

/** A mail as a transport takes it: complete, the same at every attempt. */
export interface OutgoingMail {
  id: string;
  /** What a provider tells attempts apart by: the same as long as the mail is. */
  sendKey: string;
  /** Without angle brackets. */
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  headers: Readonly<Record<string, string>>;
  files: readonly MailFile[];
  /** When it was written: it does not change with a later attempt. */
  date: Date;
}

/** What became of an attempt. */
export type Outcome =
  | { kind: "sent"; providerId?: string }
  /**
   * For good. `badAddress`: the recipient's address is at fault, so nothing else will reach it
   * either. `ofRecipient`: the message was not looked at.
   */
  | { kind: "refused"; error: string; badAddress: boolean; ofRecipient?: boolean }
  /** This mail can't be taken now. */
  | { kind: "later"; error: string }
  /** Nothing can leave now: the server is away, the credentials are wrong, the rate is used up. */
  | { kind: "down"; error: string; retryAfterMs?: number };

export interface Transport {
  name: "outbox" | "smtp" | "resend";
  /** Mails under way at once. */
  concurrency: number;
  /** Whether sent mail stays readable, secrets included: nothing has left the machine. */
  keeps: boolean;
  /**
   * Never throws: what goes wrong is an outcome.
   * @param signal ends it: what has not left by then does not leave
   */
  send: (mail: OutgoingMail, signal?: AbortSignal) => Promise<Outcome>;
  /**
   * Removes what it keeps of mails whose rows were erased while they were sent; there is nothing to
   * do where mail leaves.
   */
  forget?: (mails: readonly { id: string; createdAt: string }[]) => Promise<void>;
  close: () => Promise<void>;
}

/** An error as one short line for the record; answers of servers can be long. */
export function errorLine(error: unknown): string {
  const text = errorWords(error);
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 500);
}
