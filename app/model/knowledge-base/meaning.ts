import { shortAnswerWords, type ShortAnswer } from "#model/short-answers.ts";
import { clausesOf, type Clause, type Synonyms } from "#model/search/synonyms.ts";
import { wordsInSteps } from "#model/search/words.ts";

/** Letters of a last word that a longer word has to begin with. */
const MOST_LETTERS = 40;
/** A shorter last word stands for itself: 'art' is no beginning of 'article'. */
const BEGINS_FROM = 4;
/** A term of so many words is found where some of them are written as one, too: 'log in', 'login'. */
const JOINED_UP_TO = 3;
/** Words between two breaths. */
const WORDS_A_STEP = 1_000;

/** What may stand at one place of a text: the ways on, and the parts of the search that end here. */
interface Place {
  next: Map<string, Place>;
  /** By the whole word that ends a term. */
  whole: Map<string, Set<number>>;
  /** By the beginning of the word that ends a term. */
  begun: Map<string, Set<number>>;
  longest: number;
}

/**
 * What the parts of a search mean: 'pentests' is found where 'penetration test' stands, 'policy'
 * where 'policies' does. A text is walked through once, word by word, whatever is looked for.
 */
export class Meanings {
  readonly #root = newPlace();
  readonly #parts: number;

  /** @param clauses the search cut into its parts, with other terms for each */
  constructor(clauses: readonly Clause[]) {
    this.#parts = clauses.length;
    for (const [part, { words, others }] of clauses.entries())
      for (const term of [words, ...others]) for (const way of waysOf(term)) this.#add(way, part);
    addPlurals(this.#root);
  }

  /** Whether nothing was asked. */
  get isEmpty(): boolean {
    return this.#parts === 0;
  }

  /**
   * Whether a text says each part of the search, in the same or other words; never where nothing
   * was asked. It yields every thousand words.
   * @param words the stems of the text, each between single blanks
   */
  *areSaidIn(words: string): Generator<undefined, boolean, void> {
    const said = new Set<number>();
    if (this.isEmpty) return false;
    let steps = 0;
    for (let from = 1; from < words.length; from = words.indexOf(" ", from) + 1) {
      this.#walk(words, from, said);
      if (said.size === this.#parts) return true;
      if (++steps % WORDS_A_STEP === 0) yield;
    }
    return false;
  }

  /** Notes the parts that a term says which begins at this place. */
  #walk(words: string, from: number, said: Set<number>): void {
    let place: Place | undefined = this.#root;
    for (let at = from; place !== undefined && at < words.length;) {
      const end = words.indexOf(" ", at);
      const word = words.slice(at, end);
      for (const part of place.whole.get(word) ?? []) said.add(part);
      const longest = Math.min(place.longest, word.length);
      for (let length = BEGINS_FROM; length <= longest; length += 1)
        for (const part of place.begun.get(word.slice(0, length)) ?? []) said.add(part);
      place = place.next.get(word);
      at = end + 1;
    }
  }

  #add(way: readonly string[], part: number): void {
    let place = this.#root;
    for (const word of way.slice(0, -1)) {
      let next = place.next.get(word);
      if (next === undefined) {
        next = newPlace();
        place.next.set(word, next);
      }
      place = next;
    }
    const last = way.at(-1) ?? "";
    if (last.length < BEGINS_FROM)
      for (const form of [last, `${last}s`, `${last}es`]) note(place.whole, form, part);
    else {
      const begun = last.slice(0, MOST_LETTERS);
      note(place.begun, begun, part);
      place.longest = Math.max(place.longest, begun.length);
    }
  }
}

/**
 * What a search means, for `matches`.
 * @param synonyms terms with one meaning, the product's and the company's own
 */
export function meaningsOf(search: string, synonyms: Synonyms): Meanings {
  return new Meanings(search.trim() === "" ? [] : clausesOf(search, synonyms));
}

/** The texts of an entry that a search looks in. */
export interface EntryTexts {
  question: string;
  shortAnswer?: ShortAnswer | null;
  answer: string;
  comment: string | null;
}

/** The same as they are compared. */
export interface FoldedEntry {
  /** All of them in lower case. */
  lower: string;
  /** The stems of their words, each between single blanks. */
  words: string;
}

/** Makes an entry's texts comparable; it yields every few hundred words. */
export function* foldedEntry({
  question,
  shortAnswer = null,
  answer,
  comment,
}: EntryTexts): Generator<undefined, FoldedEntry, void> {
  const short = shortAnswer === null ? [] : [shortAnswerWords(shortAnswer)];
  const text = [question, ...short, answer, comment ?? ""].join("\n");
  const words = yield* wordsInSteps(text);
  return { lower: text.toLowerCase(), words: ` ${words.join(" ")} ` };
}

/** What a search looks for; words and meanings of the same search. */
export interface Sought {
  /** In lower case, anywhere in the texts. */
  words: readonly string[];
  /** What each part of the search may be called as well; one of each is enough, too. */
  meant: Meanings;
}

/**
 * Whether every word stands in the question, the answers or the comment; no words match everything.
 * It yields every thousand words.
 */
export function* matches(
  { lower, words: folded }: FoldedEntry,
  { words, meant }: Sought,
): Generator<undefined, boolean, void> {
  if (words.every((word) => lower.includes(word))) return true;
  return yield* meant.areSaidIn(folded);
}

function newPlace(): Place {
  return { next: new Map(), whole: new Map(), begun: new Map(), longest: 0 };
}

function note(parts: Map<string, Set<number>>, word: string, part: number): void {
  const known = parts.get(word);
  if (known === undefined) parts.set(word, new Set([part]));
  else known.add(part);
}

/** A term as it may be written: its words side by side, and of a short one some of them as one. */
function waysOf(words: readonly string[]): string[][] {
  if (words.length > JOINED_UP_TO) return [[...words]];
  return words.reduce<string[][]>(
    (ways, word) =>
      ways.flatMap((way) => {
        const before = way.at(-1);
        const apart = [...way, word];
        // Letters and digits are always words of their own.
        if (before === undefined || isNumber(before) !== isNumber(word)) return [apart];
        return [apart, [...way.slice(0, -1), before + word]];
      }),
    [[]],
  );
}

function isNumber(word: string): boolean {
  return /^\p{N}/u.test(word);
}

/** Words are singular where a plural can be told; of the others both forms lead on. */
function addPlurals({ next }: Place): void {
  // As they are now: what is added has no plural of its own.
  const own = Array.from(next);
  for (const [word, place] of own) {
    addPlurals(place);
    for (const form of [`${word}s`, `${word}es`]) if (!next.has(form)) next.set(form, place);
  }
}
