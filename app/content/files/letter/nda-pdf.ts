import { dayIn } from "#values/dates.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import { formatMoment } from "#values/moments.ts";
import { coverageOf, writable } from "../watermark/glyphs.ts";
import { collect, loadFonts, openLetter } from "./pdf.ts";
import { readLetter, type Block } from "./text.ts";
import { Sheet } from "./sheet.ts";

/** What the record of a signed NDA is made of. */
export interface SignedNda {
  name: string;
  email: string;
  accountName: string;
  signedAt: string;
  ip: string | null;
  userAgent: string | null;
  /**
   * The text that was signed, as it was laid out when it was published; null where the NDA was
   * signed elsewhere.
   */
  version: { title: string; body: MarkdownTree; hash: string } | null;
  imported: { at: string; by: string; note: string | null } | null;
}

/** Whose NDA it is. */
export interface Issuer {
  name: string;
  timeZone: string;
  customization: { accentColour: string };
}

/**
 * The record of a signature as a PDF: who signed what, when and from where, and the whole text. A
 * name that the packaged font can't write is stood in for by the address. The same record gives the
 * same bytes.
 */
export async function signedNdaPdf(org: Issuer, signed: SignedNda): Promise<Buffer> {
  const fonts = await loadFonts();
  const covers = coverageOf(fonts.regular);
  const title = signed.version?.title ?? "NDA signed elsewhere";
  const document = openLetter(org.name, title, dayIn(new Date(signed.signedAt), "UTC"));
  const whole = collect(document);
  const sheet = new Sheet(document, fonts, org.customization.accentColour);
  sheet.letterhead(org.name, title);
  if (signed.version !== null) sheet.blocks(readLetter(signed.version.body));
  sheet.blocks([
    { kind: "rule" },
    recordTable(org, signed, writable(signed.name, covers, 200) ?? signed.email),
  ]);
  sheet.end();
  document.end();
  return whole;
}

function recordTable(
  org: Issuer,
  { email, accountName, signedAt, ip, userAgent, version, imported }: SignedNda,
  name: string,
): Block {
  const rows = [
    ["Signed by", name],
    ["Email", email],
    ["Company", accountName],
    [
      "Signed on",
      imported === null
        ? `${formatMoment(signedAt, org.timeZone)} (${signedAt})`
        : signedAt.slice(0, 10),
    ],
    ...(ip === null ? [] : [["IP address", ip]]),
    ...(userAgent === null ? [] : [["Browser", userAgent.slice(0, 500)]]),
    ...(version === null ? [] : [["SHA-256 of the text", version.hash]]),
    ...(imported === null
      ? []
      : [
          ["Recorded by", `${imported.by}, ${formatMoment(imported.at, org.timeZone)}`],
          ...(imported.note === null ? [] : [["Note", imported.note]]),
        ]),
  ];
  return { kind: "table", head: ["Record of the signature", ""], rows };
}
