import type { SearchType } from "#model/search.ts";
import { isWeak } from "#model/search/weak.ts";
import type { Asked } from "./asked.ts";
import { isBeside } from "./beside.ts";
import { entryQuote } from "./entries.ts";
import { isOfKind } from "./fitting.ts";
import { nearest } from "./candidates.ts";
import { dataQuote, IN_PROGRESS } from "./item-data.ts";
import { type Kind, NEGATIONS, plainWords } from "./kinds.ts";
import {
  ALONE,
  type AskedPart,
  isIn,
  isMeantIn,
  type Passage,
  PREFERENCE,
  type Quote,
  type Said,
} from "./quoting.ts";
import { readingOf, type Sentence } from "./reading.ts";
import { isOfOtherParty, isSameAsked } from "./same-question.ts";
import { isCounted, isOnlyCounted } from "./counting.ts";
import { mayAnswer, sentenceScore } from "./sentences.ts";
import { nearlyTitledPassage } from "./nearly-titled.ts";
import { type Titled, titledPassage } from "./titled.ts";
import { isVerdict, isWhether, withoutVerdict, withVerdict } from "./verdicts.ts";

/**
 * Finds what answers a question among the company's own texts, word for word: nothing is invented.
 * An entry answers that asks the same, a sentence that speaks of all that is asked and says something
 * of the kind that is asked for; where none does, the one that is nearest by far and has the number or the name, or
 * what stands below a title that is nearly what is asked. Yes and no are never read out of a text.
 */

/** The answer of a questionnaire to the very question. */
const ROW_SCORE = 1.2;
/** Shorter questions stand in longer ones by chance. */
const LEAST_ROW = 12;

/**
 * What each passage says to a question, the best first; a step a passage and a sentence, since there
 * are hundreds.
 * @param passages what the viewer may read
 */
export function* rankedQuotes(
  asked: Asked,
  passages: readonly Passage[],
): Generator<undefined, Quote[], void> {
  const quotes: Quote[] = [];
  if (asked.parts.length === 0) return quotes;
  for (const [place, passage] of passages.entries()) {
    // What an item says as data goes by other words than the question's.
    const { having, data } = passage;
    if (having !== undefined && data === undefined && !mayAnswer(asked, having)) continue;
    const best = entryQuote(asked, passage) ?? (yield* bestSentence(asked, passage));
    if (best !== null) quotes.push({ passage: place, ...best });
    yield;
  }
  if (quotes.length === 0) {
    const titled = yield* titledQuote(asked, passages, titledPassage);
    if (titled !== null) return [{ ...titled, ...signOf(asked, null) }];
    const only =
      (yield* nearestQuote(asked, passages)) ??
      (yield* titledQuote(asked, passages, nearlyTitledPassage));
    return only === null ? [] : [only];
  }
  quotes.sort((a, b) => b.score - a.score || a.passage - b.passage);
  // One sentence says less than what stands below the title that is asked.
  const titled = yield* titledQuote(asked, passages, titledPassage);
  const isFirst = titled !== null && titled.passage === quotes[0]?.passage;
  const isItem = passages[titled?.passage ?? -1]?.type === "trust center content";
  return isFirst && isItem && passages[titled.passage]?.data?.choice === undefined
    ? [{ ...titled, score: quotes[0]?.score ?? titled.score }, ...quotes.slice(1)]
    : quotes;
}

/**
 * What stands below the title that is asked.
 * @param titledIn finds it
 */
function* titledQuote(
  asked: Asked,
  passages: readonly Passage[],
  titledIn: (
    asked: Asked,
    passages: readonly Passage[],
  ) => Generator<undefined, Titled | null, void>,
): Generator<undefined, Quote | null, void> {
  const titled = yield* titledIn(asked, passages);
  const passage = passages[titled?.place ?? -1];
  if (titled === null || passage === undefined) return null;
  if (isVerdict(titled.sentence.text) || isBeside(asked, passage, titled.sentence)) return null;
  const { title } = yield* readingOf(passage);
  return {
    passage: titled.place,
    ...shown(asked, passage, titled.sentence, title),
    score: 1 + PREFERENCE[passage.type],
  };
}

/** What asks for a number, a time, a place or a name: what has none is no answer, and few texts have one. */
const MEASURED: ReadonlySet<Kind> = new Set([
  "who",
  "where",
  "rate",
  "date",
  "duration",
  "period",
  "count",
]);
/** Of those, what a sentence seldom has by chance. */
const SIGNS: ReadonlySet<Kind> = new Set(["who", "where", "rate", "duration", "count"]);
/** So much of what is asked has the sentence that is quoted because it is the nearest. */
const LEAST_COVERED = 0.6;
/** Of so many telling parts one may stand nowhere. */
const FORGIVING_FROM = 3;
/** It stands so far before the next text. */
const LEAST_AHEAD = 0.5;
/** What is near in a file, in the news or below another question may be near to much. */
const SURE: ReadonlySet<SearchType> = new Set(["trust center content", "controls"]);

/**
 * The sentence of an item or a control that is nearest to what is asked by far, where it has
 * the number, the time, the place or the name that is asked for.
 */
