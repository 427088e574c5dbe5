import { askedPairs, isParticle, wordLengths, type Letter } from "./unspaced.ts";
import { askedWords, isCommon, stemsOf, type AskedWord } from "./words.ts";

/** As many terms of one line count, and as many words of each; a term with more is no term. */
export const MOST_TERMS = 40;
export const MOST_TERM_WORDS = 8;
/** Other terms that count, for one part of a question and for all of its parts together. */
const MOST_OTHERS = 60;
const MOST_OTHERS_OF_ALL = 240;

/** Letters without spaces that count as a word of a term. */
const LETTERS_A_WORD = 3;

/** How many words a term has, about, where its script has no spaces. */
export function termSize(text: string): number {
  const words = askedWords(text);
  const spaced = words.filter(({ within }) => within === null).length;
  return spaced + Math.ceil((words.length - spaced) / LETTERS_A_WORD);
}

/** A term as it is compared: its words, and the same behind each other. */
interface Term {
  words: string[];
  key: string;
}

/** Terms that mean the same, as a question meets them: the longest first. */
export class Synonyms {
  /** Each term with the lists that it stands in. */
  readonly #lists = new Map<string, Term[][]>();
  /** How many words the longest term has that begins with this one. */
  readonly #longest = new Map<string, number>();

  /** @param lists each a list of terms with one meaning, of one or several words */
  constructor(lists: Iterable<readonly string[]>) {
    for (const list of lists) this.#add(list);
  }

  /**
   * As the constructor, for the many lists that a company may have: a step a list.
   * @param lists as the constructor takes them
   */
  static *inSteps(lists: Iterable<readonly string[]>): Generator<undefined, Synonyms, void> {
    const synonyms = new Synonyms([]);
    for (const list of lists) {
      synonyms.#add(list);
      yield;
    }
    return synonyms;
  }

  #add(list: readonly string[]): void {
    const terms = list
      .slice(0, MOST_TERMS)
      .filter((text) => termSize(text) <= MOST_TERM_WORDS)
      .map((text): Term => {
        const words = askedWords(text).map(({ word }) => word);
        return { words, key: words.join(" ") };
      })
      .filter(({ words }) => words.length > 0);
    for (const { words, key } of terms) {
      // A term can stand in several lists: it means all of them.
      this.#note(key, words, terms);
      // 'delete data' is 'data deletion'.
      if (words.length === 2) {
        const turned = words.toReversed();
        this.#note(turned.join(" "), turned, terms);
      }
    }
  }

  #note(key: string, words: readonly string[], terms: Term[]): void {
    const known = this.#lists.get(key);
    if (known === undefined) this.#lists.set(key, [terms]);
    else if (known.length < MOST_OTHERS && known.at(-1) !== terms) known.push(terms);
    const first = words[0] ?? "";
    this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, words.length));
  }

  /**
   * The longest known term that the words have at this place, with what means the same; null for
   * none.
   */
  at(words: readonly string[], place: number): { length: number; others: string[][] } | null {
    const longest = this.#longest.get(words[place] ?? "") ?? 0;
    for (let length = Math.min(longest, words.length - place); length > 0; length -= 1) {
      const key = words.slice(place, place + length).join(" ");
      const lists = this.#lists.get(key);
      if (lists === undefined) continue;
      const others = lists.flatMap((terms) => terms.filter((term) => term.key !== key));
      return { length, others: others.slice(0, MOST_OTHERS).map((term) => term.words) };
    }
    return null;
  }
}

/** A part of a question: its own words, and other terms that mean the same. */
export interface Clause {
  /** The stems of its words. */
  words: string[];
  /** A single word as it was asked, with its ending; absent for others. */
  form?: string;
  /** It is looked up as it stands: no word that begins so is meant. */
  isWhole?: true;
  others: readonly string[][];
  /** Its words are pairs of letters, which count where they stand side by side. */
  isPairs?: true;
  /** It says nothing by itself. */
  isParticle?: true;
}

/** What is asked in so many capitals is no beginning of a word. */
const LONGEST_ABBREVIATION = 5;

/** More words than this are nobody's question. */
const MAX_WORDS = 32;

/** Words between those of a term that change nothing of it: 'rotation of the keys'. */
const CONNECTING = stemsOf("of the a an our your their its all any");
/** As many of them stand between two words of a term. */
const MOST_CONNECTING = 2;

