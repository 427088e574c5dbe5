import {
  MAX_RESULTS,
  MAX_TERM,
  type RecordAccess,
  type SearchedTexts,
  type SearchRecord,
} from "../search.ts";
import { stemOf } from "./stems.ts";
import { clausesOf, Synonyms, type Clause } from "./synonyms.ts";
import { isOneLetter } from "./unspaced.ts";
import { isFiller, isWeak } from "./weak.ts";
import { WordIndex } from "./word-index.ts";
import { askedWords, atOnce, isCommon } from "./words.ts";
import {
  type Match,
  type Tally,
  answered,
  type Answer,
  BITS,
  compareMatches,
  compare,
  note,
  SURE,
  weightOf,
  WEIGHT,
} from "./scoring.ts";

/** What answers less of a question than this answers nothing. */
const LEAST_PART = 0.5;
/** From so many words or parts on a question is a sentence: nothing needs to have all of them. */
const SENTENCE_WORDS = 5;
const SENTENCE_PARTS = 4;
/** What answers a sentence says as much of it, and as much beside what says most of it. */
const LEAST_SAID = 0.2;
const LEAST_BESIDE_BEST = 0.5;
/** How much a part counts that stands in most questions. */
const WEAK_WEIGHT = 0.5;

/** Above all that words can add up to: the question as it stands, and above it what is called so. */
const PHRASE = 1_000;
const NAMED = 2_000;

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
    const tallies = new Map<string, Tally<Kept> | null>();
    const tallyOf = (id: string): Tally<Kept> | null => {
      let tally = tallies.get(id);
      if (tally === undefined) {
        const record = this.#words.get(id);
        const access = record === undefined ? "absent" : accessOf(record);
        tally =
          record === undefined || access === "absent"
            ? null
            : {
                record,
                access,
                best: clauses.map(() => 0),
                named: clauses.map(() => 0),
                found: [],
              };
        tallies.set(id, tally);
      }
      return tally;
    };
    for (const [place, clause] of clauses.entries()) yield* this.#answer(clause, place, tallyOf);
    const visible = [...tallies.values()].filter((tally) => tally !== null && answered(tally) > 0);
    return this.#ranked(asked, clauses, visible as Tally<Kept>[]);
  }

  /** What answers a question, the best first, one match a thing. */
  #ranked(
    asked: string,
    clauses: readonly Clause[],
    tallies: readonly Tally<Kept>[],
  ): Match<Kept>[] {
    const weights = weightsOf(clauses, tallies);
    const shareOf = (of: readonly number[]) =>
      of.reduce((sum, one, place) => sum + one * (weights[place] ?? 0), 0);
    const saidBy = ({ best }: Tally) => shareOf(best.map((one) => Number(one > 0)));
    const most = tallies.reduce((known, tally) => Math.max(known, answered(tally)), 0);
    const words = askedWords(asked);
    const isSentence =
      clauses.length >= SENTENCE_PARTS || (clauses.length > 1 && words.length >= SENTENCE_WORDS);
    if (!isSentence && most < clauses.length * LEAST_PART) return [];
    const mostSaid = isSentence
      ? tallies.reduce((known, tally) => Math.max(known, saidBy(tally)), 0)
      : 0;
    const least = Math.max(LEAST_SAID, mostSaid * LEAST_BESIDE_BEST);
    const phrase = ` ${words.map(({ word }) => word).join(" ")} `;
    const things = new Map<string, Answer<Kept>>();
    for (const tally of tallies) {
      if (isSentence ? saidBy(tally) < least : answered(tally) < most) continue;
      const { record, access, found, best, named } = tally;
      const isNamed = named.every((sure) => sure > 0);
      const score =
        (isSentence ? shareOf(best.map(Math.sqrt)) * saidBy(tally) ** 2 : shareOf(best)) +
        (isNamed ? NAMED * shareOf(named) + this.#precision(tally) : 0) +
        (answered(tally) === clauses.length ? this.#phrase(tally, phrase) : 0);
      const known = things.get(record.thing);
      if (
        known === undefined ||
        score > known.score ||
        (score === known.score && record.id < known.record.id)
      )
        things.set(record.thing, { record, access, score, found });
    }
    return [...things.values()]
      .sort(compareMatches)
      .slice(0, MAX_RESULTS)
      .map((match) => ({ ...match, found: new Set(match.found) }));
  }

  /**
   * The records that a viewer may read and that have most of the parts of a question: the fewer of them
   * have a part, the more it counts. It yields after each way that it looked up.
   * @param parts each a list of ways to say it, each way the stems of its words
   * @param most as many records at most
   */
  *candidates(
    parts: readonly (readonly (readonly string[])[])[],
    accessOf: (record: Kept) => RecordAccess,
    most: number,
  ): Generator<undefined, Kept[], void> {
    const records = new Map<string, Kept | null>();
    const openOf = (id: string): Kept | null => {
      let open = records.get(id);
      if (open === undefined) {
        const record = this.#words.get(id);
        open = record !== undefined && accessOf(record) === "open" ? record : null;
        records.set(id, open);
      }
      return open;
    };
    const having: ReadonlySet<Kept>[] = [];
    for (const ways of parts) {
      const own = new Set<Kept>();
      for (const way of ways) {
        for (const id of this.#words.having(way)) {
          const record = openOf(id);
          if (record !== null) own.add(record);
        }
        yield;
      }
      having.push(own);
    }
    const open = [...records.values()].filter((record) => record !== null).length;
    const scores = new Map<Kept, number>();
    for (const own of having) {
      const weight = rarityOf(own.size, open);
      for (const record of own) scores.set(record, (scores.get(record) ?? 0) + weight);
    }
    return [...scores]
      .sort(([one, a], [other, b]) => b - a || compare(one.id, other.id))
      .slice(0, most)
      .map(([record]) => record);
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
      ].filter((words) => words.every((stem) => this.#words.recordsWith(stem).size > 0));
      return others.length === 0 ? clause : { ...clause, others: [...clause.others, ...others] };
    });
  }

  /**
   * What one part of the question finds: its words each for itself, or another term for it as it
   * stands; only where nobody writes it so, words that begin so or that are a typo away.
   */
  *#answer(
    clause: Clause,
    place: number,
    tallyOf: (id: string) => Tally | null,
  ): Generator<undefined, void, void> {
    const { form, others } = clause;
    let isFound = false;
    for (const other of others) {
      if (this.#answerBy(other, place, tallyOf)) isFound = true;
      yield;
    }
    const words = clause.words.filter((word) => !isCommon(word));
    const own = words.length === 0 ? clause.words : words;
    if (yield* this.#answerByAll(clause, own, place, tallyOf)) isFound = true;
    const [letter = ""] = own;
    if (own.length === 1 && isOneLetter(letter)) {
      for (const pair of this.#words.begunBy(letter))
        this.#answerByOne(pair, letter, place, SURE.prefix, tallyOf);
      return;
    }
    if (isFound || form === undefined || clause.isWhole === true) return;
    for (const [stems, sure] of [
      [this.#words.begunBy(form), SURE.prefix],
      [this.#words.near(form), SURE.typo],
    ] as const) {
      for (const stem of stems) this.#answerByOne(stem, stem, place, sure, tallyOf);
      yield;
    }
  }

  /** Of a term of several words each has to be there. @returns whether any record has them */
  *#answerByAll(
    { isPairs }: Clause,
    own: readonly string[],
    place: number,
    tallyOf: (id: string) => Tally | null,
  ): Generator<undefined, boolean, void> {
    let isFound = false;
    for (const id of this.#words.having(own)) {
      const tally = tallyOf(id);
      if (tally === null) continue;
      let [sum, bits] = [0, ~0];
      for (const word of own) {
        const fields = this.#words.recordsWith(word).get(id) ?? 0;
        const weight = weightOf(fields, tally.access);
        sum = weight === 0 ? Number.NaN : sum + weight;
        bits &= fields;
      }
      if (Number.isNaN(sum)) continue;
      if (isPairs === true && this.#words.fieldOf(tally, ` ${own.join(" ")} `) === undefined)
        continue;
      note(tally, place, sum / own.length, SURE.exact, bits);
      tally.found.push(...own);
      isFound = true;
    }
    yield;
    return isFound;
  }

  #answerByOne(
    stem: string,
    found: string,
    place: number,
    sure: number,
    tallyOf: (id: string) => Tally | null,
  ): void {
    for (const [id, bits] of this.#words.recordsWith(stem)) {
      const tally = tallyOf(id);
      if (tally === null) continue;
      const weight = weightOf(bits, tally.access);
      if (weight === 0) continue;
      note(tally, place, weight, sure, bits);
      tally.found.push(found);
    }
  }

  /**
   * Another term for a part of the question counts where its words stand side by side.
   * @returns whether any record has it
   */
  #answerBy(
    words: readonly string[],
    place: number,
    tallyOf: (id: string) => Tally | null,
  ): boolean {
    const phrase = ` ${words.join(" ")} `;
    let isFound = false;
    for (const id of this.#words.having(words)) {
      const tally = tallyOf(id);
      if (tally === null) continue;
      const field = this.#words.fieldOf(tally, phrase);
      if (field === undefined) continue;
      note(tally, place, WEIGHT[field], SURE.same, BITS[field]);
      for (const word of words) if (!isCommon(word)) tally.found.push(word);
      isFound = true;
    }
    return isFound;
  }

  /** How much of what a record is called was asked; up to 100. */
  #precision({ record, found }: Tally): number {
    const words = this.#words.nameOf(record.id);
    const asked = words.filter((word) => found.includes(word));
    return words.length === 0 ? 0 : (100 * asked.length) / words.length;
  }

  /** The bonus of a record that has the whole question as it stands; more where it is its title. */
  #phrase(tally: Tally, phrase: string): number {
    const field = this.#words.fieldOf(tally, phrase);
    return field === undefined ? 0 : PHRASE + WEIGHT[field] * 10;
  }
}

