import type { Clause } from "#model/search/synonyms.ts";
import { isCommon, wordsOf } from "#model/search/words.ts";
import type { SearchType } from "#model/search.ts";
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
  /** What the entry itself says in a word. */
  shortAnswer?: ShortAnswer | null;
}

/** What is quoted: a place among the passages, and the words. */
export interface Quote {
  passage: number;
  text: string;
  score: number;
}

/** Words that stand in most questions of the field: they make no answer by themselves. */
const WEAK = new Set(
  wordsOf(
    "company customer client user people person employee staff personnel worker team member organization business " +
      "product platform service system solution software tool thing " +
      "data information content security secure privacy compliance compliant policy procedure process program plan " +
      "control measure requirement standard framework environment documentation document version state status level " +
      "use using used support supported provide offer give get make take keep kept hold have run perform conduct " +
      "maintain ensure implement handle manage follow apply allow allowed permit require need want like know tell told " +
      "explain describe show see look list include contain happen work bring brought send sent receive put set go come " +
      "let ask call find fix solve resolve check verify assess evaluate monitor do done made carry cover exist " +
      "start stop end turn switch change become stay remain choose decide leave contact notify inform announce reach " +
      "process store collect share host export import deliver deploy build create add remove protect prevent avoid " +
      "own other another same different kind type way example detail part place case past present future last next new " +
      "many much more most less few often long short quick quickly fast rapidly soon late early ever never always " +
      "also any anything some something all every each both either current currently available possible regular " +
      "regularly main general specific certain please yes no not just only still already yet about regarding against " +
      "into within during between under over than then after before since until while because through across outside " +
      "inside without themselves themself itself ourselves myself yourself would could should shall may might must will " +
      "been being were am had did having here there now today please able",
  ),
);
/** How much a weak word counts beside one that says what the question is about. */
export const WEAK_WEIGHT = 0.3;

/** What is asked: each part by its stems, with other terms for it. */
export interface AskedPart {
  /** Ways to say it, each a row of stems that stand side by side. */
  ways: readonly (readonly string[])[];
  weight: number;
  /** It is a number or a proper name: nothing else stands for it. */
  isName?: boolean;
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
      return (telling.length === 0 ? way : telling).map(stemOf);
    });
    const weak = others.length === 0 && words.every((word) => isWeak(word) || isCommon(word));
    return [{ ways, weight: weak ? WEAK_WEIGHT : 1 }];
  });
}

/** Whether a word stands in most questions, in whatever form. */
function isWeak(word: string): boolean {
  if (WEAK.has(word)) return true;
  const plain = word.replace(/(?:ed|ing|d)$/, "");
  return (
    plain.length >= 3 &&
    (WEAK.has(plain) ||
      WEAK.has(`${plain}e`) ||
      (plain.at(-1) === plain.at(-2) && WEAK.has(plain.slice(0, -1))))
  );
}

/** Whether a row of stems stands side by side in a text. */
export function stands(way: readonly string[], stems: readonly string[]): boolean {
  const [first] = way;
  if (first === undefined) return false;
  for (let at = 0; at + way.length <= stems.length; at += 1)
    if (way.every((stem, step) => meets(stem, stems[at + step] ?? ""))) return true;
  return false;
}

/** The same word in another form: `encrypt` for `encrypted` and `encryption`. */
export function meets(asked: string, said: string): boolean {
  if (asked === said) return true;
  const [short, long] = asked.length < said.length ? [asked, said] : [said, asked];
  return short.length >= 5 && long.startsWith(short) && long.length - short.length <= 3;
}

const ENDINGS =
  /(?:isations?|izations?|ations?|itions?|ions?|ments?|ances?|ences?|ings?|ibility|ability|ities|ity|able|ible|ers?|ors?|ed|es|al|ly|e|s)$/;

/** A word without its ending, as far as four letters of it stay. */
export function stemOf(word: string): string {
  if (word.length < 6) return word.replace(/(?<=^.{3,})(?:ed|es|e|s)$/, "");
  const stem = word.replace(ENDINGS, "");
  // 'scanning' is of 'scan'.
  const single = stem.replace(/([bdgmnprt])\1$/, "$1");
  return single.length >= 4 ? single : word;
}

/** The stems of a text's words in their order, without those that say nothing. */
export function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isCommon(word))
    .map(stemOf);
}

export const WEAK_STEMS = new Set([...WEAK].map(stemOf));

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
