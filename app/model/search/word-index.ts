import MiniSearch, { type SearchResult as Raw } from "minisearch";
import { SEARCHED_FIELDS, type SearchedField, type SearchedTexts } from "../search.ts";
import { keyOf, wordOf } from "./index-keys.ts";
import { mayRead, swapped, type Tally } from "./scoring.ts";
import { unspacedLetters } from "./unspaced.ts";
import { wordsInSteps } from "./words.ts";

/** A word has to be this long before a typo in it counts. */
const TYPO_FROM = 5;

/**
 * As many different words of one text are looked up: twice those of the longest text that anybody
 * writes in words with spaces, half the pairs of letters of one without, and what the index takes in
 * at once.
 */
const MOST_DISTINCT = 10_000;

/** The record's texts as words, each between single spaces. */
type Folded = { id: string } & Record<SearchedField, string>;

/** Records by the words of their texts: which have a word, and where. */
export class WordIndex<Kept extends SearchedTexts> {
  readonly #records = new Map<string, Kept>();
  readonly #folded = new Map<string, Folded>();
  readonly #index = new MiniSearch<Folded>({
    fields: [...SEARCHED_FIELDS],
    // How often a word stands in a text says nothing: once is enough.
    tokenize: (text) =>
      [...new Set(text.split(" "))].filter((word) => word !== "").slice(0, MOST_DISTINCT),
    processTerm: keyOf,
    // Records come and go one by one; the index is never left with what is gone.
    autoVacuum: false,
  });
  #size = 0;

  /** How many records there are. */
  get count(): number {
    return this.#records.size;
  }

  /** The characters of all texts together: what the memory of the index grows with. */
  get characters(): number {
    return this.#size;
  }

  get(id: string): Kept | undefined {
    return this.#records.get(id);
  }

  /** The ids of all records, as they are now. */
  ids(): string[] {
    return [...this.#records.keys()];
  }

  /**
   * Adds a record, or puts it in the place of the one with its id. It yields every few hundred
   * words, and changes the index at its end.
   */
  *putting(record: Kept): Generator<undefined, void, void> {
    const folded: Folded = { id: record.id, title: "", question: "", explanation: "", text: "" };
    for (const field of SEARCHED_FIELDS) {
      // A question is its own title, and weighs as a question.
      const text = field === "title" && record.question !== undefined ? "" : record[field];
      if (text === undefined || text === "") continue;
      const words = yield* wordsInSteps(text);
      // A fact is a sentence, and names its subject among much else: it weighs as one.
      const weighed = field === "title" && record.type === "facts" ? "explanation" : field;
      folded[weighed] = `${folded[weighed] || " "}${words.join(" ")} `;
    }
    this.remove(record.id);
    this.#records.set(record.id, record);
    this.#folded.set(record.id, folded);
    this.#index.add(folded);
    this.#size += sizeOf(record);
  }

  /** Takes a record out; nothing happens where there is none of that id. */
  remove(id: string): void {
    const folded = this.#folded.get(id);
    const record = this.#records.get(id);
    if (folded === undefined || record === undefined) return;
    this.#size -= sizeOf(record);
    this.#index.remove(folded);
    this.#folded.delete(id);
    this.#records.delete(id);
  }

  /** The records that have a word, its beginning or a typo of it. */
  lookUp(word: string): Raw[] {
    const digits = /^\p{N}/u.test(word);
    const prefix = digits ? word.length > 2 : true;
    const typo = !digits && word.length >= TYPO_FROM;
    const queries = typo ? [word, ...swapped(word)] : [word];
    const key = keyOf(word);
    return this.#index.search(
      { queries, combineWith: "OR" },
      {
        prefix: (term) => prefix && term === key,
        fuzzy: (term) => (typo && term === key ? 1 : false),
      },
    );
  }

  /** The ids of the records that have all words, or words that begin so. */
  having(words: readonly string[], { prefix }: { prefix: boolean }): string[] {
    const queries = words.map((word) => ({ queries: [word], prefix }));
    const found = this.#index.search({ queries, combineWith: "AND" });
    return found.map(({ id }) => id as string);
  }

  /** The words of the index that a word may have been meant to be: itself, or one typo away. */
  spellings(word: string): string[] {
    if (word.length < TYPO_FROM || /^\p{N}/u.test(word)) return [word];
    const found = this.lookUp(word).flatMap((raw) => Object.keys(raw.match).map(wordOf));
    return found.includes(word) ? [word] : [...new Set(found)].slice(0, 5);
  }

  /** The weightiest text of a record that the viewer may read and that has words side by side. */
  fieldOf({ record, access }: Tally, phrase: string): SearchedField | undefined {
    const folded = this.#folded.get(record.id);
    return SEARCHED_FIELDS.find(
      (one) => mayRead(one, access) && folded?.[one].includes(phrase) === true,
    );
  }

  /** Whether a text of a record is just these words. */
  isWhole(id: string, field: SearchedField, phrase: string): boolean {
    return this.#folded.get(id)?.[field] === phrase;
  }
}

/**
 * How much memory a record's texts take, in characters of a script that parts its words: of another
 * one each letter begins a word.
 */
export function sizeOf(record: SearchedTexts): number {
  return SEARCHED_FIELDS.reduce((sum, field) => {
    const text = record[field] ?? "";
    return sum + text.length + UNSPACED_WEIGHT * unspacedLetters(text);
  }, 0);
}

/** What a letter of a script without spaces takes more, as `npm run bench` measures it. */
const UNSPACED_WEIGHT = 3;
