import type { Clause } from "#model/search/synonyms.ts";
import { isCommon, wordsOf } from "#model/search/words.ts";
import { namesIn } from "./fitting.ts";
import { type AskedFor, askedFor } from "./kinds.ts";
import { isLight, nearStems } from "./near-words.ts";
import { type AskedPart, askedParts, WEAK_WEIGHT } from "./quoting.ts";

/** A question as it is answered: what it is about, and what it asks for. */
export interface Asked {
  question: string;
  /** Its words behind each other, as the rows of questionnaires are compared. */
  words: string;
  parts: readonly AskedPart[];
  asksFor: AskedFor;
  /** Words that name the company and its products. */
  ownNames: ReadonlySet<string>;
}

/** What all questions have, and what says only of which kind one is. */
const GENERIC = new Set(
  wordsOf(
    "does use using used have get give given make take need want like please something anything somebody anybody " +
      "handle often long fast quickly soon frequently many much share percentage percent time there happen " +
      "oft lange viele viel häufig schnell hoch groß führt führen durchgeführt de temps fois fréquence tiempo cada " +
      "cuánto cuánta cuántos cuántas frecuencia combien",
  ),
);

/** What everything is about in a search is another subject than security here. */
const [PRIVACY = ""] = wordsOf("privacy");

/** That a rule is met: what is asked for is the rule. */
const COMPLIANT = new Set(wordsOf("compliant comply compliance conform"));

/** What asks for what makes sure of something. */
const CHECKED_THAT = /\b(verify|check|confirm|validate|test|monitor) (?:that|whether|if)\b/i;

/** Adverbs say how much of it, not what. */
const ADVERBS = new Set(
  wordsOf("fully automatically completely regularly totally entirely directly exactly actually"),
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
  // 'How large' asks for a number, and is no word of the subject.
  const size = /\bhow (big|large|high|small)\b/i.exec(question)?.[1]?.toLowerCase();
  const sizes = new Set(size === undefined ? [] : wordsOf(size));
  const telling = clauses.filter(
    ({ words }) => !words.every((word) => GENERIC.has(word) || isCommon(word) || sizes.has(word)),
  );
  const names = new Set(namesIn(question, ownNames).flatMap(wordsOf));
  const parts = askedParts(telling.length === 0 ? clauses : telling, ownNames).map((part) =>
    closer(part, names),
  );
  // 'Verify that' asks for what verifies, and not for what is verified.
  const [checked = ""] = wordsOf(CHECKED_THAT.exec(question)?.[1] ?? "");
  for (const part of parts) {
    if (part.ways[0]?.includes(checked) !== true) continue;
    part.weight = 1;
    part.isStressed = true;
  }
  // 'Use' says nothing, but data in use is in a state of its own.
  if (/\bin use\b/i.test(question))
    parts.push({ ways: [["in", "use"]], near: [], weight: 1, isName: true });
  return {
    question,
    words: wordsOf(question).join(" "),
    parts: parts.map(unmixed),
    asksFor: askedFor(question),
    ownNames,
  };
}

/**
 * A part without the terms for it that hold another part's own words: 'remote access' stands for no VPN
 * in 'is remote access by VPN'.
 */
function unmixed(part: AskedPart, _: number, parts: readonly AskedPart[]): AskedPart {
  const own = part.ways[0] ?? [];
  const taken = new Set(
    parts
      .filter((other) => other !== part && other.weight === 1)
      .flatMap(({ ways }) => ways[0] ?? [])
      .filter((stem) => !own.includes(stem)),
  );
  const isFree = (way: readonly string[]) => !way.some((stem) => taken.has(stem));
  return { ...part, ways: part.ways.filter(isFree), near: part.near.filter(isFree) };
}

/** A part with what else stands for it: a word that says nearly the same, never another number. */
function closer({ ways, weight }: AskedPart, names: ReadonlySet<string>): AskedPart {
  const own = ways[0] ?? [];
  const [word = ""] = own;
  const isOne = own.length === 1;
  const numbers = own.filter((stem) => /^\d/.test(stem));
  const isName = numbers.length > 0 || own.some((stem) => names.has(stem));
  const isSlight =
    isOne && ((ways.length === 1 && (ADVERBS.has(word) || isLight(word))) || COMPLIANT.has(word));
  return {
    ways: ways.filter((way) => numbers.every((number) => way.includes(number))),
    near: isOne && !isName ? nearStems(word).map((stem) => [stem]) : [],
    weight: own.includes(PRIVACY) ? 1 : isSlight ? WEAK_WEIGHT : weight,
    isName,
  };
}
