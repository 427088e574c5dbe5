import type { RecordAccess, SearchedTexts } from "../search.ts";
import { Accesses } from "./accesses.ts";
import { firstOf } from "./first-of.ts";
import { rarityOf } from "./ranking.ts";
import { compare } from "./scoring.ts";
import type { WordIndex } from "./word-index.ts";

/** A record that may answer a question. */
export interface Candidate<Kept extends SearchedTexts> {
  record: Kept;
  /** Of each part of the question, whether the record has all words of one of its ways. */
  having: readonly boolean[];
}

/**
 * The records that a viewer may read and that have most of the parts of a question: the fewer of them
 * have a part, the more it counts. It yields after each way that it looked up.
 * @param parts each a list of ways to say it, each way the stems of its words
 * @param most as many records at most
 */
export function* candidatesIn<Kept extends SearchedTexts>(
  words: WordIndex<Kept>,
  parts: readonly (readonly (readonly string[])[])[],
  accessOf: (record: Kept) => RecordAccess,
  most: number,
): Generator<undefined, Candidate<Kept>[], void> {
  const accesses = new Accesses(words, accessOf);
  const having: { marks: Uint8Array; slots: number[] }[] = [];
  for (const ways of parts) {
    const own = { marks: new Uint8Array(accesses.slots), slots: [] as number[] };
    for (const way of ways) {
      for (const slot of words.having(way)) {
        if (accesses.of(slot) !== "open" || own.marks[slot] === 1) continue;
        own.marks[slot] = 1;
        own.slots.push(slot);
      }
      yield;
    }
    having.push(own);
  }
  const scores = new Float64Array(accesses.slots);
  const any = new Set(having.flatMap(({ slots }) => slots));
  for (const { slots } of having) {
    const weight = rarityOf(slots.length, any.size);
    for (const slot of slots) scores[slot] = (scores[slot] as number) + weight;
  }
  const idOf = (slot: number) => accesses.lookedUp(slot)?.record.id ?? "";
  const first = firstOf(
    any,
    most,
    (one, other) =>
      (scores[other] as number) - (scores[one] as number) || compare(idOf(one), idOf(other)),
  );
  return first.flatMap((slot) => {
    const record = accesses.lookedUp(slot)?.record;
    const own = having.map(({ marks }) => marks[slot] === 1);
    return record === undefined ? [] : [{ record, having: own }];
  });
}
