import { describe, expect, it } from "vitest";
import { excerptOf, NOTHING_LOOKED_FOR } from "#model/search/excerpts.ts";
import { inGroups } from "#model/search/groups.ts";
import { markedParts, wordsOf } from "#model/search/words.ts";
import { overPieces, timeOf } from "../work-time.ts";

const filler = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(" ");
const found = new Set(wordsOf("encryption"));
const marks = (text: string) => markedParts(text, found).filter(({ marked }) => marked).length;

describe("an excerpt", () => {
  const early = `Encryption first, then ${filler(400)}`;
  const middle = `${filler(200)} measures: Encryption of all that is kept, ${filler(200)}`;
  const late = `${filler(400)} and at last encryption.`;

  it.each([
    ["at its beginning", early],
    ["in its middle", middle],
    ["at its end", late],
  ])("shows the word that was found %s, whole words at both cuts", (_, text) => {
    const excerpt = excerptOf(text, found, 500);
    expect(marks(excerpt)).toBe(1);
    expect(excerpt.length).toBeLessThanOrEqual(500 + "… ".length * 2);
    expect(excerpt.length).toBeGreaterThan(300);
    const words = new Set(text.split(" "));
    for (const word of excerpt.split(" "))
      if (word !== "…") expect(words.has(word), word).toBe(true);
    expect(excerpt.startsWith("… ")).toBe(!text.startsWith(excerpt.slice(0, 20)));
    expect(excerpt.endsWith(" …")).toBe(!text.endsWith(excerpt.slice(-20)));
  });

  it("is the beginning where nothing was looked for, or found", () => {
    for (const words of [NOTHING_LOOKED_FOR, new Set(["kite"])]) {
      const excerpt = excerptOf(filler(400), words, 500);
      expect(excerpt).toMatch(/^word0 .* word\d+ …$/);
      expect(filler(400).startsWith(`${excerpt.slice(0, -2)} `)).toBe(true);
    }
  });

  it("is the text itself where that is short, with its lines", () =>
    expect(excerptOf("One\n\ntwo encryption", found, 500)).toBe("One\n\ntwo encryption"));

  it("keeps lines where it cuts, too", () =>
    expect(excerptOf(`One\nencryption\n${filler(400)}`, found, 100)).toContain(
      "One\nencryption\n",
    ));

  it("cuts where scripts part no words, never in the midst of a sign", () => {
    const long = excerptOf("🙂".repeat(600), NOTHING_LOOKED_FOR, 501);
    expect(long).toBe(`${"🙂".repeat(250)} …`);
    expect(marks(excerptOf(`${"x".repeat(900)}-encryption-${"y".repeat(900)}`, found, 500))).toBe(
      1,
    );
  });

  it("takes time in proportion to the text", () => {
    const texts = [" ".repeat(1_000_000), "x".repeat(1_000_000), "a ".repeat(500_000)];
    for (const text of texts) {
      const took = timeOf(() => void excerptOf(text, found, 500));
      expect(overPieces(took, 100)).toBeNull();
    }
  });
});

describe("the groups of results", () => {
  const typesOf = (...types: Parameters<typeof inGroups<string>>[0]) =>
    inGroups(types, (type) => type as "documents").map(({ type, own }) => [type, own.length]);

  it("begin with that of the best, then keep their order", () => {
    expect(typesOf("facts", "webpage", "documents", "facts", "controls")).toEqual([
      ["facts", 2],
      ["documents", 1],
      ["controls", 1],
      ["webpage", 1],
    ]);
    expect(typesOf()).toEqual([]);
  });

  it("have their best first", () =>
    expect(
      inGroups(["b2", "a1", "b1"], (one) => (one.startsWith("a") ? "documents" : "facts")),
    ).toEqual([
      { type: "facts", own: ["b2", "b1"] },
      { type: "documents", own: ["a1"] },
    ]));
});
