import { describe, expect, it } from "vitest";
import { firstOf } from "#model/search/first-of.ts";
import { SearchIndex } from "#model/search/matching.ts";
import { fieldsAt, putIn, slotsInAll, takeOut } from "#model/search/postings.ts";
import type { RecordAccess, SearchedTexts } from "#model/search.ts";
import { atOnce } from "#model/search/words.ts";

const record = (id: string, texts: Partial<SearchedTexts>): SearchedTexts => ({
  id,
  thing: id,
  type: "trust center content",
  title: "",
  ...texts,
});

/** Numbers that look drawn by lot and are the same in each run. */
function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("the records of a word", () => {
  it("are those that were put in and not taken out, however that went", () => {
    const pick = drawn(1);
    const [row, known] = [[] as number[], new Map<number, number>()];
    for (let step = 0; step < 3_000; step += 1) {
      const [slot, bits] = [pick(200), 1 + pick(31)];
      if (pick(3) === 0) {
        takeOut(row, slot);
        known.delete(slot);
      } else {
        putIn(row, slot, bits);
        known.set(slot, bits);
      }
    }
    expect(row).toHaveLength(known.size);
    expect(row).toEqual(row.toSorted((a, b) => a - b));
    for (let slot = 0; slot < 200; slot += 1)
      expect(fieldsAt(row, slot)).toBe(known.get(slot) ?? 0);
  });

  it("are those of each word where there are several", () => {
    const pick = drawn(2);
    for (let round = 0; round < 100; round += 1) {
      const sets = Array.from(
        { length: 1 + pick(4) },
        () => new Set(Array.from({ length: pick(300) }, () => pick(400))),
      );
      const rows = sets.map((set) => {
        const row: number[] = [];
        for (const slot of set) putIn(row, slot, 1);
        return row;
      });
      const inAll = Array.from({ length: 400 }, (_, slot) => slot).filter((slot) =>
        sets.every((set) => set.has(slot)),
      );
      expect(slotsInAll(rows)).toEqual(inAll);
    }
    expect(slotsInAll([])).toEqual([]);
  });
});

describe("the first of many", () => {
  it("are what sorting all of them gives", () => {
    const pick = drawn(3);
    const all = Array.from({ length: 500 }, (_, nth) => ({ nth, score: pick(20) }));
    type One = (typeof all)[number];
    const compare = (one: One, other: One) => other.score - one.score || one.nth - other.nth;
    for (const most of [1, 7, 250, 499, 500, 900])
      expect(firstOf(all, most, compare)).toEqual(all.toSorted(compare).slice(0, most));
    expect(firstOf([], 3, compare)).toEqual([]);
  });
});

describe("an index that changes", () => {
  const WORDS = "audit backup breach cloud data encryption key log patch policy region risk".split(
    " ",
  );
  const of = (id: number, pick: (below: number) => number) =>
    record(String(id), {
      title: Array.from({ length: 2 }, () => WORDS[pick(WORDS.length)]).join(" "),
      text: Array.from({ length: 4 }, () => WORDS[pick(WORDS.length)]).join(" "),
    });
  const open = (): RecordAccess => "open";

  it("finds what one finds that was made anew", () => {
    const pick = drawn(4);
    const known = new Map<string, SearchedTexts>();
    const index = new SearchIndex<SearchedTexts>();
    for (let step = 0; step < 600; step += 1) {
      const id = pick(80);
      if (pick(3) === 0) {
        index.remove(String(id));
        known.delete(String(id));
      } else {
        const one = of(id, pick);
        index.put(one);
        known.set(one.id, one);
      }
    }
    const anew = new SearchIndex<SearchedTexts>();
    for (const one of known.values()) anew.put(one);
    expect(index.ids().toSorted()).toEqual(anew.ids().toSorted());
    for (const term of [...WORDS, "backup policy", "which region is the cloud of your data in"]) {
      expect(index.search(term, open)).toEqual(anew.search(term, open));
      const parts = term.split(" ").map((word) => [[word]]);
      expect(atOnce(index.candidates(parts, open, 10))).toEqual(
        atOnce(anew.candidates(parts, open, 10)),
      );
    }
  });

  it("gives nothing of what comes to a record's place while a question is asked", () => {
    const index = new SearchIndex<SearchedTexts>([["backup", "copies"]]);
    index.put(record("old", { title: "Copies" }));
    const steps = index.searching("backup region", ({ id }) =>
      id === "secret" ? "absent" : "open",
    );
    // The first step has looked up the copies.
    expect(steps.next().done).toBe(false);
    index.remove("old");
    index.put(record("secret", { title: "Backup region" }));
    index.put(record("late", { title: "Backup region" }));
    expect(atOnce(steps).map((match) => match.record.id)).toEqual(["old"]);
    expect(atOnce(steps)).toBeUndefined();
    const [now] = index.search("backup region", open);
    expect(now?.record.id).toBe("late");
  });
});
