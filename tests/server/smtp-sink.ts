import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/** What a server answers to a recipient or to the message: nothing wrong, a code with its words, or silence and the end of the line. */
export type Verdict = "ok" | "drop" | { code: number; words: string };

export interface Received {
  from: string;
  to: string;
  raw: Buffer;
  messageId: string;
}

/** A real SMTP server on loopback that keeps what it takes and refuses what it is told to. */
export class SmtpSink {
  readonly received: Received[] = [];
  /** How many connections were made. */
  connections = 0;
  /** What it answers to RCPT TO. */
  onRecipient: (address: string) => Verdict = () => "ok";
  /** What it answers after the message; a dropped one has been kept, as when the line breaks before the answer arrives. */
  onMessage: (mail: Received) => Verdict = () => "ok";
  /** Whether it offers STARTTLS, with a certificate that nobody signed. */
  ownCertificate = false;
  #server: SMTPServer | null = null;
  port = 0;

  static async start(port = 0, { ownCertificate = false } = {}): Promise<SmtpSink> {
    const sink = new SmtpSink();
    sink.ownCertificate = ownCertificate;
    await sink.listen(port);
    onTestFinished(() => sink.stop());
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async listen(port = this.port): Promise<void> {
    const refusal = ({ code, words }: { code: number; words: string }) =>
      Object.assign(new Error(words), { responseCode: code });
    const server = new SMTPServer({
      disabledCommands: this.ownCertificate ? ["AUTH"] : ["AUTH", "STARTTLS"],
      logger: false,
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onRcptTo: (address, _session, done) => {
        const verdict = this.onRecipient(address.address);
        if (verdict === "ok" || verdict === "drop") done();
        else done(refusal(verdict));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const raw = Buffer.concat(chunks);
          const mail = {
            from: session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address,
            to: session.envelope.rcptTo[0]?.address ?? "",
            raw,
            messageId: /^Message-ID:\s*<([^>]+)>/im.exec(raw.toString("utf8"))?.[1] ?? "",
          };
          const verdict = this.onMessage(mail);
          if (verdict === "ok" || verdict === "drop") this.received.push(mail);
          if (verdict === "ok") done();
          else if (verdict === "drop")
            for (const connection of (
              server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }
            ).connections)
              connection._socket.destroy();
          else done(refusal(verdict));
        });
      },
    });
    server.on("error", () => undefined);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
    this.#server = server;
    this.port = (server.server.address() as AddressInfo).port;
  }

  /** Takes no connections any more, as a server that is down. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    for (const connection of (
      server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }
    ).connections)
      connection._socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