/** The longest known term at a place, where nothing or only what connects stands between its words. */
function termAt(
  synonyms: Synonyms,
  words: readonly string[],
  place: number,
): { length: number; others: string[][]; own?: number[] } | null {
  const known = synonyms.at(words, place);
  if (known !== null && known.length > 1) return known;
  if (CONNECTING.has(words[place] ?? "")) return known;
  const places = [place];
  for (let at = place + 1; at < words.length && places.length < MOST_TERM_WORDS; at += 1) {
    if (!CONNECTING.has(words[at] ?? "")) places.push(at);
    else if (at - (places.at(-1) ?? at) > MOST_CONNECTING) break;
  }
  const parted = synonyms.at(
    places.map((at) => words[at] ?? ""),
    0,
  );
  const last = places[(parted?.length ?? 0) - 1];
  if (parted === null || parted.length < 2 || last === undefined) return known;
  return { length: last - place + 1, others: parted.others, own: places.slice(0, parted.length) };
}

/** A question cut into its parts. Empty where it has no word at all. */
export function clausesOf(term: string, synonyms: Synonyms): Clause[] {
  const asked = askedWords(term).slice(0, MAX_WORDS);
  const words = asked.map(({ word }) => word);
  const clauses: Clause[] = [];
  for (let place = 0; place < words.length;) {
    const known = termAt(synonyms, words, place);
    const within = asked[place]?.within ?? null;
    if (known !== null) {
      const own = known.own?.map((at) => words[at] ?? "");
      clauses.push({
        words: own ?? words.slice(place, place + known.length),
        others: known.others,
      });
      place += known.length;
      // The pair that begins with the last letter of what is known says nothing more.
      if (isSameStretch(asked[place - 1], asked[place])) place += 1;
    } else if (within === null) {
      const { form = "", isCapitals = false } = asked[place] ?? {};
      clauses.push({
        words: words.slice(place, place + 1),
        others: [],
        form,
        ...(isCapitals && form.length <= LONGEST_ABBREVIATION ? { isWhole: true } : {}),
      });
      place += 1;
    } else {
      let end = place + 1;
      while (isSameStretch(asked[place], asked[end]) && synonyms.at(words, end) === null) end += 1;
      const isWhole = !isSameStretch(asked[place], asked[end]);
      const to = isWhole ? within.at + (end - place) + 1 : within.at + (end - place);
      clauses.push(...unspacedClauses(within.letters.slice(within.at, to)));
      place = end;
    }
  }
  const telling = clauses.filter(
    ({ words: own, others, isParticle: saysNothing }) =>
      others.length > 0 || (saysNothing !== true && !own.every(isCommon)),
  );
  const kept = telling.length === 0 ? clauses : telling;
  const seen = new Set<string>();
  let room = MOST_OTHERS_OF_ALL;
  return kept.flatMap((clause) => {
    const key = clause.words.join(" ");
    if (seen.has(key)) return [];
    seen.add(key);
    const some = clause.others.slice(0, room);
    room -= some.length;
    return [{ ...clause, others: some }];
  });
}

function isSameStretch(one: AskedWord | undefined, other: AskedWord | undefined): boolean {
  const letters = one?.within?.letters;
  return letters !== undefined && letters === other?.within?.letters;
}

/** A stretch of so many letters is one word where it holds one of a single letter. */
const ONE_WORD = 4;

/** The words of a stretch without spaces, each by its pairs of letters. */
function unspacedClauses(letters: readonly Letter[]): Clause[] {
  const words: (readonly Letter[])[] = [];
  let from = 0;
  for (const length of wordLengths(letters)) {
    words.push(letters.slice(from, from + length));
    from += length;
  }
  const isLoose = (word: readonly Letter[]) => word.length === 1 && !isParticle(word);
  // A letter alone stands in many words: it belongs to its neighbors, or it says nothing.
  const own = letters.length <= ONE_WORD && words.some(isLoose) ? [letters] : words;
  const hasLong = own.some((word) => word.length > 1 && !isParticle(word));
  return own.map((word) => ({
    words: askedPairs(word),
    others: [],
    ...(word.length > 2 ? { isPairs: true } : {}),
    ...(isParticle(word) || (hasLong && isLoose(word)) ? { isParticle: true } : {}),
  }));
}
