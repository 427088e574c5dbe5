import { execFileSync } from "node:child_process";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { accentPalettes, contrast } from "#values/color.ts";
import { headerText } from "#model/mail/mail.ts";
import type { Brand } from "#platform/mail/brand.ts";
import { withoutFiles } from "#platform/mail/attached.tsx";
import { composeMime } from "#platform/mail/compose.ts";
import { listId, renderMailing } from "#updates/updates/mail/mailing.ts";
import { MESSAGES } from "#server/mail/messages.ts";
import { ndaSigned } from "#access/nda/mail/nda-signed.tsx";
import { staffTest } from "#updates/mail-log/mail/staff-test.tsx";
import { topicUpdate } from "#updates/updates/mail/topic-update.tsx";
import { logoIn, logoWidth, withLogoWidth, withoutLogo } from "#platform/mail/logo.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { ODD_WORDS } from "../odd-words.ts";
import { sample } from "../sample.ts";
import { treeOf } from "./tree-of.ts";
import type { OutgoingMail } from "#platform/mail/transports/transport.ts";

/** The first bytes of a PNG of a size. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  head.write("IHDR", 12, "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

const BRAND: Brand = {
  orgId: "org1",
  orgName: "Acme Cloud",
  portalTitle: "Trust Center",
  portalUrl: "https://trust.acme.example",
  staffOrigin: "https://host.example",
  timeZone: "UTC",
  accent: accentPalettes("#ffdd00"),
  logo: null,
  replyTo: null,
  messageDomain: "host.example",
};

/** What an inbox shows beside the subject, with the invisible marks that follow it. */
const PREHEADER = /<div [^>]*data-skip-in-text="true">([^<]*)<div>[^<]*<\/div><\/div>/;

/** The words of an HTML, without what nobody sees. */
function words(html: string): string[] {
  const body = html
    .replace(/<head>[^]*<\/head>/, "")
    .replace(PREHEADER, "")
    .replace(/<!--.*?-->|<[^>]+>/g, " ");
  return body
    .replace(/&amp;/g, "&")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&[lg]t;/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "");
}

function outgoing(values: Partial<OutgoingMail>): OutgoingMail {
  return {
    id: "id1",
    sendKey: "id1",
    messageId: "id1@host.example",
    from: { name: "Acme Cloud", address: "trust@host.example" },
    to: { name: "", address: "riley@customer.example" },
    replyTo: null,
    subject: "A subject",
    html: "<p>x</p>",
    text: "x\n",
    headers: {},
    files: [],
    date: new Date("2026-11-21T12:00:00Z"),
    ...values,
  };
}

