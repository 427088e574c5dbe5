import { describe, expect, test } from "vitest";
import { faqSchema } from "../../app/features/knowledge-base/forms/faq-forms.ts";
import {
  faqPageSize,
  groupedByTopic,
  matches,
  sourceWords,
} from "../../app/features/knowledge-base/rules.ts";
import { meaningsOf } from "../../app/features/knowledge-base/rules/meaning.ts";
import { wordsAsked } from "../../app/values/names.ts";

const ENTRY = { question: "Why is it so?", answer: "Because.", access: "public" };

describe("a topic", () => {
  test.each([
    [undefined, null],
    ["", null],
    ["  ", null],
    [" Data \n protection ", "Data protection"],
    ["AI", "AI"],
    ["x".repeat(50), "x".repeat(50)],
  ])("%j is kept as %j", (topic, kept) => {
    expect(faqSchema.parse({ ...ENTRY, topic }).topic).toBe(kept);
  });

  test.each([
    ["A", "Use 2 characters or more"],
    ["x".repeat(51), "Use at most 50 characters"],
  ])("%j is refused", (topic, message) => {
    expect(faqSchema.safeParse({ ...ENTRY, topic }).error?.issues[0]?.message).toBe(message);
  });
});

test("entries stand by topic in the order of the alphabet, those without one last", () => {
  const entry = (id: number, topic: string | null) => ({ id, topic });
  expect(
    groupedByTopic([
      entry(1, null),
      entry(2, "Testing"),
      entry(3, "ai"),
      entry(4, "testing"),
      entry(5, "Ärzte"),
      entry(6, null),
    ]).map(({ topic, entries }) => [topic, entries.map(({ id }) => id)]),
  ).toEqual([
    ["ai", [3]],
    ["Ärzte", [5]],
    ["Testing", [2, 4]],
    [null, [1, 6]],
  ]);
});

test("up to 300 entries are one page, more are pages of 100", () => {
  expect([0, 1, 300, 301, 5_000].map(faqPageSize)).toEqual([300, 300, 300, 100, 100]);
});

test("every word of a question stands somewhere in an entry, in any case", () => {
  const entry = { question: "Is data encrypted?", answer: "AES-256 at rest.", comment: "In Köln." };
  const found = (query: string) => matches(entry, wordsAsked(query));
  expect(["", "  ", "DATA aes256", "köln, data", "AES-256", "?", "encr"].map(found)).toEqual([
    true,
    true,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(["tls", "data tls", "%%"].map(found)).toEqual([false, false, false]);
  expect(
    wordsAsked("w ".repeat(9) + Array.from({ length: 40 }, (_, i) => i).join(" ")),
  ).toHaveLength(20);
});

test.each([
  ["pentest", true],
  ["Pentests", true],
  ["do you do pentests", true],
  ["policy", true],
  ["zugriffskontrolle", true],
  ["crypto", false],
  ["pentest crypto", false],
  ["house rules", true],
])("%s is found by what it means: %s", (query, expected) => {
  const entry = {
    question: "Who runs your penetration tests?",
    answer: "A firm, under our policies for Zugriffskontrolle.",
    comment: "The handbook says more.",
  };
  const meant = meaningsOf(query, ["handbook, house rules"]);
  expect(matches(entry, wordsAsked(query), meant)).toBe(expected);
});

test("nothing asked means nothing, and hostile words are words", () => {
  expect(meaningsOf("  ", [])).toEqual([]);
  expect(meaningsOf("(((a+)+)+", ["x.*, (y"]).map(({ source }) => source)).toHaveLength(1);
});

test("a source reads as its type, with what is known besides", () => {
  const source = { sourceType: "questionnaire", sourceSubtype: null, sourceName: null };
  expect(sourceWords(source)).toBe("questionnaire");
  expect(sourceWords({ ...source, sourceSubtype: "csv", sourceName: "a.csv" })).toBe(
    "questionnaire (csv, a.csv)",
  );
});
