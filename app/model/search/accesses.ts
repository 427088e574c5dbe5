import type { RecordAccess, SearchedTexts } from "../search.ts";
import type { Readable } from "./scoring.ts";
import type { Held, WordIndex } from "./word-index.ts";

/** By their places, as they are noted; the first for what nobody looked up yet. */
const NOTED = [null, "absent", "title", "open"] as const satisfies (RecordAccess | null)[];

/**
 * What a viewer may have of the records of an index, each looked up once. The index may change while
 * a question is asked: records that come later are absent, and so is what takes the slot of another.
 */
export class Accesses<Kept extends SearchedTexts> {
  readonly #words: WordIndex<Kept>;
  readonly #accessOf: (record: Kept) => RecordAccess;
  readonly #held: readonly (Held<Kept> | null)[];
  readonly #noted: Uint8Array;

  constructor(words: WordIndex<Kept>, accessOf: (record: Kept) => RecordAccess) {
    this.#words = words;
    this.#accessOf = accessOf;
    this.#held = words.held();
    this.#noted = new Uint8Array(this.#held.length);
  }

  /** No slot is as high. */
  get slots(): number {
    return this.#held.length;
  }

  /** How much the viewer may have of the record that has a slot now. */
  of(slot: number): RecordAccess {
    const held = this.#held[slot];
    if (held === undefined || held === null || this.#words.heldAt(slot) !== held) return "absent";
    const known = NOTED[this.#noted[slot] ?? 0];
    if (known != null) return known;
    const access = this.#accessOf(held.record);
    this.#noted[slot] = NOTED.indexOf(access);
    return access;
  }

  /** The record that was in a slot when it was looked up, with what the viewer may have of it. */
  lookedUp(slot: number): { record: Kept; access: Readable } | null {
    const held = this.#held[slot];
    const access = NOTED[this.#noted[slot] ?? 0];
    return held == null || access == null || access === "absent"
      ? null
      : { record: held.record, access };
  }
}
