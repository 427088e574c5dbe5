import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import type { BridgeLetter } from "#model/items/items.ts";
import { loadedOnce } from "#values/loaded-once.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import { Sheet, type Fonts } from "./sheet.ts";
import { readLetter } from "./text.ts";

/**
 * A bridge letter as it goes out: the words that staff wrote, between what every letter has. It
 * travels to a worker.
 */
export interface LetterParts {
  orgName: string;
  /** 'SOC 2 Bridge Letter' */
  title: string;
  /** As it stands on the letter: 'November 20, 2026'. */
  date: string;
  /** The day of the date, YYYY-MM-DD: what the file says of its making. */
  day: string;
  salutation: string;
  closing: string;
  /** `#rrggbb` */
  accentColour: string;
  letter: Pick<BridgeLetter, "letterContent" | "signerName" | "signerTitle">;
  /** Its content as it was laid out when it was saved. */
  tree: MarkdownTree;
}

/**
 * The letter as a PDF: tagged, with language and title, in a packaged font that covers Latin, Greek
 * and Cyrillic; a character without a glyph shows as a box. The same parts give the same bytes.
 */
export async function letterPdf(parts: LetterParts): Promise<Buffer> {
  const { orgName, title, date, day, letter } = parts;
  const document = openLetter(orgName, title, day);
  const whole = collect(document);
  const sheet = new Sheet(document, await loadFonts(), parts.accentColour);
  sheet.letterhead(orgName, title);
  sheet.line(date);
  sheet.line(parts.salutation);
  sheet.blocks(readLetter(parts.tree));
  sheet.closing(parts.closing, [letter.signerName, letter.signerTitle, orgName]);
  sheet.end();
  document.end();
  return whole;
}

/** An empty letter: A4, tagged, with language and title. @param day of its making, YYYY-MM-DD */
export function openLetter(orgName: string, title: string, day: string): PDFKit.PDFDocument {
  const made = new Date(`${day}T00:00:00Z`);
  return new PDFDocument({
    size: "A4",
    margins: { top: 78, bottom: 72, left: 78, right: 78 },
    tagged: true,
    lang: "en",
    displayTitle: true,
    pdfVersion: "1.7",
    info: {
      Title: `${orgName} ${title}`,
      Author: orgName,
      Subject: title,
      CreationDate: made,
      ModDate: made,
    },
  });
}

/** Everything that a document writes, once it has ended. */
export function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = [];
  document.on("data", (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    document.once("end", () => resolve(Buffer.concat(pieces)));
    document.once("error", reject);
  });
}

/** The packaged font, read once. */
export const loadFonts = loadedOnce(async (): Promise<Fonts> => {
  // Found by name, not by path: the bundled server lies elsewhere than this file, with node_modules
  // above it.
  const { resolve } = createRequire(import.meta.url);
  const face = async (name: string) =>
    withoutShaping(await readFile(resolve(`@expo-google-fonts/inter/${name}/Inter_${name}.ttf`)));
  const [regular, bold, italic, boldItalic] = await Promise.all([
    face("400Regular"),
    face("600SemiBold"),
    face("400Regular_Italic"),
    face("600SemiBold_Italic"),
  ]);
  return { regular, bold, italic, boldItalic };
});

/**
 * The font without its tables of substitutions and positions. Reading those takes half a second for
 * each letter, ten times all the rest, and these three scripts read well without; marks are placed
 * by their class.
 */
function withoutShaping(font: Buffer): Buffer {
  const tables = font.readUInt16BE(4);
  for (let i = 0; i < tables; i += 1) {
    const at = 12 + 16 * i;
    if (DROPPED.has(font.toString("latin1", at, at + 4))) font.write("none", at, "latin1");
  }
  return font;
}

const DROPPED: ReadonlySet<string> = new Set(["GSUB", "GPOS", "GDEF"]);
