import type { Clause } from "#model/search/synonyms.ts";
import { isCommon, wordsOf } from "#model/search/words.ts";
import { namesIn } from "./fitting.ts";
import { type AskedFor, askedFor, plainWords } from "./kinds.ts";
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

/** Another product of the company. */
export interface OtherProduct {
  name: string;
  /** What of the name sets it apart: 'Data Lake'. */
  apart: string;
}

/** What all questions have, and what says only of which kind one is. */
const GENERIC = new Set(
  wordsOf(
    "does use using used have get give given make take need want like please something anything somebody anybody " +
      "handle often long fast quickly soon frequently many much share percentage percent time there happen " +
      // Who does it for themselves, the rest of a question says.
      "themselves ourselves yourselves itself " +
      "oft lange viele viel häufig schnell hoch groß führt führen durchgeführt de temps fois fréquence tiempo cada " +
      "cuánto cuánta cuántos cuántas frecuencia combien",
  ),
);

/** What everything is about in a search is another subject than security here. */
const [PRIVACY = ""] = wordsOf("privacy");

/** That a rule is met: what is asked for is the rule. */
const COMPLIANT = new Set(wordsOf("compliant comply compliance conform"));

/** What was ever done: nothing that is nearly the same is it. */
const EVER = /\bever (?:been |had to )?([a-z]+)\b/i;

/** What must be said, however little it says elsewhere. */
const STRESSED = [
  // 'Verify that' asks for what verifies, and not for what is verified.
  /\b(verify|check|confirm|validate|test|monitor) (?:that|whether|if)\b/i,
  // Who does it, how long it takes to do it, what it is used for, what it covers.
  /^who ([a-z]{4,})\b/i,
  /\btakes? (?:you )?to ([a-z]+)\b/i,
  /\bused for (?:the |your |our |an? )?([a-z]+)\b/i,
  /^do(?:es)? [a-z ]{1,40}\bcover (.+)/i,
  EVER,
];

/** Verbs that say nothing of what is done. */
const BARE = new Set(wordsOf("do done perform conduct carry run maintain ensure implement offer"));

/** Adverbs say how much of it, not what. */
const ADVERBS = new Set(
  wordsOf("fully automatically completely regularly totally entirely directly exactly actually"),
);

/**
 * A question with its parts.
 * @param clauses the question cut into parts, with other terms for each
 * @param ownNames words that name the company and its products
 * @param others the company's products that its texts are not about unless they name them
 */
export function askedOf(
  question: string,
  clauses: readonly Clause[],
  ownNames: ReadonlySet<string> = new Set(),
  others: readonly OtherProduct[] = [],
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
  const stressed = new Set(STRESSED.flatMap((stress) => wordsOf(stress.exec(question)?.[1] ?? "")));
  for (const part of parts) {
    if (part.ways[0]?.some((stem) => stressed.has(stem) && !BARE.has(stem)) !== true) continue;
    part.weight = 1;
    part.isStressed = true;
    if (EVER.test(question)) part.near = [];
  }
  // 'Use' says nothing, but data in use is in a state of its own.
  if (/\bin use\b/i.test(question))
    parts.push({ ways: [["in", "use"]], near: [], weight: 1, isName: true });
  // What is the same as something else is compared with it.
  if (/\bthe same\b/i.test(question))
    parts.push({ ways: [["same"]], near: [], weight: 1, isName: true });
  // What is true of this product is not said of another one.
  for (const product of others) {
    const said = namedIn(question, product);
    if (said !== null) parts.push({ ways: [said], near: [], weight: 1, isName: true });
  }
  return {
    question,
    words: wordsOf(question).join(" "),
    parts: parts.map(unmixed),
    asksFor: askedFor(question),
    ownNames,
  };
}

/**
 * The company's products that its texts are not about unless they name them.
 * @param products all of them, by name
 * @param own the one whose portal is asked, and the company: words that they share set nothing apart
 */
export function otherProducts(
  products: readonly string[],
  own: readonly string[],
): readonly OtherProduct[] {
  const shared = new Set(own.flatMap((name) => plainWords(name)));
  return products.flatMap((name) => {
    const apart = name
      .split(" ")
      .filter((word) => !plainWords(word).every((one) => shared.has(one)));
    return own.includes(name) || apart.length === 0 ? [] : [{ name, apart: apart.join(" ") }];
  });
}

/** The stems by which a question names another product, in full or by what sets it apart; null where it doesn't. */
function namedIn(question: string, { name, apart }: OtherProduct): readonly string[] | null {
  const isNamed =
    standsAlone(name.toLowerCase(), question.toLowerCase()) || standsAlone(apart, question);
  return isNamed ? wordsOf(apart) : null;
}

/** Whether a name stands in a text, and not within a longer word: ‘AI’ isn’t in ‘CAIQ’. */
function standsAlone(name: string, text: string): boolean {
  const isWithin = (sign: string) => /[\p{Script=Latin}\p{N}]/u.test(sign);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isWithin(text.charAt(at - 1)) && !isWithin(text.charAt(at + name.length))) return true;
  return false;
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
