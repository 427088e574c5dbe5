import { describe, expect, test } from "vitest";
import { changedWords, wordChanges, type WordsPart } from "#values/word-changes.ts";

const told = (parts: readonly WordsPart[]) =>
  parts
    .map(({ said, text }) =>
      said === "before" ? `[-${text}-]` : said === "after" ? `{+${text}+}` : text,
    )
    .join(" ");

const side = (parts: readonly WordsPart[], left: WordsPart["said"]) =>
  parts
    .filter(({ said }) => said !== left)
    .map(({ text }) => text)
    .join(" ");

describe("the words that changed", () => {
  test.each([
    ["", "", ""],
    ["one two", "one two", "one two"],
    ["", "new words", "{+new words+}"],
    ["old words", "", "[-old words-]"],
    ["Kept for 30 days", "Kept for 90 days", "Kept for [-30-] {+90+} days"],
    ["a b c d", "b c d e", "[-a-] b c d {+e+}"],
    ["a\n b  c", "a b c", "a b c"],
    ["x x x y", "x y x y", "x [-x-] {+y+} x y"],
  ])("of %j and %j", (before, after, words) => {
    expect(told(wordChanges(before, after))).toBe(words);
  });

  test("are each text again, whatever the texts are", () => {
    let seed = 7;
    const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    for (let round = 0; round < 300; round += 1) {
      const text = () => Array.from({ length: next(40) }, () => "abcde"[next(5)]).join(" ");
      const [before, after] = [text(), text()];
      const parts = wordChanges(before, after);
      expect([side(parts, "after"), side(parts, "before")]).toEqual([before, after]);
    }
  });

  test("leave out what stayed between changes, and end where they are long", () => {
    const middle = Array.from({ length: 100 }, (_, at) => `w${at}`).join(" ");
    const parts = changedWords(`old ${middle} end`, `new ${middle} end`);
    expect(told(parts)).toBe("[-old-] {+new+} w0 w1 w2 w3 w4 w5 w6 w7 …");
    const long = changedWords("", "word ".repeat(10_000));
    expect(long.map(({ text }) => text).join("").length).toBeLessThanOrEqual(4_001);
  });

  test("of texts that have nothing in common take no longer than their length", () => {
    const words = (letter: string) =>
      Array.from({ length: 200_000 }, (_, at) => `${letter}${at}`).join(" ");
    const parts = wordChanges(words("a"), words("b"));
    expect(parts.map(({ said }) => said)).toEqual(["before", "after"]);
  });
});
