import type { Clause } from "#model/search/synonyms.ts";
import { isWeak } from "#model/search/weak.ts";
import { isCommon, wordsOf } from "#model/search/words.ts";
import type { SearchType } from "#model/search.ts";

/**
 * Finds what answers a question among the company's own texts, word for word: nothing is invented.
 * A text answers when it speaks of everything that the question is about; what it speaks of besides
 * decides which one answers best.
 */

/** A text that an answer may be quoted from. */
export interface Passage {
  type: SearchType;
  /** What the text is about: a title, or the question that it answers. */
  heading: string;
  text: string;
}

/** What is quoted: a place among the passages, and the words. */
export interface Quote {
  passage: number;
  text: string;
  score: number;
}

/** How much a weak word counts beside one that says what the question is about. */
const WEAK_WEIGHT = 0.3;

/** What is asked: each part by its stems, with other terms for it. */
export interface AskedPart {
  /** Ways to say it, each a row of stems that stand side by side. */
  ways: readonly (readonly string[])[];
  weight: number;
}

/** A part of a heading is worth as much as one of a text: the heading is what the text is about. */
const HEADING_WAYS = { same: 1, other: 0.85 } as const;
/** As much of what is asked must be in a text before it answers. */
const ENOUGH = 0.5;
/** What is asked and stands nowhere is forgiven from so many telling parts on. */
const FORGIVING_FROM = 4;
/** A further quote must be nearly as good as the best. */
const NEARLY = 0.94;
const MAX_QUOTES = 3;
/** Sentences that are read together. */
const WINDOW = 2;
/** What a company answers in words of its own is the better answer. */
const PREFERENCE: Readonly<Record<SearchType, number>> = {
  "knowledge base": 0.25,
  "trust center content": 0.1,
  facts: 0.08,
  controls: 0.04,
  "trust center updates": -0.12,
  documents: -0.06,
  webpage: -0.1,
};

/**
 * A question's parts as they are looked for.
 * @param clauses the question cut into parts, with other terms for each
 * @param ownNames words that name the company and its products: they are what every text is about
 */
export function askedParts(
  clauses: readonly Clause[],
  ownNames: ReadonlySet<string> = new Set(),
): AskedPart[] {
  return clauses.flatMap(({ words, others }): AskedPart[] => {
    if (words.every((word) => ownNames.has(word) && !isWeak(word))) return [];
    const ways = [words, ...others].map((way) => {
      const telling = way.filter((word) => !isCommon(word));
      return telling.length === 0 ? way : telling;
    });
    const weak = others.length === 0 && words.every((word) => isWeak(word) || isCommon(word));
    return [{ ways, weight: weak ? WEAK_WEIGHT : 1 }];
  });
}

/**
 * What each passage says to a question, the best first; a step a passage and a sentence, since there
 * are hundreds.
 * @param passages what the viewer may read
 */
export function* rankedQuotes(
  parts: readonly AskedPart[],
  passages: readonly Passage[],
): Generator<undefined, Quote[], void> {
  const quotes: Quote[] = [];
  if (parts.length === 0) return quotes;
  for (const [place, passage] of passages.entries()) {
    const best = yield* bestQuote(parts, passage);
    if (best !== null) quotes.push({ passage: place, ...best });
    yield;
  }
  return quotes.sort((a, b) => b.score - a.score || a.passage - b.passage);
}

/** The quotes that make the answer; none of those that are ranked far below the first. */
export function chosenQuotes(ranked: readonly Quote[], passages: readonly Passage[]): Quote[] {
  const [first] = ranked;
  if (first === undefined) return [];
  const isEntry = ({ passage }: Quote) => passages[passage]?.type === "knowledge base";
  // An entry of the knowledge base is a whole answer.
  if (isEntry(first)) return [first];
  const said = new Set<string>();
  return ranked
    .filter((quote) => {
      if (isEntry(quote) || quote.score < first.score * NEARLY) return false;
      return !said.has(quote.text) && said.add(quote.text) !== undefined;
    })
    .slice(0, MAX_QUOTES);
}

