import { isCommon, wordsOf } from "#model/search/words.ts";
import type { ShortAnswer } from "#model/short-answers.ts";

/** Entries of the FAQ that ask nearly the same. */

/** What is compared of an entry. */
export interface Comparable {
  id: string;
  question: string;
  shortAnswer: ShortAnswer | null;
  /** The products that it is about; none means all. */
  productIds: readonly string[];
}

/** Two entries, in the order of the list. */
export interface AlikePair {
  ids: readonly [string, string];
  /** They say another thing in a word. */
  differ: boolean;
  /** The share of words that they have in common, up to 1. */
  likeness: number;
}

/** So much of two questions' words is the same. */
const ALIKE = 0.7;
/** A word that stands in more questions tells too little: nothing is looked up by it. */
const MOST_OF_A_WORD = 200;
/** So many pairs are compared in all: the work has an end, whatever the questions are. */
const MOST_COMPARED = 1_000_000;
/** So many pairs are found before the search ends: where all are alike, the rest is more of it. */
const MOST_FOUND = 5_000;
/** So many pairs are told. */
export const MOST_PAIRS = 200;

interface Words {
  entry: Comparable;
  words: ReadonlySet<string>;
  /** Numbers tell questions apart that differ in nothing else. */
  numbers: string;
}

/**
 * The pairs whose questions are nearly equal: first those whose short answers differ, then the most
 * alike. An entry is compared only with those that share one of its rarest words. It yields between
 * entries.
 */
export function* alikePairs(
  entries: readonly Comparable[],
): Generator<undefined, AlikePair[], void> {
  const all: Words[] = [];
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const made = wordsFor(entry);
    all.push(made);
    for (const word of made.words) counts.set(word, (counts.get(word) ?? 0) + 1);
    yield;
  }
  const byWord = new Map<string, Words[]>();
  const pairs: AlikePair[] = [];
  let compared = 0;
  for (const one of all) {
    const rarest = telling(one.words, counts);
    const others = new Set(rarest.flatMap((word) => byWord.get(word) ?? []));
    for (const other of others) {
      if ((compared += 1) > MOST_COMPARED || pairs.length >= MOST_FOUND) return ranked(pairs);
      const likeness = likenessOf(other, one);
      if (likeness < ALIKE) continue;
      const [first, second] = [other.entry, one.entry];
      pairs.push({
        ids: [first.id, second.id],
        differ:
          first.shortAnswer !== null &&
          second.shortAnswer !== null &&
          first.shortAnswer !== second.shortAnswer,
        likeness,
      });
    }
    for (const word of rarest) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [one]);
      else if (known.length < MOST_OF_A_WORD) known.push(one);
    }
    yield;
  }
  return ranked(pairs);
}

function wordsFor(entry: Comparable): Words {
  const all = [...new Set(wordsOf(entry.question))];
  const own = all.filter((word) => !isCommon(word));
  const words = new Set(own.length > 0 ? own : all);
  const numbers = all.filter((word) => /^\p{N}/u.test(word)).sort();
  return { entry, words, numbers: numbers.join(" ") };
}

/**
 * The rarest words of a question: one that is alike has at least one of them among its own rarest,
 * since so few words may differ.
 */
function telling(words: ReadonlySet<string>, counts: ReadonlyMap<string, number>): string[] {
  const most = words.size - Math.ceil(ALIKE * words.size) + 1;
  return [...words]
    .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1))
    .slice(0, most);
}

function likenessOf(one: Words, other: Words): number {
  if (one.numbers !== other.numbers || !shareProduct(one.entry, other.entry)) return 0;
  let both = 0;
  for (const word of one.words) if (other.words.has(word)) both += 1;
  return both / (one.words.size + other.words.size - both);
}

function shareProduct({ productIds: one }: Comparable, { productIds: other }: Comparable): boolean {
  return one.length === 0 || other.length === 0 || one.some((id) => other.includes(id));
}

function ranked(pairs: AlikePair[]): AlikePair[] {
  return pairs
    .sort((a, b) => Number(b.differ) - Number(a.differ) || b.likeness - a.likeness)
    .slice(0, MOST_PAIRS);
}