describe("every message", () => {
  // Half of them by the seed; the long run renders all.
  for (const message of sample(MESSAGES, Math.ceil(MESSAGES.length / 2), "kinds of mail")) {
    const mail = message.preview(BRAND);

    test(`${message.kind}: says all of it in its text, too`, () => {
      const text = mail.text.replace(/\s+/g, " ");
      for (const word of words(mail.html)) expect(text, word).toContain(word.replace(/:$/, ""));
      for (const [, href = ""] of mail.html.matchAll(/href="([^"]+)"/g))
        expect(mail.text).toContain(href.replace(/&amp;/g, "&"));
    });

    test(`${message.kind}: says in a hidden line what it asks for, and not in its text`, () => {
      const [, line = ""] = PREHEADER.exec(mail.html) ?? [];
      expect(line).toMatch(/\S/);
      expect(line).not.toBe(mail.subject);
      expect(mail.text).not.toMatch(/[\u200B-\u200F\uFEFF]/);
      expect(ODD_WORDS.exec(line)?.[0]).toBeUndefined();
    });

    test(`${message.kind}: has one button at most, whose padding and width Outlook keeps`, () => {
      const buttons = mail.html.split('class="button"').length - 1;
      expect(buttons).toBeLessThanOrEqual(1);
      // A cell around it, and within it the spacing that Word's renderer understands.
      const inCells =
        /<td><a [^>]*class="button"[^>]*><span><!--\[if mso\]><i style="mso-font-width:\d+%;mso-text-raise:\d+"/g;
      expect([...mail.html.matchAll(inCells)]).toHaveLength(buttons);
      expect(mail.html).toContain("<!--[if mso]><style>table.column{width:560px!important}");
      expect([...mail.html.matchAll(/<table [^>]*class="column /g)]).toHaveLength(2);
    });

    test(`${message.kind}: shows the logo that travels with it, and no other picture`, () => {
      const { html, text } = message.preview({ ...BRAND, logo: "l0g0" });
      expect([...html.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
        "cid:logo-l0g0@open-trust-center",
      ]);
      expect(logoIn(html)).toBe("l0g0");
      expect(withoutLogo(html)).not.toMatch(/<img|cid:/);
      expect(text).toBe(mail.text);
    });

    test(`${message.kind}: is written in plain words`, () => {
      expect(
        ODD_WORDS.exec(`${mail.subject}\n${mail.text.replace(/\s+/g, " ")}`)?.[0],
      ).toBeUndefined();
    });

    test(`${message.kind}: links absolutely, to the org's own pages alone, and loads nothing`, () => {
      const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
      expect(links.length).toBeGreaterThan(0);
      for (const link of links)
        expect(link).toMatch(/^https:\/\/(?:trust\.acme\.example|host\.example)(?:[/?]|$)/);
      expect(mail.html).not.toMatch(/<img|<script|<link|url\(|src=|@import|<form/i);
    });

    test(`${message.kind}: is one line of subject, in the org's name, says why one gets it, and is readable in its color`, () => {
      expect(mail.subject).toBe(headerText(mail.subject));
      expect(mail.fromName).toBe("Acme Cloud");
      expect(mail.text).toMatch(/because|nobody|ignore/i);
      expect(mail.html).toMatch(/<html [^>]*lang="en"/);
      for (const [, surface, color] of mail.html.matchAll(
        /background:(#[0-9a-f]{6});color:(#[0-9a-f]{6})/g,
      ))
        expect(contrast(surface ?? "", color ?? "")).toBeGreaterThanOrEqual(4.5);
    });

    test(`${message.kind}: is read without a fault by two parsers`, async () => {
      const raw = await composeMime(
        outgoing({
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          headers: mail.headers,
        }),
      );
      const parsed = await PostalMime.parse(raw);
      expect(parsed.subject).toBe(mail.subject);
      expect(parsed.text?.trimEnd()).toBe(mail.text.trimEnd());
      expect(parsed.html?.trim()).toBe(mail.html.trim());
      expect(pythonFaults(raw)).toEqual([]);
    });
  }
});

/** What Python's parser finds wrong, in any part; nothing where there is no Python. */
function pythonFaults(raw: Buffer, type = "multipart/alternative"): unknown[] {
  const program =
    "import sys,json,email,email.policy\nm=email.message_from_bytes(sys.stdin.buffer.read(),policy=email.policy.default)\nf=[str(d) for p in m.walk() for d in p.defects]\nf+=[str(d) for p in m.walk() for v in p.values() for d in getattr(v,'defects',())]\nassert m.get_content_type()==sys.argv[1]\nm.get_body(('plain',)).get_content();m.get_body(('html',)).get_content()\nprint(json.dumps(f))";
  try {
    return JSON.parse(
      execFileSync("python3", ["-c", program, type], {
        input: raw,
        encoding: "utf8",
        stdio: ["pipe", "pipe", "pipe"],
      }),
    ) as unknown[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

describe("a mail over the wire", () => {
  test("is the same, byte for byte, at every attempt", async () => {
    const [one, two] = [await composeMime(outgoing({})), await composeMime(outgoing({}))];
    expect(one.equals(two)).toBe(true);
  });

  test.each(["riley@customer.example", "riley@bücher.example", "δοκιμή@παράδειγμα.example"])(
    "ends every line with CR LF, and writes headers in ASCII: to %s",
    async (address) => {
      const raw = await composeMime(
        outgoing({
          subject: "Ein Gruß 漢字",
          from: { name: "Äcme Cloud", address: "trust@host.example" },
          to: { name: "Zoë", address },
          html: "<p>x\ny ü</p>\n",
          text: "x\nGruß\n\nz\n",
          files: [{ name: "Ä.csv", contentType: "text/csv", bytes: Buffer.from("a\nb\n") }],
        }),
      );
      const text = raw.toString("utf8");
      expect(text.match(/(?<!\r)\n|\r(?!\n)/g)).toBeNull();
      const headers = text.slice(0, text.indexOf("\r\n\r\n"));
      // A mailbox whose own name is not ASCII has no other spelling (RFC 6532); all else has (RFC 2047).
      expect(headers.replaceAll(address, "")).toMatch(/^[\t\r\n -~]+$/);
      expect(headers.includes(address)).toBe(address !== "riley@bücher.example");
      const parsed = await PostalMime.parse(raw);
      expect([parsed.subject, parsed.from?.name, parsed.to?.[0]?.name]).toEqual([
        "Ein Gruß 漢字",
        "Äcme Cloud",
        "Zoë",
      ]);
    },
  );

  test("carries files that two parsers find, byte for byte the same at every attempt", async () => {
    const bytes = Uint8Array.from({ length: 3_000 }, (_, i) => i % 256);
    const mail = outgoing({
      files: [{ name: 'Äcme "NDA" 漢字.pdf', contentType: "application/pdf", bytes }],
    });
    const raw = await composeMime(mail);
    expect(raw.equals(await composeMime(mail))).toBe(true);
    const parsed = await PostalMime.parse(raw);
    expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual(["x", "<p>x</p>"]);
    expect(parsed.attachments).toHaveLength(1);
    expect(parsed.attachments[0]).toMatchObject({
      filename: 'Äcme "NDA" 漢字.pdf',
      mimeType: "application/pdf",
      disposition: "attachment",
    });
    expect(
      Buffer.from(parsed.attachments[0]?.content as ArrayBuffer).equals(Buffer.from(bytes)),
    ).toBe(true);
    expect(
      pythonFaults(
        await composeMime(
          outgoing({
            files: [
              { name: "Acme Cloud NDA 2026-11-20.pdf", contentType: "application/pdf", bytes },
            ],
          }),
        ),
        "multipart/mixed",
      ),
    ).toEqual([]);
  });

  test("carries a logo beside its HTML, not among its files", async () => {
    const cid = "logo-l0g0@open-trust-center";
    const raw = await composeMime(
      outgoing({
        html: `<p><img src="cid:${cid}" alt=""></p>`,
        files: [{ name: "logo.png", contentType: "image/png", bytes: Buffer.from("png"), cid }],
      }),
    );
    const parsed = await PostalMime.parse(raw);
    expect(parsed.attachments).toMatchObject([
      { contentId: `<${cid}>`, disposition: "inline", mimeType: "image/png", related: true },
    ]);
    expect(pythonFaults(raw)).toEqual([]);
  });

  test.each([
    [pngHead(480, 120), 120],
    [pngHead(20, 400), 2],
    [pngHead(40_000, 30), 512],
    [pngHead(480, 0), null],
    [Buffer.from("no picture"), null],
  ])("knows how wide a logo stands in it (%#)", (bytes, width) => {
    expect(logoWidth(bytes)).toBe(width);
  });

  test("says both sizes of its logo as Word reads them in Outlook for Windows: attributes, no VML", () => {
    const { html } = renderMail({ ...BRAND, logo: "l0g0" }, staffTest, staffTest.demo(BRAND));
    const logo = {
      name: "logo.png",
      contentType: "image/png",
      bytes: Buffer.from("png"),
      cid: "logo-l0g0@open-trust-center",
    };
    const [picture = ""] = /<img[^>]*>/.exec(withLogoWidth(html, { ...logo, width: 120 })) ?? [];
    for (const attribute of ['width="120"', 'height="30"', 'alt=""', "display:block", "border:0"])
      expect(picture).toContain(attribute);
    expect(html).not.toMatch(/<v:|urn:schemas-microsoft-com:vml/);
    expect(withLogoWidth(html, { ...logo, width: null })).toBe(html);
  });

  test("about a signed NDA tells of its file, and of its absence where it has to leave without", () => {
    const facts = ndaSigned.demo(BRAND);
    const [mail, bare] = [
      renderMail(BRAND, ndaSigned, facts),
      renderMail(BRAND, ndaSigned, { ...facts, attached: null }),
    ];
    const line = (text: string) => text.replace(/\s+/g, " ");
    expect(line(mail.text)).toContain(
      "The signed copy is attached as a PDF: Acme Cloud NDA 2026-11-20.pdf.",
    );
    expect(line(bare.text)).not.toContain("attached");
    const left = withoutFiles(mail.html);
    for (const text of [left.html, left.text]) {
      expect(line(text)).toContain("We couldn’t attach the file. Download it at the link below.");
      expect(line(text)).not.toContain("is attached");
    }
    for (const text of [mail.text, bare.text, left.text])
      expect(text).toContain("Download NDA:\nhttps://trust.acme.example/nda");
    expect(withoutFiles(bare.html)).toEqual({ html: bare.html, text: bare.text });
  });

  test("keeps hostile names and subjects inside their header", async () => {
    const hostile = 'Evil"\r\nBcc: victim@example.org\r\n\r\n<script>';
    const mail = renderMail({ ...BRAND, orgName: headerText(hostile) }, staffTest, {
      askedBy: hostile,
      at: "now",
    });
    const raw = await composeMime(
      outgoing({
        subject: mail.subject,
        from: { name: mail.fromName, address: "trust@host.example" },
        to: { name: headerText(hostile), address: "riley@customer.example" },
        html: mail.html,
        text: mail.text,
      }),
    );
    const parsed = await PostalMime.parse(raw);
    expect(parsed.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.to?.map(({ address }) => address)).toEqual(["riley@customer.example"]);
    expect(parsed.html).not.toContain("<script>");
    expect(pythonFaults(raw)).toEqual([]);
  });

  test("headers are one line, without invisible characters, and of bounded length", () => {
    expect(headerText("a\r\nb\u2028c\u0000d")).toBe("a b c d");
    expect(headerText("\u202Eevil\u2066")).toBe("evil");
    expect(headerText("漢".repeat(300))).toHaveLength(200);
  });
});

describe("a message to many", () => {
  const mailing = renderMailing(BRAND, topicUpdate, {
    ...topicUpdate.demo(BRAND),
    message: treeOf(
      "See [the plan](/updates/x), <b>now</b> ![pixel](https://evil.example/p.gif) [bad](javascript:alert(1)) [host](//evil.example/x)",
    ),
  });

  test("has recipients' links as placeholders; who never subscribed has nothing to choose, but can leave", () => {
    expect(mailing.html).toContain("https://unsubscribe.recipient.invalid/");
    expect(mailing.text).toContain("https://preferences.recipient.invalid/");
    expect(mailing.othersHtml + mailing.othersText).not.toContain("preferences.recipient.invalid");
    expect(mailing.othersText).toContain("https://unsubscribe.recipient.invalid/");
    expect(mailing.headers["List-Id"]).toBe("<updates.trust.acme.example>");
    expect(listId("http://localhost:3000/acme")).toBe("updates.acme.localhost");
  });

  test("shows Markdown without raw HTML, pictures or unsafe links, and makes its links absolute", () => {
    expect(mailing.html).toContain('href="https://trust.acme.example/updates/x"');
    expect(mailing.html).not.toMatch(/<b>|<img|javascript:|href="[^"]*evil\.example\/x/);
    expect(mailing.html).toContain("&lt;b&gt;");
  });
});
