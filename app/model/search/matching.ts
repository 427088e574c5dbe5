import {
  MAX_RESULTS,
  MAX_TERM,
  type RecordAccess,
  type SearchedTexts,
  type SearchRecord,
} from "../search.ts";
import { clausesOf, Synonyms, type Clause } from "./synonyms.ts";
import { WordIndex } from "./word-index.ts";
import { askedWords, atOnce, isCommon } from "./words.ts";
import {
  type Match,
  type Tally,
  answered,
  type Answer,
  compareMatches,
  compare,
  bestOf,
  WEIGHT,
  SURE,
} from "./scoring.ts";

/**
 * What answers less of a question than this answers nothing.
 */
const LEAST_PART = 0.5;

/** Above all that words can add up to: the question as it stands comes first. */
const PHRASE = 1_000;

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
    const clauses = clausesOf(asked, this.#synonyms);
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
            : { record, access, best: clauses.map(() => 0), found: [] };
        tallies.set(id, tally);
      }
      return tally;
    };
    for (const [place, clause] of clauses.entries()) yield* this.#answer(clause, place, tallyOf);

    let most = 0;
    for (const tally of tallies.values())
      if (tally !== null) most = Math.max(most, answered(tally));
    if (most < clauses.length * LEAST_PART) return [];
    const phrase = ` ${askedWords(asked)
      .map(({ word }) => word)
      .join(" ")} `;
    const things = new Map<string, Answer<Kept>>();
    for (const tally of tallies.values()) {
      if (tally === null || answered(tally) < most) continue;
      const { record, access, found } = tally;
      const score = tally.best.reduce((sum, one) => sum + one, 0) + this.#phrase(tally, phrase);
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
   * The records that a viewer may read and that have most of the parts of a question, by the
   * beginnings of their words. It yields after each way that it looked up.
   * @param parts each a list of ways to say it, each way the beginnings of its words
   * @param most as many records at most
   */
  *candidates(
    parts: readonly (readonly (readonly string[])[])[],
    accessOf: (record: Kept) => RecordAccess,
    most: number,
  ): Generator<undefined, Kept[], void> {
    const counts = new Map<string, number>();
    for (const ways of parts) {
      const having = new Set<string>();
      for (const way of ways) {
        for (const id of this.#words.having(way, { prefix: true })) having.add(id);
        yield;
      }
      for (const id of having) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...counts]
      .flatMap(([id, count]) => {
        const record = this.#words.get(id);
        return record !== undefined && accessOf(record) === "open" ? [{ record, count }] : [];
      })
      .sort((a, b) => b.count - a.count || compare(a.record.id, b.record.id))
      .slice(0, most)
      .map(({ record }) => record);
  }

  /** The words of the index that a word may have been meant to be: itself, or one typo away. */
  spellings(word: string): string[] {
    return this.#words.spellings(word);
  }

  /** The parts of a question, each with other terms for it. */
  clausesOf(term: string): Clause[] {
    return clausesOf(term.slice(0, MAX_TERM), this.#synonyms);
  }

  /**
   * What one part of the question finds: its words each for itself, or another term for it as it
   * stands.
   */
  *#answer(
    clause: Clause,
    place: number,
    tallyOf: (id: string) => Tally | null,
  ): Generator<undefined, void, void> {
    const words = clause.words.filter((word) => !isCommon(word));
    const own = words.length === 0 ? clause.words : words;
    // Of a term of several words each has to be there: what misses one drops out at its turn.
    let sums: Map<Tally, number> | null = null;
    for (const word of own) {
      const next = new Map<Tally, number>();
      for (const raw of this.#words.lookUp(word)) {
        const tally = tallyOf(raw.id as string);
        if (tally === null) continue;
        const before = sums === null ? 0 : sums.get(tally);
        if (before === undefined) continue;
        const best = bestOf(raw, word, tally);
        if (best > 0) next.set(tally, before + best);
      }
      sums = next;
      yield;
    }
    for (const [tally, sum] of sums ?? []) {
      if (clause.isPairs === true && this.#words.fieldOf(tally, ` ${own.join(" ")} `) === undefined)
        continue;
      tally.best[place] = Math.max(tally.best[place] ?? 0, sum / own.length);
    }
    for (const other of clause.others) {
      this.#answerBy(other, place, tallyOf);
      yield;
    }
  }

  /** Another term for a part of the question counts where its words stand side by side. */
  #answerBy(words: readonly string[], place: number, tallyOf: (id: string) => Tally | null): void {
    const phrase = ` ${words.join(" ")} `;
    for (const id of this.#words.having(words, { prefix: false })) {
      const tally = tallyOf(id);
      if (tally === null) continue;
      const field = this.#words.fieldOf(tally, phrase);
      if (field === undefined) continue;
      tally.best[place] = Math.max(tally.best[place] ?? 0, WEIGHT[field] * SURE.same);
      for (const word of words) if (!isCommon(word)) tally.found.push(word);
    }
  }

  /** The bonus of a record that has the whole question as it stands; more where it is its title. */
  #phrase(tally: Tally, phrase: string): number {
    const field = this.#words.fieldOf(tally, phrase);
    if (field === undefined) return 0;
    const isWhole = this.#words.isWhole(tally.record.id, field, phrase);
    return PHRASE + WEIGHT[field] * 10 + (isWhole ? 5 : 0);
  }
}