function* nearestQuote(
  asked: Asked,
  passages: readonly Passage[],
): Generator<undefined, Quote | null, void> {
  if (!asked.asksFor.kinds.some((kind) => MEASURED.has(kind))) return null;
  if (asked.asksFor.isForTelling) return null;
  const [first, second] = yield* nearest(asked, passages);
  const passage = passages[first?.place ?? -1];
  if (first?.best == null || passage === undefined || !SURE.has(passage.type)) return null;
  if (first.covered < LEAST_COVERED) return null;
  if (first.score < (second?.score ?? 0) + LEAST_AHEAD) return null;
  if (!isCounted(asked.asksFor, first.best.text)) return null;
  if (isOnlyCounted(asked.asksFor, first.best.text)) return null;
  if (isOfOtherParty(asked.question, `${passage.heading} ${passage.text}`)) return null;
  if (isBeside(asked, passage, first.best)) return null;
  const { about, title } = yield* readingOf(passage);
  const stems = [...about.title, ...first.best.stems];
  const telling = asked.parts.filter(({ weight }) => weight === 1);
  const missing = telling.filter((part) => !standsIn(part, stems));
  const isForgiven =
    missing.length === 0 || (missing.length === 1 && telling.length >= FORGIVING_FROM);
  if (telling.length === 0 || !isForgiven || !missing.every(isForgivable)) return null;
  // Nothing else stands for a name or a number.
  if (asked.parts.some(({ isName, ways }) => isName === true && !isIn(ways, stems))) return null;
  return {
    passage: first.place,
    ...shown(asked, passage, first.best, title),
    score: first.covered + PREFERENCE[passage.type],
  };
}

/** Whether what is asked stands in a text, or half of what its term says. @param stems the text's */
function standsIn(part: AskedPart, stems: readonly string[]): boolean {
  if (isMeantIn(part, stems)) return true;
  const [own = []] = part.ways;
  if (part.isStressed === true || own.length === 1) return false;
  const telling = own.filter((word) => !isWeak(word));
  const words = telling.length === 0 ? own : telling;
  return words.filter((word) => stems.includes(word)).length * 2 >= words.length;
}

/** Whether a part may stand nowhere: one word of several, and no term. */
function isForgivable({ ways: [own = []], isStressed }: AskedPart): boolean {
  return own.length === 1 && isStressed !== true;
}

/** The best sentence of a passage, where one answers. */
function* bestSentence(asked: Asked, passage: Passage): Generator<undefined, Said | null, void> {
  const { type } = passage;
  const { title, about, said, whole, rows } = yield* readingOf(passage);
  const row = rows.find(({ words }) => isSameQuestion(words, asked.words));
  if (row !== undefined) return { text: row.said, score: ROW_SCORE };
  const data = type === "trust center content" ? dataQuote(asked, passage, about.title) : null;
  if (data !== null) return data;
  let best: { sentence: Sentence; score: number } | null = null;
  let isOfOther: boolean | null = null;
  // One sentence of several says less of how something is done than all of them.
  const isForWay = asked.asksFor.kinds.every((kind) => kind === "way");
  for (const sentence of said) {
    yield;
    if (!isOfKind(sentence.text, asked.asksFor, asked.ownNames)) continue;
    const alone = sentenceScore(asked, about, { sentence, type });
    const score =
      alone ?? (whole === null ? null : sentenceScore(asked, about, { sentence, whole, type }));
    if (score === null || score <= (best?.score ?? 0)) continue;
    const quoted = whole !== null && (alone === null || isForWay) ? whole : sentence;
    if (isBeside(asked, passage, quoted)) continue;
    // The whole passage is read for it: once, and only where a sentence of it answers.
    // A file speaks of many.
    isOfOther ??= isOfOtherParty(asked.question, `${passage.heading} ${passage.text}`);
    if (type === "documents" && isOfOtherParty(asked.question, sentence.text)) continue;
    if (isOfOther) return null;
    best = { sentence: quoted, score };
  }
  if (best === null) return null;
  return {
    ...shown(asked, passage, best.sentence, title),
    score: best.score,
    ...signOf(asked, [...about.title, ...best.sentence.stems]),
  };
}

/**
 * A number, a time or a name that is asked for is a sign of its own, below what is called as it was asked.
 * @param stems those of the text and its title; null where they are known to have the question's words
 */
function signOf(
  { asksFor, parts }: Asked,
  stems: readonly string[] | null,
): Pick<Quote, "isByWords"> {
  const isOwn =
    stems === null ||
    parts.some(({ weight, ways }) => weight === 1 && isIn(ways.slice(0, 1), stems));
  return isOwn && asksFor.kinds.some((kind) => SIGNS.has(kind)) ? {} : ALONE;
}

/** A sentence as it is quoted: with its title where that names what is asked, without a verdict. */
function shown(
  asked: Asked,
  passage: Passage,
  { text, stems }: Sentence,
  title: string,
): Omit<Said, "score" | "isByWords"> {
  const { type, heading } = passage;
  if (type === "controls") {
    // That it is in place answers no question that its title turns round.
    const isSame =
      isSameAsked(asked, title) && !plainWords(title).some((word) => NEGATIONS.has(word));
    return withVerdict(passage, text, isSame && isWhether(asked));
  }
  const isNamed =
    type === "facts" ||
    type === "knowledge base" ||
    asked.parts.some((part) => part.weight === 1 && isMeantIn(part, stems));
  const said = withoutVerdict(text);
  // What is not in place yet reads as if it were.
  if (passage.data?.isInProgress === true) return { text: `${heading}. ${IN_PROGRESS} ${said}` };
  // What was chosen of an item's answers is what its text explains.
  const choice = passage.data?.choice;
  if (choice !== undefined) return { text: `${heading}. ${choice}. ${said}` };
  return { text: isNamed ? said : `${heading}. ${said}` };
}

/** Whether a question of a questionnaire is the one that is asked, without its number. */
function isSameQuestion(row: string, asked: string): boolean {
  return row === asked || (asked.length >= LEAST_ROW && row.endsWith(` ${asked}`));
}
