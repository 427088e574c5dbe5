import { MONTHS } from "./kinds.ts";
import { isVerdict } from "./verdicts.ts";

/**
 * What of a text may be quoted as an answer: whole sentences. Rows of tables, headings, pieces of
 * diagrams and questions stand among them in the texts of files; they say nothing by themselves.
 */

/** Words that begin a sentence or a cell: within one they show that two things were run together. */
const BEGINNERS = new Set(
  (
    "the a an all every each no yes in we it this these that there is are does do did can may must how what which " +
    "when where who if for on at by from to of as with within whether not our your you any some see page item"
  ).split(" "),
);
/** A sentence of a file has so many words at most. */
const MOST_WORDS = 60;
/** A sentence with a larger share of capitals within it is a row of names. */
const MOST_CAPITALS = 0.34;
/** One that ends as a sentence does may name a person and an authority. */
const MOST_CAPITALS_OF_WHOLE = 0.45;
/** Of a sentence of a file. */
const MOST_CAPITALS_IN_FILES = 0.25;

/** Whether a sentence asks: what asks never answers. */
export function isQuestion(sentence: string): boolean {
  return /[?？]\s*["”)]?$/u.test(sentence);
}

/** What leads to a table or a list, and says nothing by itself. */
const LEADS_ON = /^[^\p{N}]*[:：]["”)]?$/u;

/** Whether a sentence of a page can be quoted: no question, no row of a table or what leads to it, no bare yes or no. */
export function isSaid(sentence: string): boolean {
  return (
    !isQuestion(sentence) && !LEADS_ON.test(sentence) && !isRow(sentence) && !isVerdict(sentence)
  );
}

/** Whether a sentence of a file can be quoted: it is whole besides, and nothing is run together. */
export function isProse(sentence: string): boolean {
  const words = sentence.split(" ");
  return (
    /[.!。！]["”)]?$/u.test(sentence) &&
    /^["“(]?\p{Lu}/u.test(sentence) &&
    words.length > 4 &&
    !/[*|]|\b(?:Dr|Mr|Ms|Mrs|Art|No)\.$/u.test(sentence) &&
    words.length <= MOST_WORDS &&
    !isAnswerCell(sentence) &&
    !POINTS_BACK.test(sentence) &&
    !LISTED.test(sentence) &&
    !isHeadings(words) &&
    !isRunTogether(words, MOST_CAPITALS_IN_FILES) &&
    isSaid(sentence)
  );
}

/** Whether words begin with so many capitals that headings were run together: 'Layer Controls Edge Web application'. */
function isHeadings(words: readonly string[]): boolean {
  const isCapital = (word: string) => /^\p{Lu}\p{Ll}+$/u.test(word);
  const [, , , day = "", month = ""] = words;
  // 'Date Change Assessment 14 October 2026' is the head of a table with its first row.
  const isDated = /^\d{1,2}$/.test(day) && MONTHS.has(month.toLowerCase());
  return words.slice(0, 3).every(isCapital) && (isCapital(day) || isDated);
}

/** Of whom or what a sentence speaks that begins so stands in the one before it. */
const POINTS_BACK = /^["“(]?(?:It|They|He|She|This|These|Those|Such|Both|Its|Their)\b/;

/** Who does what a row of a list says stands above it: 'Reviewing the workspace’s audit log' is the customers' part. */
const LISTED =
  /^\p{Lu}\p{Ll}+ing (?:the|a|an|all|any|each|every|its|their|your|our|of|that|who|when|whether)\b/u;

/** Whether a sentence begins with the cell of a questionnaire that says yes or no. */
export function isAnswerCell(sentence: string): boolean {
  return ANSWER_CELL.test(sentence);
}

const ANSWER_CELL = /^(Yes|No|Partly|In part|N\/A|Not applicable)(?= [\p{Lu}\p{N}]|\.?$)/u;

/** Whether a sentence is a row of a table: many numbers, or names of columns. */
function isRow(sentence: string): boolean {
  const words = sentence.split(" ");
  if (words.length < 10) return false;
  const numbers = words.filter((word) => /^\d[\d.,–%-]*$/.test(word)).length;
  const isWhole = /^["“]?\p{Lu}/u.test(sentence) && /[.!]["”)]?$/u.test(sentence);
  return numbers >= 5 || isRunTogether(words, isWhole ? MOST_CAPITALS_OF_WHOLE : MOST_CAPITALS);
}

/** Whether words begin anew without a stop before them. */
function isRunTogether(words: readonly string[], most: number): boolean {
  let capitals = 0;
  for (const [place, word] of words.entries()) {
    const before = words[place - 1];
    if (before === undefined || /[.,:;!?–—(“"/·&-]$/u.test(before)) continue;
    if (!/^\p{Lu}/u.test(word)) continue;
    const plain = word.replaceAll(/[^\p{L}]/gu, "").toLowerCase();
    if (MONTHS.has(plain)) continue;
    capitals += 1;
    if (BEGINNERS.has(plain) && word !== word.toUpperCase()) return true;
    // '5 Classification', behind what is no name with a number of its own such as 'SOC 2 Type'.
    if (/^\d{1,2}$/.test(before) && !/^\p{Lu}/u.test(words[place - 2] ?? "")) return true;
  }
  return words.length >= 8 && capitals / words.length > most;
}

/**
 * The rows of a filled-in questionnaire in a text: a question, and the sentence behind it that
 * begins with its answer.
 * @param sentences the text's, in their order
 */
export function answeredRows(sentences: readonly string[]): { question: string; said: string }[] {
  return sentences.flatMap((sentence, place) => {
    const said = sentences[place + 1];
    if (!isQuestion(sentence) || said === undefined || !isAnswerCell(said)) return [];
    return [{ question: sentence, said }];
  });
}
