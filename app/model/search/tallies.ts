/** Words that were looked up, with the slots of the records that had them. */
interface Find {
  words: readonly string[];
  slots: readonly number[];
}

/** What the parts of a question found in the records of an index, by their slots. */
export class Tallies {
  /** How many parts there are. */
  readonly parts: number;
  /** The slots of the records that answer some part. */
  readonly slots: number[] = [];
  readonly #best: Float64Array;
  readonly #named: Float64Array;
  readonly #answered: Uint8Array;
  readonly #finds: Find[] = [];

  /** @param slots no slot is as high */
  constructor(parts: number, slots: number) {
    this.parts = parts;
    this.#best = new Float64Array(parts * slots);
    this.#named = new Float64Array(parts * slots);
    this.#answered = new Uint8Array(slots);
  }

  /** How well a record answers a part; 0 where it does not. */
  best(slot: number, part: number): number {
    return this.#best[slot * this.parts + part] as number;
  }

  /** How sure a part is of what the record is called; 0 where it is not in that. */
  named(slot: number, part: number): number {
    return this.#named[slot * this.parts + part] as number;
  }

  /** How many parts a record answers. */
  answered(slot: number): number {
    return this.#answered[slot] as number;
  }

  /**
   * Notes that a record answers a part.
   * @param score how well, more than 0
   * @param named how sure the part is of what the record is called
   */
  note(slot: number, part: number, score: number, named: number): void {
    const at = slot * this.parts + part;
    const before = this.#best[at] as number;
    if (before === 0) {
      const answered = this.answered(slot);
      if (answered === 0) this.slots.push(slot);
      this.#answered[slot] = answered + 1;
    }
    if (score > before) this.#best[at] = score;
    if (named > (this.#named[at] as number)) this.#named[at] = named;
  }

  /** Notes which records had some words, for marking. */
  find(words: readonly string[], slots: readonly number[]): void {
    if (slots.length > 0) this.#finds.push({ words, slots });
  }

  /** The stems that were found in some records, by their slots. */
  foundIn(slots: readonly number[]): ReadonlyMap<number, ReadonlySet<string>> {
    const found = new Map(slots.map((slot) => [slot, new Set<string>()]));
    for (const { words, slots: having } of this.#finds)
      for (const slot of having) {
        const own = found.get(slot);
        if (own !== undefined) for (const word of words) own.add(word);
      }
    return found;
  }
}
