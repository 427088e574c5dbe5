import {
  MAX_TERM,
  type RecordAccess,
  type SearchedField,
  type SearchedTexts,
  type SearchRecord,
} from "../search.ts";
import { Accesses } from "./accesses.ts";
import { type Candidate, candidatesIn } from "./candidates.ts";
import { fieldsAt, fieldsIn, slotIn, slotsInAll } from "./postings.ts";
import { rankedMatches } from "./ranking.ts";
import { BITS, type Match, NAMING, SURE, WEIGHT, weightOf } from "./scoring.ts";
import { stemOf } from "./stems.ts";
import { clausesOf, Synonyms, type Clause } from "./synonyms.ts";
import { Tallies } from "./tallies.ts";
import { isOneLetter } from "./unspaced.ts";
import { isFiller } from "./weak.ts";
import { WordIndex } from "./word-index.ts";
import { atOnce, isCommon } from "./words.ts";

/** Letters of a half of a word that some write in two, and letters of the whole. */
const HALF_FROM = 3;
const HALVED_FROM = 7;
const HALVED_UP_TO = 24;

/** The records of a company, or what one viewer has of them, ready to be asked. */
export class SearchIndex<Kept extends SearchedTexts = SearchRecord> {
  readonly #words = new WordIndex<Kept>();
  #synonyms: Synonyms;

  /** @param lists terms that mean the same */
  constructor(lists: Iterable<readonly string[]> = []) {
    this.#synonyms = new Synonyms(lists);
  }

  /** From now on other terms mean the same. */
  setSynonyms(synonyms: Synonyms): void {
    this.#synonyms = synonyms;
  }

  /** How many records there are. */
  get count(): number {
    return this.#words.count;
  }

  /** The characters of all texts together: what the memory of the index grows with. */
  get characters(): number {
    return this.#words.characters;
  }

  get(id: string): Kept | undefined {
    return this.#words.get(id);
  }

  /** The ids of all records, as they are now. */
  ids(): string[] {
    return this.#words.ids();
  }

  /** Adds a record, or puts it in the place of the one with its id. */
  put(record: Kept): void {
    atOnce(this.putting(record));
  }

  /**
   * As `put`, for long texts: it yields every few hundred words, and changes the index at its end.
   */
  putting(record: Kept): Generator<undefined, void, void> {
    return this.#words.putting(record);
  }

  /** Takes a record out; nothing happens where there is none of that id. */
  remove(id: string): void {
    this.#words.remove(id);
  }

  /**
   * What a question finds, the best first, one match a thing: what answers all of its parts, else
   * what answers most of them.
   * @param term what was asked; cut at 512 characters
   * @param accessOf how much of a record the viewer may have: what is absent or locked is not
   *   matched either
   */
  search(term: string, accessOf: (record: Kept) => RecordAccess): Match<Kept>[] {
    return atOnce(this.searching(term, accessOf));
  }

