import { isCommon, wordsOf } from "./words.ts";

/** Terms that mean the same, as a question meets them: by their first word, the longest first. */
export class Synonyms {
  readonly #byFirst = new Map<string, { words: readonly string[]; others: string[][] }[]>();

  /** @param lists each a list of terms with one meaning, of one or several words */
  constructor(lists: Iterable<readonly string[]>) {
    for (const list of lists) {
      const terms = list.map(wordsOf).filter((words) => words.length > 0);
      for (const words of terms) {
        const others = terms.filter((term) => term !== words);
        const first = words[0] ?? "";
        const known = this.#byFirst.get(first) ?? [];
        const same = known.find((entry) => entry.words.join(" ") === words.join(" "));
        // A term can stand in several lists: it means all of them.
        if (same === undefined) known.push({ words, others: [...others] });
        else same.others.push(...others);
        this.#byFirst.set(first, known);
      }
    }
    for (const known of this.#byFirst.values())
      known.sort((a, b) => b.words.length - a.words.length);
  }

  /**
   * The longest known term that the words have at this place, with what means the same; null for
   * none.
   */
  at(words: readonly string[], place: number): { length: number; others: string[][] } | null {
    const known = this.#byFirst.get(words[place] ?? "");
    const found = known?.find((entry) =>
      entry.words.every((word, step) => words[place + step] === word),
    );
    return found === undefined ? null : { length: found.words.length, others: found.others };
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
  return kept.filter((clause) => {
    const key = clause.words.join(" ");
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
