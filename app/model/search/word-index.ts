import SearchableMap from "minisearch/SearchableMap";
import { SEARCHED_FIELDS, type SearchedField, type SearchedTexts } from "../search.ts";
import { keyOf, wordOf } from "./index-keys.ts";
import { BITS, fieldIn, mayRead, swapped, type Tally } from "./scoring.ts";
import { stemOf } from "./stems.ts";
import { unspacedLetters } from "./unspaced.ts";
import { atOnce, formsInSteps, isCommon, wordsOf } from "./words.ts";

/** A word has to be this long before a typo in it counts. */
const TYPO_FROM = 5;

/**
 * As many different words of one text are looked up: twice those of the longest text that anybody
 * writes in words with spaces, half the pairs of letters of one without, and what the index takes in
 * at once.
 */
const MOST_DISTINCT = 10_000;

/** The record's texts as stems, each between single spaces. */
type Folded = Record<SearchedField, string>;

/** Records by the stems of their texts: which have a word, and where. */
export class WordIndex<Kept extends SearchedTexts> {
  readonly #records = new Map<string, Kept>();
  readonly #folded = new Map<string, Folded>();
  readonly #names = new Map<string, readonly string[]>();
  /** Of each stem the records that have it, with the bits of their fields. */
  readonly #having = new Map<string, Map<string, number>>();
  /** How many records have a word, by the word with its ending, and by its stem. */
  readonly #written = new SearchableMap<number>();
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
    const folded: Folded = { title: "", question: "", explanation: "", topic: "", text: "" };
    const fields = new Map<string, number>();
    const written = new Set<string>();
    for (const [field, text] of weighedTexts(record)) {
      const forms = yield* formsInSteps(text);
      const stems = forms.map(stemOf);
      folded[field] = `${folded[field] || " "}${stems.join(" ")} `;
      for (const word of someOf(forms)) written.add(word);
      for (const stem of someOf(stems)) fields.set(stem, (fields.get(stem) ?? 0) | BITS[field]);
    }
    this.remove(record.id);
    this.#records.set(record.id, record);
    this.#folded.set(record.id, folded);
    this.#names.set(record.id, nameIn(folded, record));
    for (const [stem, bits] of fields) {
      const having = this.#having.get(stem);
      if (having === undefined) this.#having.set(stem, new Map([[record.id, bits]]));
      else having.set(record.id, bits);
      written.add(stem);
    }
    for (const word of written) {
      const key = keyOf(word);
      this.#written.set(key, (this.#written.get(key) ?? 0) + 1);
    }
    this.#size += sizeOf(record);
  }

  /** Takes a record out; nothing happens where there is none of that id. */
  remove(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    const written = new Set<string>();
    for (const [, text] of weighedTexts(record)) {
      const forms = atOnce(formsInSteps(text));
      for (const word of someOf(forms)) written.add(word);
      for (const stem of someOf(forms.map(stemOf))) {
        written.add(stem);
        const having = this.#having.get(stem);
        having?.delete(id);
        if (having?.size === 0) this.#having.delete(stem);
      }
    }
    for (const word of written) {
      const key = keyOf(word);
      const count = this.#written.get(key) ?? 0;
      if (count > 1) this.#written.set(key, count - 1);
      else this.#written.delete(key);
    }
    this.#size -= sizeOf(record);
    this.#folded.delete(id);
    this.#names.delete(id);
    this.#records.delete(id);
  }

  /** The records that have a word, each with the bits of its fields. @param stem its stem */
  recordsWith(stem: string): ReadonlyMap<string, number> {
    return this.#having.get(stem) ?? NONE;
  }

  /** The ids of the records that have all words. @param stems their stems */
  having(stems: readonly string[]): string[] {
    const [first, ...others] = stems
      .map((stem) => this.recordsWith(stem))
      .sort((a, b) => a.size - b.size);
    if (first === undefined) return [];
    return [...first.keys()].filter((id) => others.every((records) => records.has(id)));
  }

  /** The stems of the words that begin so. @param form a word as far as it was typed */
  begunBy(form: string): string[] {
    if (/^\p{N}/u.test(form) && form.length < 3) return [];
    return this.#stemsAt(this.#written.atPrefix(keyOf(form)).keys());
  }

  /** The stems of the words that are one typo away. @param form a word as it was typed */
  near(form: string): string[] {
    if (form.length < TYPO_FROM || /^\p{N}/u.test(form)) return [];
    const swaps = swapped(form)
      .map(keyOf)
      .filter((key) => this.#written.has(key));
    return this.#stemsAt([...this.#written.fuzzyGet(keyOf(form), 1).keys(), ...swaps]);
  }

  /** The words of the index that a word may have been meant to be: itself, or one typo away. */
  spellings(stem: string): string[] {
    const near = this.#having.has(stem) ? [] : this.near(stem);
    return near.length === 0 ? [stem] : near.slice(0, 5);
  }

  #stemsAt(keys: Iterable<string>): string[] {
    const stems = new Set<string>();
    for (const key of keys) stems.add(stemOf(wordOf(key)));
    return [...stems];
  }

  /**
   * The weightiest text of a record that the viewer may read and that has words side by side.
   * @param phrase their stems, each between single spaces
   */
  fieldOf({ record, access }: Tally, phrase: string): SearchedField | undefined {
    // Where a single word stands is known.
    const only = phrase.indexOf(" ", 1) === phrase.length - 1 ? phrase.slice(1, -1) : null;
    if (only !== null) return fieldIn(this.recordsWith(only).get(record.id) ?? 0, access);
    const folded = this.#folded.get(record.id);
    return SEARCHED_FIELDS.find(
      (one) => mayRead(one, access) && folded?.[one].includes(phrase) === true,
    );
  }

  /** The stems of what a record is called, without the card that it stands in, that say something. */
  nameOf(id: string): readonly string[] {
    return this.#names.get(id) ?? [];
  }
}

/** What stands between a card's title and its item's. */
const CARD_ENDS = " - ";

function nameIn({ title, question }: Folded, record: SearchedTexts): string[] {
  const words = (title + question).split(" ").filter((word) => word !== "");
  const card = record.title.indexOf(CARD_ENDS);
  const own = card < 0 ? words : words.slice(wordsOf(record.title.slice(0, card)).length);
  return own.filter((word) => !isCommon(word));
}

const NONE: ReadonlyMap<string, number> = new Map();

/** The texts of a record, each by the field that it weighs as. */
function weighedTexts(record: SearchedTexts): (readonly [SearchedField, string])[] {
  return SEARCHED_FIELDS.flatMap((field) => {
    // A question is its own title, and weighs as a question.
    const text = field === "title" && record.question !== undefined ? "" : record[field];
    if (text === undefined || text === "") return [];
    // A fact is a sentence, and names its subject among much else: it weighs as one.
    return [[field === "title" && record.type === "facts" ? "explanation" : field, text] as const];
  });
}

/** How often a word stands in a text says nothing: once is enough. */
function someOf(words: readonly string[]): Iterable<string> {
  const some = new Set(words);
  return some.size <= MOST_DISTINCT ? some : [...some].slice(0, MOST_DISTINCT);
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
