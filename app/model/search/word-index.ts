import SearchableMap from "minisearch/SearchableMap";
import { SEARCHED_FIELDS, type SearchedField, type SearchedTexts } from "../search.ts";
import { keyOf, wordOf } from "./index-keys.ts";
import { fieldsAt, type Postings, putIn, slotsInAll, takeOut } from "./postings.ts";
import { BITS, fieldIn, mayRead, type Readable, swapped } from "./scoring.ts";
import { stemOf } from "./stems.ts";
import { unspacedLetters } from "./unspaced.ts";
import { atOnce, formsInSteps, isCommon, stands, wordsOf } from "./words.ts";

/** A word has to be this long before a typo in it counts. */
const TYPO_FROM = 5;

/**
 * As many different words of one text are looked up: twice those of the longest text that anybody
 * writes in words with spaces, half the pairs of letters of one without, and what the index takes in
 * at once.
 */
const MOST_DISTINCT = 10_000;

/** The stems of a record's texts, by the field that each text weighs as. */
type Texts = Record<SearchedField, readonly string[]>;

/** A record as the index holds it. */
export interface Held<Kept> {
  record: Kept;
  texts: Texts;
  /** The stems of what it is called, without the card that it stands in, that say something. */
  name: readonly string[];
}

/** A stem with the records that have it. */
interface Word {
  stem: string;
  entries: number[];
}

/**
 * Records by the stems of their texts: which have a word, and where. Each record has a slot, a number
 * that goes to another record once it is taken out.
 */
export class WordIndex<Kept extends SearchedTexts> {
  readonly #slots = new Map<string, number>();
  readonly #held: (Held<Kept> | null)[] = [];
  readonly #free: number[] = [];
  readonly #having = new Map<string, Word>();
  /** How many records have a word, by the word with its ending, and by its stem. */
  readonly #written = new SearchableMap<number>();
  #size = 0;

  /** How many records there are. */
  get count(): number {
    return this.#slots.size;
  }

  /** The characters of all texts together: what the memory of the index grows with. */
  get characters(): number {
    return this.#size;
  }

  get(id: string): Kept | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.#held[slot]?.record;
  }

  /** What has a slot now; null where nothing has. */
  heldAt(slot: number): Held<Kept> | null {
    return this.#held[slot] ?? null;
  }

  /** What has each slot, as it is now. */
  held(): (Held<Kept> | null)[] {
    return [...this.#held];
  }

  /** The ids of all records, as they are now. */
  ids(): string[] {
    return [...this.#slots.keys()];
  }

  /**
   * Adds a record, or puts it in the place of the one with its id. It yields every few hundred
   * words, and changes the index at its end.
   */
  *putting(record: Kept): Generator<undefined, void, void> {
    const said: Texts = {
      title: NO_WORDS,
      question: NO_WORDS,
      otherTitles: NO_WORDS,
      explanation: NO_WORDS,
      topic: NO_WORDS,
      text: NO_WORDS,
    };
    const fields = new Map<string, number>();
    const written = new Set<string>();
    for (const [field, text] of weighedTexts(record)) {
      const forms = yield* formsInSteps(text);
      const stems = forms.map(stemOf);
      said[field] = said[field].length === 0 ? stems : [...said[field], ...stems];
      for (const word of someOf(forms)) written.add(word);
      for (const stem of someOf(stems)) fields.set(stem, (fields.get(stem) ?? 0) | BITS[field]);
    }
    this.remove(record.id);
    const slot = this.#free.pop() ?? this.#held.length;
    this.#slots.set(record.id, slot);
    for (const [stem, bits] of fields) {
      let word = this.#having.get(stem);
      if (word === undefined) this.#having.set(stem, (word = { stem, entries: [] }));
      putIn(word.entries, slot, bits);
      written.add(stem);
    }
    const texts = this.#shared(said);
    this.#held[slot] = { record, texts, name: nameIn(texts, record) };
    for (const word of written) {
      const key = keyOf(word);
      this.#written.set(key, (this.#written.get(key) ?? 0) + 1);
    }
    this.#size += sizeOf(record);
  }

  /** Texts of which each word is kept once, however many records have it. */
  #shared(texts: Texts): Texts {
    const own = (stems: readonly string[]) =>
      stems.length === 0 ? NO_WORDS : stems.map((stem) => this.#having.get(stem)?.stem ?? stem);
    return {
      title: own(texts.title),
      question: own(texts.question),
      otherTitles: own(texts.otherTitles),
      explanation: own(texts.explanation),
      topic: own(texts.topic),
      text: own(texts.text),
    };
  }

  /** Takes a record out; nothing happens where there is none of that id. */
  remove(id: string): void {
    const slot = this.#slots.get(id);
    const record = this.get(id);
    if (slot === undefined || record === undefined) return;
    const written = new Set<string>();
    for (const [, text] of weighedTexts(record)) {
      const forms = atOnce(formsInSteps(text));
      for (const word of someOf(forms)) written.add(word);
      for (const stem of someOf(forms.map(stemOf))) {
        written.add(stem);
        const word = this.#having.get(stem);
        if (word === undefined) continue;
        takeOut(word.entries, slot);
        if (word.entries.length === 0) this.#having.delete(stem);
      }
    }
    for (const word of written) {
      const key = keyOf(word);
      const count = this.#written.get(key) ?? 0;
      if (count > 1) this.#written.set(key, count - 1);
      else this.#written.delete(key);
    }
    this.#size -= sizeOf(record);
    this.#held[slot] = null;
    this.#slots.delete(id);
    this.#free.push(slot);
  }

  /** The records that have a word, each with the bits of its fields. @param stem its stem */
  recordsWith(stem: string): Postings {
    return this.#having.get(stem)?.entries ?? NONE;
  }

  /** The slots of the records that have all words. @param stems their stems */
  having(stems: readonly string[]): number[] {
    return slotsInAll(stems.map((stem) => this.recordsWith(stem)));
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
   * @param words their stems
   */
  fieldOf(slot: number, access: Readable, words: readonly string[]): SearchedField | undefined {
    const [only = ""] = words;
    // Where a single word stands is known.
    if (words.length === 1) return fieldIn(fieldsAt(this.recordsWith(only), slot), access);
    const texts = this.#held[slot]?.texts;
    if (texts === undefined) return undefined;
    return SEARCHED_FIELDS.find((one) => mayRead(one, access) && stands(words, texts[one]));
  }

  /** The stems of what a record is called, without the card that it stands in, that say something. */
  nameOf(slot: number): readonly string[] {
    return this.#held[slot]?.name ?? NO_WORDS;
  }

  /**
   * The stems of a record's texts in their order, by the field that each weighs as; undefined where
   * the index has the record no more.
   */
  textsOf(record: Kept): Readonly<Texts> | undefined {
    const held = this.#held[this.#slots.get(record.id) ?? -1];
    return held?.record === record ? held.texts : undefined;
  }
}

/** What stands between a card's title and its item's. */
const CARD_ENDS = " - ";

function nameIn({ title, question }: Texts, record: SearchedTexts): string[] {
  const words = [...title, ...question];
  const card = record.title.indexOf(CARD_ENDS);
  const own = card < 0 ? words : words.slice(wordsOf(record.title.slice(0, card)).length);
  return own.filter((word) => !isCommon(word));
}

const NONE: Postings = [];
const NO_WORDS: readonly string[] = [];

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