function* bestQuote(
  parts: readonly AskedPart[],
  { type, heading, text }: Passage,
): Generator<undefined, { text: string; score: number } | null, void> {
  const about = stemsOf(heading);
  if (type === "knowledge base") {
    const score = scoreOf(parts, about, stemsOf(text), type);
    return score === null || text === "" ? null : { text, score };
  }
  // A fact is its heading; so is what nothing more is said of.
  const sentences =
    type === "facts" || text === "" ? [heading, ...sentencesOf(text)] : sentencesOf(text);
  const stems = sentences.map(stemsOf);
  let best: { from: number; to: number; score: number; speaks: boolean } | null = null;
  for (let from = 0; from < sentences.length; from += 1) {
    yield;
    for (let to = from + 1; to <= Math.min(from + WINDOW, sentences.length); to += 1) {
      const said = stems.slice(from, to).flat();
      const score = scoreOf(parts, about, said, type);
      if (score === null) continue;
      const speaks = speaksOf(parts, said);
      // A longer quote has to say more, and one that speaks of it itself comes first.
      const worth = score - (to - from - 1) * 0.03 + (speaks ? 0.02 : 0);
      if (worth > (best?.score ?? 0)) best = { from, to, score: worth, speaks };
    }
  }
  if (best === null) return null;
  const { from, to, score, speaks } = best;
  if (speaks) return { text: sentences.slice(from, to).join(" "), score };
  // The heading is what answers: it is quoted, with what stands right below it.
  return { text: `${heading}. ${sentences.slice(0, WINDOW).join(" ")}`, score };
}

/** Whether a text itself names something that the question is about. */
function speaksOf(parts: readonly AskedPart[], said: readonly string[]): boolean {
  return parts.some(({ ways, weight }) => weight === 1 && ways.some((way) => stands(way, said)));
}

/**
 * How well a heading with a text below it answers; null when it leaves out what the question is
 * about.
 */
function scoreOf(
  parts: readonly AskedPart[],
  about: readonly string[],
  said: readonly string[],
  type: SearchType,
): number | null {
  let [sum, whole, telling, missing, inHeading, tellingInHeading] = [0, 0, 0, 0, 0, 0];
  for (const { ways, weight } of parts) {
    const heading = ways.findIndex((way) => stands(way, about));
    const found = heading >= 0 ? heading : ways.findIndex((way) => stands(way, said));
    whole += weight;
    if (found >= 0) sum += weight * (found === 0 ? HEADING_WAYS.same : HEADING_WAYS.other);
    if (heading >= 0) inHeading += weight * (heading === 0 ? 1 : 0.7);
    if (weight < 1) continue;
    telling += 1;
    if (found < 0) missing += 1;
    if (heading >= 0) tellingInHeading += 1;
  }
  const isForgiven =
    telling >= FORGIVING_FROM ||
    (telling === FORGIVING_FROM - 1 && tellingInHeading === telling - 1);
  if (missing > (isForgiven ? 1 : 0)) return null;
  const covered = sum / whole;
  if (covered < ENOUGH) return null;
  // What is asked in one word is answered by what is about it, not by each text that has the word.
  const isTerm = parts.some(({ ways, weight }) => weight === 1 && (ways[0]?.length ?? 0) > 1);
  const isAsked = type === "knowledge base" && inHeading >= 2 * WEAK_WEIGHT;
  if (telling === 1 && tellingInHeading === 0 && !isTerm && !isAsked) return null;
  // A question of nothing but weak words is answered where just that is asked.
  if (telling === 0 && (type !== "knowledge base" || inHeading < whole || isWider(about, parts)))
    return null;
  // Of two texts that say it all, the one whose heading speaks of nothing else.
  const telled = about.filter((stem) => !isWeak(stem));
  const asked = telled.filter((stem) => parts.some(({ ways }) => ways.flat().includes(stem)));
  const precise = telled.length === 0 ? 0 : asked.length / telled.length;
  return covered + PREFERENCE[type] + 0.25 * (inHeading / whole) + 0.2 * precise;
}

/** Whether a heading speaks of more than was asked. */
function isWider(about: readonly string[], parts: readonly AskedPart[]): boolean {
  return about.some((stem) => !parts.some(({ ways }) => ways.flat().includes(stem)));
}

/** Whether a row of stems stands side by side in a text. */
function stands(way: readonly string[], stems: readonly string[]): boolean {
  const [first] = way;
  if (first === undefined) return false;
  for (let at = 0; at + way.length <= stems.length; at += 1)
    if (way.every((stem, step) => stem === stems[at + step])) return true;
  return false;
}

/** The stems of a text's words in their order, without those that say nothing. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).filter((word) => !isCommon(word));
}

/** A text cut into sentences; lines and the parts of lists are some of their own. */
export function sentencesOf(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line) =>
      line.replaceAll(/\s+/g, " ").split(/(?<=[.!?]) (?=[\p{Lu}\p{N}"“(])|(?<=[。！？])| · /u),
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}
