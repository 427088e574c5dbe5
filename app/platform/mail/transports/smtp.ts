import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import MimeNode from "nodemailer/lib/mime-node";
import SMTPPool from "nodemailer/lib/smtp-pool";
import { composeMime } from "../compose.ts";
import { readSmtpAddress } from "./smtp-address.ts";
import { errorLine, type OutgoingMail, type Outcome, type Transport } from "./transport.ts";

const CONNECTIONS = 5;
const SECOND_MS = 1_000;

/** What nodemailer says of a failure: the server's code and the command that it answered. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * The options of every connection to a relay, those that send and the one that asks.
 * @param address `smtp://user:password@host:587`, or smtps://, as the configuration has checked it
 */
function optionsOf(address: string) {
  const read = readSmtpAddress(address);
  if (read === null || "fault" in read)
    throw new TypeError(`MAIL ${read?.fault ?? "isn’t a relay’s address"}`);
  const { host, port, secure, auth, verified, local } = read;
  return {
    host,
    port,
    secure,
    ...(auth === null ? {} : { auth }),
    // Credentials never travel in the clear, except on this machine.
    requireTLS: auth !== null && !secure && !local,
    ...(verified ? {} : { tls: { rejectUnauthorized: false } }),
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 60 * SECOND_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Calls a relay, signs in where the address has a name, and hangs up: no mail is sent.
 * @returns what it took offence at, in a line; null when it would take mail
 */
export async function smtpFault(address: string): Promise<string | null> {
  const once = createTransport({ ...optionsOf(address), socketTimeout: 10 * SECOND_MS });
  try {
    await once.verify();
    return null;
  } catch (error) {
    return errorLine(error);
  } finally {
    once.close();
  }
}

/**
 * A relay by SMTP, over a few connections that stay open. @param address
 * `smtp://user:password@host:587`, or smtps://
 */
export function smtpTransport(address: string): Transport {
  const pool = new SMTPPool({
    ...optionsOf(address),
    maxConnections: CONNECTIONS,
    maxMessages: 1_000,
  });
  return {
    name: "smtp",
    // Twice the connections, so that none of them waits for this side.
    concurrency: 2 * CONNECTIONS,
    keeps: false,
    async send(mail, signal) {
      try {
        await leave(pool, await composeMime(mail), mail, signal);
        return { kind: "sent" };
      } catch (error) {
        return smtpOutcome(error as SmtpError);
      }
    },
    close: () => Promise.resolve(pool.close()),
  };
}

/**
 * Hands a composed mail to the pool. `createTransport` would take it apart once more, and send each
 * through five streams.
 * @throws SmtpError
 */
function leave(
  pool: SMTPPool,
  raw: Buffer,
  { messageId, from, to }: OutgoingMail,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Addresses as an envelope takes them: domains in ASCII. Each is one, whatever it says: of a text, the library would
  // make as many as it has commas.
  const node = new MimeNode(false, { baseBoundary: messageId });
  const whole = (address: string) => ({ name: "", address });
  node.setEnvelope({ from: whole(from.address), to: [whole(to.address)] });
  const message = {
    getEnvelope: () => node.getEnvelope(),
    getHeader: () => messageId,
    messageId: () => `<${messageId}>`,
    createReadStream: () => readOnce(raw),
  };
  const mail = { data: signal === undefined ? {} : { signal }, message };
  return new Promise((resolve, reject) => {
    pool.send(mail as unknown as Parameters<SMTPPool["send"]>[0], (error) =>
      error ? reject(error) : resolve(),
    );
  });
}

/** A stream, and not the bytes: by it the pool knows whether any of them was sent. */
function readOnce(bytes: Buffer): Readable {
  return new Readable({
    read() {
      this.push(bytes);
      this.push(null);
    },
  });
}

/**
 * What a failed attempt means (RFC 5321 §4.2). An answer to the recipient or to the message
 * concerns this mail: 4xx for now, 5xx for good. Everything else concerns the server or how it is
 * set up, 421 wherever it comes: then nothing is lost by waiting, and all would fail alike.
 */
export function smtpOutcome(error: SmtpError): Outcome {
  const { code, command = "", responseCode } = error;
  const text = errorLine(error);
  const isMailError = code === "EENVELOPE" || code === "EMESSAGE";
  // No server was asked: the envelope can't be written, or the server said before how much it
  // takes.
  if (isMailError && responseCode === undefined)
    return { kind: "refused", error: text, badAddress: false };
  if (!isMailError || command === "MAIL FROM" || responseCode === undefined || responseCode === 421)
    return { kind: "down", error: text };
  if (responseCode < 500) return { kind: "later", error: text };
  return {
    kind: "refused",
    error: text,
    badAddress: command === "RCPT TO" && saysBadAddress(responseCode, error.response ?? text),
    ofRecipient: command === "RCPT TO",
  };
}

/**
 * Whether a refusal says that there is no such mailbox (RFC 3463 §3.2), and not that it is full or
 * that it does not like the sender.
 */
function saysBadAddress(responseCode: number, response: string): boolean {
  const enhanced = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response);
  if (enhanced === null)
    return responseCode === 550 || responseCode === 551 || responseCode === 553;
  return enhanced[1] === "1" && ["1", "2", "3", "6", "10"].includes(enhanced[2] ?? "");
}
