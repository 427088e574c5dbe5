import { coverageOf } from "../watermark/glyphs.ts";
import { collect, loadFonts, openLetter } from "./pdf.ts";
import { Sheet } from "./sheet.ts";
import type { Block } from "./text.ts";

/** A question with what was answered to it. */
interface AnsweredQuestion {
  id: string;
  section: string;
  question: string;
  answer: string;
  comment: string;
}

/** Questions and answers as they leave in a PDF. They travel to a worker. */
export interface AnswersParts {
  orgName: string;
  /** What the questionnaire is called. */
  title: string;
  /** The day that the file says of its making, YYYY-MM-DD. */
  day: string;
  /** `#rrggbb` */
  accentColour: string;
  rows: readonly AnsweredQuestion[];
}

/** So many characters come to some hundred pages. */
export const MAX_ANSWERS = 300_000;

/** A longer word takes more memory than there is, for its lines are searched letter by letter. */
const MAX_WORD = 2_000;

/** Why such a PDF can't be made: it would be too long, or has letters that the font lacks. */
export async function answersFault({
  orgName,
  title,
  rows,
}: AnswersParts): Promise<"long" | "letters" | null> {
  let length = title.length;
  const letters = new Set(`${orgName}${title}`.normalize("NFC"));
  for (const { id, section, question, answer, comment } of rows)
    for (const text of [id, section, question, answer, comment]) {
      length += text.length;
      const isLong = text.split(/\s/).some((word) => word.length > MAX_WORD);
      if (length > MAX_ANSWERS || isLong) return "long";
      for (const letter of text.normalize("NFC")) letters.add(letter);
    }
  const covers = coverageOf((await loadFonts()).regular);
  const isWritten = (letter: string) =>
    /[\s\p{Cc}]/u.test(letter) || covers(letter.codePointAt(0) ?? 0);
  return [...letters].every(isWritten) ? null : "letters";
}

/**
 * The questions in their order, each with its answer: tagged, in the packaged font. The same parts give
 * the same bytes.
 */
export async function answersPdf({
  orgName,
  title,
  day,
  accentColour,
  rows,
}: AnswersParts): Promise<Buffer> {
  const document = openLetter(orgName, title, day);
  const whole = collect(document);
  const sheet = new Sheet(document, await loadFonts(), accentColour);
  sheet.letterhead(orgName, title);
  let section = "";
  for (const { id, question, answer, comment, ...row } of rows) {
    if (row.section !== section && row.section !== "") sheet.blocks([heading(row.section, 2)]);
    ({ section } = row);
    const said = [answer, comment].filter((text) => text !== "");
    sheet.blocks([
      heading([id, question].filter(Boolean).join(" "), 3),
      ...(said.length === 0 ? ["No answer"] : said).flatMap(paragraphs),
    ]);
  }
  sheet.end();
  document.end();
  return whole;
}

function heading(text: string, level: 2 | 3): Block {
  return { kind: "heading", level, runs: [plain(text)] };
}

/** A text with its lines: an empty one ends a paragraph. */
function paragraphs(text: string): Block[] {
  return text
    .normalize("NFC")
    .split("\n\n")
    .filter((part) => part.trim() !== "")
    .map((part) => ({ kind: "paragraph", runs: [plain(part)] }));
}

function plain(text: string) {
  return { text: text.normalize("NFC"), bold: false, italic: false, link: null };
}
