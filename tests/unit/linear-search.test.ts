import { describe, expect, test } from "vitest";
import { placeOf } from "#values/linear-search.ts";
import { lowerInPlace, wordPlaces } from "#values/word-places.ts";

/** The same few numbers at each run. */
function* numbers(): Generator<number, never> {
  for (let state = 7; ; state = (state * 1_103_515_245 + 12_345) % 2 ** 31) yield state >> 8;
}

describe("placeOf", () => {
  test("finds what indexOf finds", () => {
    const next = numbers();
    const letters = (length: number) =>
      Array.from({ length }, () => "ab"[next.next().value % 2]).join("");
    for (let i = 0; i < 2_000; i += 1) {
      const [text, wanted] = [letters(i % 40), letters(i % 7)];
      const from = i % 5;
      expect([text, wanted, placeOf(text, wanted, from)]).toEqual([
        text,
        wanted,
        text.indexOf(wanted, from),
      ]);
    }
  });

  test("takes as long for the worst text as for any other", () => {
    const text = "a".repeat(1_000_000);
    const wanted = `${"a".repeat(5_000)}b${"a".repeat(5_000)}`;
    const begun = performance.now();
    expect(placeOf(text, wanted)).toBe(-1);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

test("a text in lower case has each of its letters in its place", () => {
  for (const text of ["İstanbul ΑΣ ΣΟΦΟΣ", "ÄÖÜ ẞ", "ABC", "", "İİ\u{10400}x"]) {
    const lower = lowerInPlace(text);
    expect([text, lower.length]).toEqual([text, text.length]);
  }
  expect(lowerInPlace("ÄÖÜ")).toBe("äöü");
  expect(lowerInPlace("ΣΟΦΟΣ")).toBe(lowerInPlace("σοφοσ"));
});

test("words are found whatever their case, the longest first, and none within another", () => {
  const found = (text: string, ...words: string[]) =>
    [...wordPlaces(text, words)].map(({ from, to }) => text.slice(from, to));
  expect(found("Access to ACCESSIBLE files", "access", "accessible")).toEqual([
    "Access",
    "ACCESSIBLE",
  ]);
  expect(found("aaaa", "a", "aa")).toEqual(["aa", "aa"]);
  expect(found("İa İA", "a")).toEqual(["a", "A"]);
  expect(found("none", "x", "")).toEqual([]);
  expect(found("a+b (a+b)", "a+b", "(")).toEqual(["a+b", "(", "a+b"]);
});
