import { isCommon, wordsOf } from "./words.ts";

/** As many terms of one line count, and as many words of each; a term with more is no term. */
export const MOST_TERMS = 40;
export const MOST_TERM_WORDS = 8;
/** Other terms that count, for one part of a question and for all of its parts together. */
const MOST_OTHERS = 60;
const MOST_OTHERS_OF_ALL = 240;

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
      .map((text): Term => {
        const words = wordsOf(text);
        return { words, key: words.join(" ") };
      })
      .filter(({ words }) => words.length > 0 && words.length <= MOST_TERM_WORDS);
    for (const { words, key } of terms) {
      // A term can stand in several lists: it means all of them.
      const known = this.#lists.get(key);
      if (known === undefined) this.#lists.set(key, [terms]);
      else if (known.length < MOST_OTHERS && known.at(-1) !== terms) known.push(terms);
      const first = words[0] ?? "";
      this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, words.length));
    }
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
  words: string[];
  others: readonly string[][];
}

/** More words than this are nobody's question. */
const MAX_WORDS = 32;

/** A question cut into its parts. Empty where it has no word at all. */
export function clausesOf(term: string, synonyms: Synonyms): Clause[] {
  const words = wordsOf(term).slice(0, MAX_WORDS);
  const clauses: Clause[] = [];
  for (let place = 0; place < words.length;) {
    const known = synonyms.at(words, place);
    const length = known?.length ?? 1;
    clauses.push({ words: words.slice(place, place + length), others: known?.others ?? [] });
    place += length;
  }
  const telling = clauses.filter(
    ({ words: own, others }) => others.length > 0 || !own.every(isCommon),
  );
  const kept = telling.length === 0 ? clauses : telling;
  const seen = new Set<string>();
  let room = MOST_OTHERS_OF_ALL;
  return kept.flatMap(({ words: own, others }) => {
    const key = own.join(" ");
    if (seen.has(key)) return [];
    seen.add(key);
    const some = others.slice(0, room);
    room -= some.length;
    return [{ words: own, others: some }];
  });
}