  /** As `search`, for an index that many share: it yields after each term that it looked up. */
  *searching(
    term: string,
    accessOf: (record: Kept) => RecordAccess,
  ): Generator<undefined, Match<Kept>[], void> {
    const asked = term.slice(0, MAX_TERM);
    const clauses = telling(this.#joined(clausesOf(asked, this.#synonyms)));
    if (clauses.length === 0) return [];
    const accesses = new Accesses(this.#words, accessOf);
    const tallies = new Tallies(clauses.length, accesses.slots);
    for (const [part, clause] of clauses.entries())
      yield* this.#answer(clause, { part, tallies, accesses });
    return rankedMatches(this.#words, { asked, clauses, tallies, accesses });
  }

  /**
   * The records that a viewer may read and that have most of the parts of a question: the fewer of them
   * have a part, the more it counts. It yields after each way that it looked up.
   * @param parts each a list of ways to say it, each way the stems of its words
   * @param most as many records at most
   */
  candidates(
    parts: readonly (readonly (readonly string[])[])[],
    accessOf: (record: Kept) => RecordAccess,
    most: number,
  ): Generator<undefined, Candidate<Kept>[], void> {
    return candidatesIn(this.#words, parts, accessOf, most);
  }

  /**
   * The stems of a record's texts in their order, by the field that each weighs as; undefined where
   * the index has the record no more.
   */
  textsOf(record: Kept): Readonly<Record<SearchedField, readonly string[]>> | undefined {
    return this.#words.textsOf(record);
  }

  /** The stems that a word may have been meant to be: its own, or those one typo away. */
  spellings(stem: string): string[] {
    return this.#words.spellings(stem);
  }

  /** The parts of a question, each with other terms for it. */
  clausesOf(term: string): Clause[] {
    return clausesOf(term.slice(0, MAX_TERM), this.#synonyms);
  }

  /** Parts of a question with what is one word for some and two for others: 'data center'. */
  #joined(clauses: readonly Clause[]): Clause[] {
    return clauses.map((clause, place) => {
      const { form } = clause;
      if (form === undefined) return clause;
      const after = clauses[place + 1]?.form;
      const before = clauses[place - 1]?.form;
      const others = [
        ...(after === undefined ? [] : [[stemOf(form + after)]]),
        ...(before === undefined ? [] : [[stemOf(before + form)]]),
        ...halvesOf(form),
      ].filter((words) => words.every((stem) => this.#words.recordsWith(stem).length > 0));
      return others.length === 0 ? clause : { ...clause, others: [...clause.others, ...others] };
    });
  }

  /**
   * What one part of the question finds: its words each for itself, or another term for it as it
   * stands; only where nobody writes it so, words that begin so or that are a typo away.
   */
  *#answer(clause: Clause, noting: Noting<Kept>): Generator<undefined, void, void> {
    const { form, others } = clause;
    let isFound = false;
    for (const other of others) {
      if (this.#answerBy(other, noting)) isFound = true;
      yield;
    }
    const words = clause.words.filter((word) => !isCommon(word));
    const own = words.length === 0 ? clause.words : words;
    if (this.#answerByAll(clause, own, noting)) isFound = true;
    yield;
    const [letter = ""] = own;
    if (own.length === 1 && isOneLetter(letter)) {
      for (const pair of this.#words.begunBy(letter))
        this.#answerByOne(pair, letter, SURE.prefix, noting);
      return;
    }
    if (isFound || form === undefined || clause.isWhole === true) return;
    for (const [stems, sure] of [
      [this.#words.begunBy(form), SURE.prefix],
      [this.#words.near(form), SURE.typo],
    ] as const) {
      for (const stem of stems) this.#answerByOne(stem, stem, sure, noting);
      yield;
    }
  }

  /** Of a term of several words each has to be there. @returns whether any record has them */
  #answerByAll(
    { isPairs }: Clause,
    own: readonly string[],
    { part, tallies, accesses }: Noting<Kept>,
  ): boolean {
    const [only = ""] = own;
    if (own.length === 1 && isPairs !== true)
      return this.#answerByOne(only, only, SURE.exact, { part, tallies, accesses });
    const rows = own.map((word) => this.#words.recordsWith(word));
    const slots = slotsInAll(rows).filter((slot) => {
      const access = accesses.of(slot);
      if (access === "absent") return false;
      const fields = rows.map((row) => fieldsAt(row, slot));
      const weights = fields.map((bits) => weightOf(bits, access));
      if (weights.includes(0)) return false;
      if (isPairs === true && this.#words.fieldOf(slot, access, own) === undefined) return false;
      const weight = weights.reduce((sum, one) => sum + one, 0) / own.length;
      const inAll = fields.reduce((bits, one) => bits & one, ~0);
      tallies.note(slot, part, weight * SURE.exact, (inAll & NAMING) > 0 ? SURE.exact : 0);
      return true;
    });
    tallies.find(own, slots);
    return slots.length > 0;
  }

  /** What one word finds. @param found what is marked for it @returns whether any record has it */
  #answerByOne(
    stem: string,
    found: string,
    sure: number,
    { part, tallies, accesses }: Noting<Kept>,
  ): boolean {
    const slots: number[] = [];
    for (const entry of this.#words.recordsWith(stem)) {
      const slot = slotIn(entry);
      const access = accesses.of(slot);
      const weight = access === "absent" ? 0 : weightOf(fieldsIn(entry), access);
      if (weight === 0) continue;
      tallies.note(slot, part, weight * sure, (fieldsIn(entry) & NAMING) > 0 ? sure : 0);
      slots.push(slot);
    }
    tallies.find([found], slots);
    return slots.length > 0;
  }

  /**
   * Another term for a part of the question counts where its words stand side by side.
   * @returns whether any record has it
   */
  #answerBy(words: readonly string[], { part, tallies, accesses }: Noting<Kept>): boolean {
    const slots = this.#words.having(words).filter((slot) => {
      const access = accesses.of(slot);
      const field = access === "absent" ? undefined : this.#words.fieldOf(slot, access, words);
      if (field === undefined) return false;
      const isNaming = (BITS[field] & NAMING) > 0;
      tallies.note(slot, part, WEIGHT[field] * SURE.same, isNaming ? SURE.same : 0);
      return true;
    });
    tallies.find(
      words.filter((word) => !isCommon(word)),
      slots,
    );
    return slots.length > 0;
  }
}

/** Where is noted what a part of a question finds. */
interface Noting<Kept extends SearchedTexts> {
  part: number;
  tallies: Tallies;
  accesses: Accesses<Kept>;
}

/** Without the parts that only hold a sentence together, where there are others. */
function telling(clauses: readonly Clause[]): readonly Clause[] {
  const own = clauses.filter(({ words, others }) => others.length > 0 || !words.every(isFiller));
  return own.length === 0 ? clauses : own;
}

/** The halves of a word that some write in two, each with its stem. */
function halvesOf(form: string): string[][] {
  if (form.length < HALVED_FROM || form.length > HALVED_UP_TO) return [];
  const halves: string[][] = [];
  for (let at = HALF_FROM; at <= form.length - HALF_FROM; at += 1)
    halves.push([stemOf(form.slice(0, at)), stemOf(form.slice(at))]);
  return halves;
}
