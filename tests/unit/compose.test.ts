import MailComposer from "nodemailer/lib/mail-composer";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { describe, expect, test } from "vitest";
import { composeMime, usualHeaders } from "#platform/mail/compose.ts";
import { quotedPrintable } from "#platform/mail/quoted-printable.ts";
import { smtpTransport } from "#platform/mail/transports/smtp.ts";
import type { OutgoingMail } from "#platform/mail/transports/transport.ts";

/** What a mail program reads (RFC 2045 §6.7), written without a look at what wrote it. */
function read(encoded: string): string {
  const whole = encoded.replaceAll("=\r\n", "");
  const bytes: number[] = [];
  for (let i = 0; i < whole.length; i += 1) {
    const isCode = whole[i] === "=";
    bytes.push(isCode ? Number.parseInt(whole.slice(i + 1, i + 3), 16) : whole.charCodeAt(i));
    if (isCode) i += 2;
  }
  return Buffer.from(bytes).toString("utf8");
}

/** The same texts at every run: of signs that matter to the encoding, of every length up to 400. */
function texts(): string[] {
  const signs = ["a", "b", " ", "\t", "=", ".", "\n", "ü", "漢", "😀", "\r\n", "~", "\u007f", "\0"];
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: 400 }, (_, length) =>
    Array.from({ length }, () => signs[next(next(2) === 0 ? 2 : signs.length)] ?? "").join(""),
  );
}

describe("quoted-printable", () => {
  const all = [
    ...texts(),
    "x".repeat(74),
    "x".repeat(75),
    "x".repeat(76),
    "x".repeat(1_000),
    "ü".repeat(1_000),
    "😀".repeat(500),
    " ".repeat(200),
    "",
  ];

  test("is read as what was written, with the ends of lines as mail has them", () => {
    for (const text of all)
      expect(read(quotedPrintable(text).toString("latin1"))).toBe(
        Buffer.from(text, "utf8").toString("utf8").replace(/\r?\n/g, "\r\n"),
      );
  });

  test("has lines of 76 signs at most, of ASCII, that end with no space, and breaks no character", () => {
    for (const text of all) {
      const lines = quotedPrintable(text).toString("latin1").split("\r\n");
      for (const [index, line] of lines.entries()) {
        expect(line.length).toBeLessThanOrEqual(76);
        expect(line).toMatch(/^[\t -~]*$/);
        expect(line).not.toMatch(/[\t ]$/);
        // A character's later bytes begin with the bits 10.
        if (index > 0 && lines[index - 1]?.endsWith("=") === true)
          expect(line).not.toMatch(/^=[89AB][\dA-F]/);
      }
    }
  });
});

const MAIL: OutgoingMail = {
  id: "0123456789abcdef",
  sendKey: "0123456789abcdef",
  messageId: "0123456789abcdef@host.example",
  from: { name: "Äcme Cloud", address: "trust@host.example" },
  to: { name: "Zoë", address: "riley@bücher.example" },
  replyTo: "answers@host.example",
  subject: "Ein Gruß 漢字",
  html: "<p>x</p>\n",
  text: "x\ny",
  headers: { "List-Unsubscribe": `<https://host.example/one-click?token=${"a".repeat(200)}>` },
  files: [],
  date: new Date("2026-11-27T10:00:00Z"),
};
const FILE = { name: "Ä.csv", contentType: "text/csv", bytes: Buffer.from("a\nb\n".repeat(300)) };
const LOGO = { name: "l.png", contentType: "image/png", bytes: Buffer.alloc(57, 3), cid: "l@x" };

describe("a mail that is composed at once", () => {
  test.each<[string, Partial<OutgoingMail>]>([
    ["short lines", {}],
    ["a text of another script", { text: "漢字と仮名\n".repeat(30), html: "<p>漢字</p>\n" }],
    ["a file", { files: [FILE] }],
    ["a logo and a file", { html: '<p><img src="cid:l@x"></p>', files: [FILE, LOGO] }],
    ["no HTML", { html: "" }],
    ["no text", { text: "" }],
    ["many ends of lines", { text: "x\r\n\r\n\ny\n\n" }],
  ])("is what nodemailer builds by streams: %s", async (_, values) => {
    const mail = { ...MAIL, ...values };
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
      newline: "windows",
    });
    const built = await composer.compile().build();
    expect((await composeMime(mail)).toString("utf8")).toBe(built.toString("utf8"));
  });

  test("has its larger files encoded by streams, and reads the same", async () => {
    const bytes = Buffer.alloc(300 * 1024, "0123456789");
    const raw = await composeMime({ ...MAIL, files: [{ ...FILE, bytes }] });
    const lines = raw.toString("latin1").split("\r\n");
    const begin = lines.findIndex((line) => line.startsWith("MDEyMzQ1Njc4OT"));
    const end = lines.findIndex((line, index) => index > begin && line.startsWith("--"));
    expect(Buffer.from(lines.slice(begin, end).join(""), "base64").equals(bytes)).toBe(true);
  });
});

describe("a relay by SMTP", () => {
  test("gets the bytes that were composed, for addresses as an envelope takes them", async () => {
    const taken: { to: string[]; options: unknown; raw: Buffer }[] = [];
    const server = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          taken.push({
            to: envelope.rcptTo.map(({ address }) => address),
            options: envelope.mailFrom === false ? null : envelope.mailFrom.args,
            raw: Buffer.concat(chunks),
          });
          done();
        });
      },
    });
    server.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.server.once("listening", resolve));
    const { port } = server.server.address() as AddressInfo;
    const transport = smtpTransport(`smtp://127.0.0.1:${port}`);
    const mails = [
      // A line of a dot alone ends a mail, and is doubled on the way.
      { ...MAIL, text: "x\n.\n..y\n" },
      { ...MAIL, to: { name: "", address: "jo@customer.example" }, files: [FILE, LOGO] },
    ];
    for (const mail of mails) expect(await transport.send(mail)).toEqual({ kind: "sent" });
    // What is no address is one recipient, whom the server refuses: not two, and no end of a command.
    for (const address of [
      "jo@customer.example, eve@else.example",
      "jo@customer.example>\r\nRCPT TO:<eve@else.example",
    ])
      expect(await transport.send({ ...MAIL, to: { name: "", address } })).toMatchObject({
        kind: "refused",
        ofRecipient: true,
      });
    await transport.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(taken.map(({ to }) => to)).toEqual([["riley@bücher.example"], ["jo@customer.example"]]);
    // The server reads domains in ASCII as they are meant; in letters, they need SMTPUTF8.
    for (const { options } of taken) expect(options).toBe(false);
    for (const [index, { raw }] of taken.entries())
      expect(raw.toString("utf8")).toBe((await composeMime(mails[index] ?? MAIL)).toString("utf8"));
  });

  test("sends nothing that was ended before", async () => {
    const transport = smtpTransport("smtp://127.0.0.1:9");
    const outcome = await transport.send(MAIL, AbortSignal.abort());
    expect(outcome.kind).toBe("down");
    await transport.close();
  });
});
