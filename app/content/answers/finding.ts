import { MAX_TERM, type RecordAccess } from "#model/search.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import type { SearchIndex } from "#model/search/matching.ts";
import { linesOf } from "#model/search/words.ts";
import { rankedQuotes } from "./rules/answering.ts";
import { type Asked, askedOf, type OtherProduct } from "./rules/asked.ts";
import { helpfulOf, nearest } from "./rules/candidates.ts";
import { type Passage, type Quote, withoutCommon } from "./rules/quoting.ts";
import { waysToAsk } from "./rules/wording.ts";

/** Answers from an index, in steps: what is asked, what is quoted, and what may help instead. */

/** A text that a viewer may read now, with the record that it is of. */
export interface ReadPassage extends Passage {
  record: GatedRecord;
}

type AccessOf = (record: GatedRecord) => RecordAccess;

/** A short word with a typo is too often another word. */
const RESPELLED_FROM = 8;
/** As many records are read closely. */
const MAX_CANDIDATES = 300;

/**
 * What is asked, and what a viewer may read about it: what has most of its parts first.
 * @param names words that name the company and its products
 */
function* passagesFor(
  index: SearchIndex<GatedRecord>,
  question: string,
  names: ReadonlySet<string>,
  accessOf: AccessOf,
  others: readonly OtherProduct[],
): Generator<undefined, { asked: Asked; passages: ReadPassage[] }, void> {
  const clauses = index.clausesOf(question).map((clause) => {
    const [word] = clause.words;
    if (word === undefined || clause.words.length > 1 || clause.others.length > 0) return clause;
    const meant = word.length < RESPELLED_FROM ? [] : index.spellings(word);
    return meant.length === 0 || meant.includes(word)
      ? clause
      : { ...clause, others: meant.map((other) => [other]) };
  });
  const asked = askedOf(question, clauses, names, others);
  const ways = asked.parts.map((part) => [...part.ways, ...part.near]);
  const found = yield* index.candidates(ways, accessOf, MAX_CANDIDATES);
  return {
    asked,
    passages: found.map(({ record, having }) => ({
      ...passageOf(record),
      record,
      having,
      stems: stemsIn(index, record),
    })),
  };
}

/** What helps with a question: it is looked at before a quote is believed, and again where none is. */
const helpedBy = new WeakMap<Asked, GatedRecord[]>();

/**
 * What may help with a question that nothing answers, five things at most: what is nearest to it, and
 * what the search finds for it.
 */
export function* helpfulFor(
  index: SearchIndex<GatedRecord>,
  { asked, passages }: { asked: Asked; passages: readonly ReadPassage[] },
  accessOf: AccessOf,
): Generator<undefined, GatedRecord[], void> {
  const before = helpedBy.get(asked);
  if (before !== undefined) return before;
  const near = yield* nearest(asked, passages);
  const isTelling = asked.parts.some(({ weight }) => weight === 1);
  const found = isTelling ? yield* index.searching(asked.question, accessOf) : [];
  // Of each thing, the first is the piece that has most of what was asked.
  const things = new Map<string, GatedRecord>();
  const keep = (record: GatedRecord) => {
    if (!things.has(record.thing)) things.set(record.thing, record);
    return record.thing;
  };
  const nearThings = near.flatMap(({ place, score }) => {
    const record = passages[place]?.record;
    return record === undefined ? [] : [{ thing: keep(record), score }];
  });
  const foundThings = found.flatMap(({ record, access }) =>
    access === "open" ? [keep(record)] : [],
  );
  const helpful = helpfulOf(nearThings, foundThings).flatMap((thing) => things.get(thing) ?? []);
  helpedBy.set(asked, helpful);
  return helpful;
}

/** What is asked, what the viewer may read about it, and what of that answers, the best first. */
export interface Found {
  asked: Asked;
  passages: ReadPassage[];
  quotes: Quote[];
  /** All that has the question's words, whether it is quoted or not: what a model should read first. */
  ranked: Quote[];
}

/**
 * What answers a question, by the first of its ways to ask that is answered; where none is, what was
 * found for the first.
 * @param others the company's other products, of which its texts say nothing unless they name them
 */
export function* quotesFor(
  index: SearchIndex<GatedRecord>,
  question: string,
  names: ReadonlySet<string>,
  accessOf: AccessOf,
  others: readonly OtherProduct[] = [],
): Generator<undefined, Found, void> {
  let first: Found | null = null;
  for (const way of waysToAsk(question.slice(0, MAX_TERM))) {
    const read = yield* passagesFor(index, way, names, accessOf, others);
    const ranked = yield* rankedQuotes(read.asked, read.passages);
    const found = { ...read, ranked, quotes: yield* agreed(index, read, ranked, accessOf) };
    if (found.quotes.length > 0) return found;
    first ??= found;
  }
  if (first === null) throw new Error("a question has one way to ask it at least");
  return first;
}

/**
 * The quotes of what is also the nearest to the question, where the best of them only has its words: two signs that
 * come by different ways are seldom both wrong. What stands in the place of that one has a sign of its own.
 */
function* agreed(
  index: SearchIndex<GatedRecord>,
  read: Pick<Found, "asked" | "passages">,
  ranked: readonly Quote[],
  accessOf: AccessOf,
): Generator<undefined, Quote[], void> {
  const [best] = ranked;
  if (best?.isByWords !== true) return [...ranked];
  const [first] = yield* helpfulFor(index, read, accessOf);
  const isNearest = ({ passage }: Quote) => read.passages[passage]?.record.thing === first?.thing;
  return isNearest(best)
    ? [...ranked]
    : ranked.filter((quote) => quote.isByWords !== true && isNearest(quote));
}

/** The whole answer to a question: its quotes, the best first, and what may help where there are none. */
export function* answering(
  index: SearchIndex<GatedRecord>,
  question: string,
  names: ReadonlySet<string>,
  accessOf: AccessOf,
): Generator<undefined, { quotes: Quote[]; helpful: GatedRecord[] }, void> {
  const found = yield* quotesFor(index, question, names, accessOf);
  const helpful = found.quotes.length > 0 ? [] : yield* helpfulFor(index, found, accessOf);
  return { quotes: found.quotes, helpful };
}

/**
 * The telling stems of an entry, and of what a file is called, where the index has them by the same texts; all else is
 * read by its sentences.
 */
function stemsIn(index: SearchIndex<GatedRecord>, record: GatedRecord): Passage["stems"] {
  const isEntry = record.type === "knowledge base";
  if (!isEntry && record.type !== "documents") return undefined;
  if (record.prose !== undefined) return undefined;
  const texts = index.textsOf(record);
  const isAsked = record.question !== undefined;
  if (texts === undefined || (isAsked && record.question !== record.title)) return undefined;
  return {
    heading: withoutCommon(isAsked ? texts.question : texts.title),
    ...(isEntry ? { text: withoutCommon([...texts.explanation, ...texts.text]) } : {}),
  };
}

/** A record as a passage: what is said of an item or a control beside its text is never quoted. */
function passageOf({
  type,
  title,
  explanation = "",
  text = "",
  metadata,
  said,
  prose,
}: GatedRecord): Passage {
  const isSplit = type === "trust center content" || type === "controls";
  return {
    type,
    heading: title,
    ...(metadata.cardTitle === undefined ? {} : { card: metadata.cardTitle }),
    text: prose ?? (isSplit ? explanation : linesOf(explanation, text)),
    ...(isSplit && text !== "" ? { details: text } : {}),
    ...(said === undefined ? {} : { data: said }),
    ...(metadata.shortAnswer === undefined ? {} : { shortAnswer: metadata.shortAnswer }),
  };
}
