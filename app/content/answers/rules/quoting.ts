import type { Clause } from "#model/search/synonyms.ts";
import { isWeak } from "#model/search/weak.ts";
import { isCommon, stands, wordsOf } from "#model/search/words.ts";
import type { SearchType } from "#model/search.ts";
import type { SaidAsData } from "#model/search/gates.ts";
import type { ShortAnswer } from "#model/short-answers.ts";

/**
 * What a question and the texts that may answer it are compared by: their words without endings, and
 * how much each of them says. `answering.ts` decides what is quoted.
 */

/** A text that an answer may be quoted from. */
export interface Passage {
  type: SearchType;
  /** What the text is about: a title, or the question that it answers. */
  heading: string;
  /** The title of the card that it stands in; the heading begins with it. */
  card?: string;
  text: string;
  /** Said of it beside its text, such as how often it is done; never quoted. */
  details?: string;
  /** What an item says as data: a sentence is made of it. */
  data?: SaidAsData;
  /** What the entry itself says in a word. */
  shortAnswer?: ShortAnswer | null;
  /**
   * Of each part of the question, whether the passage has all words of a way to say it, wherever they
   * stand; absent where nobody looked. Where it has not, the part stands nowhere in the passage.
   */
  having?: readonly boolean[];
  /** What it was made of: what was read of it is kept with that. */
  record?: object;
  /** The stems of the heading, and of the whole text of an entry, where they are known. */
  stems?: { heading: readonly string[]; text?: readonly string[] } | undefined;
}

/** What is quoted: a place among the passages, and the words. */
export interface Quote {
  passage: number;
  text: string;
  score: number;
  /** The short answer that the text begins with, where its entry asks the very question. */
  verdict?: ShortAnswer;
  /** It has the question's words, and no other sign: it answers where its text is also the nearest. */
  isByWords?: true;
}

/** A quote that has no other sign than its words. */
export const ALONE = { isByWords: true } as const;

/** What a passage says to a question. */
export type Said = Omit<Quote, "passage">;

/** What a company answers in words of its own is the better answer. */
export const PREFERENCE: Readonly<Record<SearchType, number>> = {
  "knowledge base": 0.25,
  "trust center content": 0.1,
  facts: 0.08,
  controls: 0.04,
  "trust center updates": -0.12,
  documents: -0.06,
  webpage: -0.1,
};

/** How much a weak word counts beside one that says what the question is about. */
export const WEAK_WEIGHT = 0.3;

/** What is asked: each part by its stems, with other terms for it. */
export interface AskedPart {
  /** Ways to say it, each a row of stems that stand side by side. */
  ways: readonly (readonly string[])[];
  /** Ways to say nearly the same. */
  near: readonly (readonly string[])[];
  weight: number;
  /** It is a number or a proper name: nothing else stands for it. */
  isName?: boolean;
  /** It is what is asked, though it says little: 'verify' of 'do you verify that'. */
  isStressed?: boolean;
}

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
    return [{ ways, near: [], weight: weak ? WEAK_WEIGHT : 1 }];
  });
}

/** The two words of a question's own term may stand so far apart: 'keys are held and rotated'. */
const OWN_WITHIN = 4;

/** 'SOC 2' is no 2 near a SOC. */
function isNumbered(stem: string): boolean {
  return /\d/.test(stem);
}

/** Whether two stems stand near each other, in whatever order. */
function standNear([one, other]: readonly string[], stems: readonly string[]): boolean {
  const places = (stem: string | undefined) =>
    stems.flatMap((own, place) => (own === stem ? [place] : []));
  const others = places(other);
  return places(one).some((at) => others.some((place) => Math.abs(place - at) <= OWN_WITHIN));
}

/**
 * Whether one of the ways to say something stands in a text; of the first, the question's own, two words
 * may stand near each other.
 * @param stems the text's
 */
export function isIn(ways: AskedPart["ways"], stems: readonly string[]): boolean {
  return ways.some(
    (way, nth) =>
      stands(way, stems) ||
      (nth === 0 && way.length === 2 && !way.some(isNumbered) && standNear(way, stems)),
  );
}

/** Whether a part stands in a text, or nearly so. @param stems the text's */
export function isMeantIn({ ways, near }: AskedPart, stems: readonly string[]): boolean {
  return isIn(ways, stems) || isIn(near, stems);
}

