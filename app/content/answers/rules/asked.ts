import type { Clause } from "#model/search/synonyms.ts";
import { isCommon, wordsOf } from "#model/search/words.ts";
import { namesIn } from "./fitting.ts";
import { type AskedFor, askedFor } from "./kinds.ts";
import { isLight, nearStems } from "./near-words.ts";
import { type AskedPart, askedParts, WEAK_WEIGHT } from "./quoting.ts";

/** A question as it is answered: what it is about, and what it asks for. */
export interface Asked {
  question: string;
  parts: readonly AskedPart[];
  asksFor: AskedFor;
  /** Words that name the company and its products. */
  ownNames: ReadonlySet<string>;
}

/** What all questions have, and what says only of which kind one is. */
const GENERIC = new Set(
  wordsOf(
    "does use using used have get give given make take need want like please something anything somebody anybody " +
      "handle often long fast quickly soon frequently many much share percentage percent time there happen",
  ),
);

/** Adverbs say how much of it, not what. */
const ADVERBS = new Set(
  wordsOf(
    "fully automatically completely physically dynamically regularly totally entirely directly exactly actually",
  ),
);

/**
 * A question with its parts.
 * @param clauses the question cut into parts, with other terms for each
 * @param ownNames words that name the company and its products
 */
export function askedOf(
  question: string,
  clauses: readonly Clause[],
  ownNames: ReadonlySet<string> = new Set(),
): Asked {
  const telling = clauses.filter(
    ({ words }) => !words.every((word) => GENERIC.has(word) || isCommon(word)),
  );
  const names = new Set(namesIn(question, ownNames).flatMap(wordsOf));
  const parts = askedParts(telling.length === 0 ? clauses : telling, ownNames).map((part) =>
    closer(part, names),
  );
  // 'Use' says nothing, but data in use is in a state of its own.
  if (/\bin use\b/i.test(question))
    parts.push({ ways: [["in", "use"]], near: [], weight: 1, isName: true });
  return { question, parts, asksFor: askedFor(question), ownNames };
}

/** A part with what else stands for it: a word that says nearly the same, never another number. */
function closer({ ways, weight }: AskedPart, names: ReadonlySet<string>): AskedPart {
  const own = ways[0] ?? [];
  const [word = ""] = own;
  const isOne = own.length === 1;
  const numbers = own.filter((stem) => /^\d/.test(stem));
  const isName = numbers.length > 0 || own.some((stem) => names.has(stem));
  const isSlight = isOne && ways.length === 1 && (ADVERBS.has(word) || isLight(word));
  return {
    ways: ways.filter((way) => numbers.every((number) => way.includes(number))),
    near: isOne && !isName ? nearStems(word).map((stem) => [stem]) : [],
    weight: isSlight ? WEAK_WEIGHT : weight,
    isName,
  };
}