/** Without the parts that only hold a sentence together, where there are others. */
function telling(clauses: readonly Clause[]): readonly Clause[] {
  const own = clauses.filter(({ words, others }) => others.length > 0 || !words.every(isFiller));
  return own.length === 0 ? clauses : own;
}

/**
 * How much each part of a question tells, all of them together 1: the fewer of the viewer's own
 * records have it, the more.
 */
function weightsOf(clauses: readonly Clause[], tallies: readonly Tally[]): number[] {
  const weights = clauses.map(({ words, others }, place) => {
    const having = tallies.reduce((count, { best }) => count + Number((best[place] ?? 0) > 0), 0);
    const rarity = rarityOf(having, tallies.length);
    return others.length === 0 && words.every(isWeak) ? WEAK_WEIGHT * rarity : rarity;
  });
  const whole = weights.reduce((sum, one) => sum + one, 0);
  return weights.map((one) => (whole === 0 ? 0 : one / whole));
}

/**
 * How much it tells that a record has something: what none has says nothing of which one answers.
 * @param having so many records have it
 * @param of so many there are
 */
export function rarityOf(having: number, of: number): number {
  return Math.sqrt(Math.log(1 + (having === 0 ? 1 : of / having)));
}

/** The halves of a word that some write in two, each with its stem. */
function halvesOf(form: string): string[][] {
  if (form.length < HALVED_FROM || form.length > HALVED_UP_TO) return [];
  const halves: string[][] = [];
  for (let at = HALF_FROM; at <= form.length - HALF_FROM; at += 1)
    halves.push([stemOf(form.slice(0, at)), stemOf(form.slice(at))]);
  return halves;
}