/** As many telling words stand there as they were asked: other terms lead to other subjects. */
const LEAST_OWN = 2 / 3;
/** Where the text is about all of them, half are enough. */
const LEAST_OWN_HEADED = 1 / 2;

/** Longer words are no abbreviations. */
const MOST_LETTERS = 8;

/** Whether one term is short for the other: 'MFA' for 'multi-factor authentication'. */
function isShortFor(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const [letters = ""] = short;
  if (short.length !== 1 || long.length < 2) return false;
  if (letters.length < long.length || letters.length > MOST_LETTERS) return false;
  let at = 0;
  for (const word of long) {
    if (letters[at] !== word[0]) return false;
    at += 1;
    // More letters of the same word, such as those of 'pentest', but never the next one's first.
    for (const letter of word.slice(1)) {
      const left = long.length - 1 - long.indexOf(word);
      if (letters.length - at > left && letters[at] === letter) at += 1;
    }
  }
  return at === letters.length;
}

/** Whether two terms differ in words alone that say little: 'personal data', 'personal information'. */
function isSameTerm(one: readonly string[], other: readonly string[]): boolean {
  const [own, others] = [one, other].map((way) => way.filter((stem) => !isWeak(stem)));
  if (own === undefined || others === undefined || own.length === 0) return false;
  return own.length === others.length && own.every((stem) => others.includes(stem));
}

/** Whether one term is the other with a word more: 'records of processing', 'of processing activities'. */
function isPartOf(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 1 && short.every((stem) => long.includes(stem));
}

/**
 * Whether a text has enough of the telling words as they were asked, or nearly so, or its title in short
 * or in full: other terms that mean the same are too loose for it.
 */
export function isInOwnWords(
  telling: readonly AskedPart[],
  stems: readonly string[],
  { title = [], isHeaded = false }: { title?: readonly string[]; isHeaded?: boolean } = {},
): boolean {
  const isOwnIn = ({ ways: [asked = [], ...others] }: AskedPart) => {
    const isOwn = (way: readonly string[]) =>
      (isShortFor(asked, way) && stands(way, title)) ||
      ((isSameTerm(asked, way) || isPartOf(asked, way)) && stands(way, stems));
    return isIn([asked], stems) || others.some(isOwn);
  };
  const own = telling.filter(isOwnIn);
  // Nothing else stands for a name, wherever it stands.
  if (telling.some((part) => part.isName === true && !own.includes(part))) return false;
  return own.length >= telling.length * (isHeaded ? LEAST_OWN_HEADED : LEAST_OWN);
}

/** Whether a stem is one of a question's, in one of the ways to say it. */
export function isAskedIn(stem: string, parts: readonly AskedPart[]): boolean {
  return parts.some(({ ways, near }) => [...ways, ...near].some((way) => way.includes(stem)));
}

/** How much parts of a question count together. */
export function weightOf(parts: readonly AskedPart[]): number {
  return parts.reduce((sum, { weight }) => sum + weight, 0);
}

/** The stems of a text's words in their order, without those that say nothing. */
export function stemsOf(text: string): string[] {
  return withoutCommon(wordsOf(text));
}

/** Stems without those that say nothing. */
export function withoutCommon(stems: readonly string[]): string[] {
  return stems.filter((word) => !isCommon(word));
}

/** A stop behind 'Dr' ends none. */
const SENTENCE_END =
  /(?<=[.!?])(?<!\b(?:Dr|Mr|Ms|Mrs|Prof|Art|St)\.) (?=[\p{Lu}\p{N}"“(])|(?<=[。！？])| · /u;

/** A text cut into sentences; lines and the parts of lists are some of their own. */
export function sentencesOf(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line) => line.replaceAll(/\s+/g, " ").split(SENTENCE_END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/**
 * The beginning of a text up to the end of a sentence or line: one that is cut within may have lost its
 * ‘only if’.
 * @param most so many characters at most
 */
export function wholeBeginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const lines = text.slice(0, most).split("\n");
  const last = lines.pop() ?? "";
  const cut = last.split(SENTENCE_END).at(-1) ?? "";
  return [...lines, last.slice(0, last.length - cut.length)].join("\n").trimEnd();
}
