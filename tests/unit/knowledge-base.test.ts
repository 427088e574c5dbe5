import { describe, expect, test } from "vitest";
import { faqSchema } from "#content/knowledge-base/forms/faq-fields.ts";
import {
  faqPages,
  faqPageSize,
  groupedByTopic,
  highlightedText,
  sourceWords,
} from "#model/knowledge-base.ts";
import {
  foldedEntry,
  matches,
  meaningsOf,
  type EntryTexts,
} from "#model/knowledge-base/meaning.ts";
import { FoldedEntries } from "#content/knowledge-base/store/found.server.ts";
import { termsOf } from "#content/search/forms/search.ts";
import { Synonyms } from "#model/search/synonyms.ts";
import { THESAURUS } from "#model/search/thesaurus.ts";
import { atOnce } from "#model/search/words.ts";
import { wordsAsked } from "#values/names.ts";
import { wording } from "../wording.ts";
import { testInFive } from "../in-turn.ts";

/** Whether a search finds an entry, by its words or by what they mean to a company. */
function isFound(query: string, entry: EntryTexts, own: readonly string[] = []): boolean {
  const meant = meaningsOf(query, new Synonyms([...THESAURUS, ...own.map(termsOf)]));
  return atOnce(matches(atOnce(foldedEntry(entry)), { words: wordsAsked(query), meant }));
}

/** How many steps it takes to look through an entry for what a search means. */
function stepsOf(query: string, answer: string, own: readonly string[]): number {
  const meant = meaningsOf(query, new Synonyms(own.map(termsOf)));
  const { words } = atOnce(foldedEntry({ question: "", answer, comment: null }));
  const walk = meant.areSaidIn(words);
  let steps = 0;
  while (walk.next().done !== true) steps += 1;
  return steps;
}

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
    ["A", wording.atLeast2Characters],
    ["x".repeat(51), wording.atMost50Characters],
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
  const sizes = (entries: number, characters: number) =>
    faqPages(
      Array.from({ length: entries }, () => ({
        question: "",
        answer: "x".repeat(characters),
        comment: null,
      })),
    ).map((page) => page.length);
  expect(sizes(0, 0)).toEqual([0]);
  expect(sizes(300, 1_000)).toEqual([300]);
  expect(sizes(301, 1_000)).toEqual([100, 100, 100, 1]);
  // Long ones are fewer, and none is left out.
  expect(sizes(60, 20_000)).toEqual([25, 25, 10]);
  expect(sizes(2, 600_000)).toEqual([1, 1]);
});

test("every word of a question stands somewhere in an entry, in any case", () => {
  const entry = { question: "Is data encrypted?", answer: "AES-256 at rest.", comment: "In Köln." };
  const found = (query: string) => isFound(query, entry);
  expect(["", "  ", "DATA aes256", "köln, data", "AES-256", "?", "encr"].map(found)).toEqual([
    true,
    true,
    true,
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
  expect(isFound(query, entry, ["handbook, house rules"])).toBe(expected);
});

const OWN = ["foo, art", "bar, 2"];

test.each([
  ["single sign on", "Users have single signon.", true],
  ["log in", "The Logins are kept.", true],
  ["API", "Our APIs are documented.", true],
  ["api keys", "API-keys rotate.", true],
  ["foo", "An art, of arts.", true],
  ["foo", "An article.", false],
  ["bar", "Level 2.", true],
  ["bar", "In 2026.", false],
  ["aes 256", "With AES256.", true],
  ["Richtlinie", "Alle RICHTLINIEN.", true],
  ["strasse", "Straße", true],
  ["ENCRYPTION", "chiffré", true],
  ["ENCRYPTION", "cryptique", false],
])("%s in '%s': %s", (query, answer, expected) => {
  expect(isFound(query, { question: "Really?", answer, comment: null }, OWN)).toBe(expected);
});

test("nothing asked means nothing, and hostile words are words", () => {
  const none = new Synonyms([]);
  expect([meaningsOf("  ", none).isEmpty, meaningsOf("%", none).isEmpty]).toEqual([true, true]);
  expect(atOnce(meaningsOf("  ", none).areSaidIn(" a "))).toBe(false);
  expect(isFound("(((a+)+)+", { ...ENTRY, answer: "An A+.", comment: null })).toBe(true);
  expect(isFound("x.*", { ...ENTRY, answer: "(y", comment: null }, ["x.*, (y"])).toBe(true);
});

test("a company's terms cost a walk through the text, whatever they are", () => {
  const hostile = `foo, ${"s ".repeat(8)}, ${"s ".repeat(30)}`;
  const answer = (length: number) => `${"s".repeat(64)}x ${"s ".repeat(length)}x`;
  // As many steps as thousands of words: doubling the text, or the terms, does no more.
  expect(stepsOf("foo", answer(100), [hostile])).toBe(0);
  const lines = Array.from({ length: 500 }, (_, i) => `foo${i}, ${"s ".repeat(7)}t${i}, foo`);
  expect(stepsOf("foo", `${"s t ".repeat(4_000)}`, lines)).toBe(8);
  expect(stepsOf("foo", `${"s t ".repeat(8_000)}`, lines)).toBe(16);
});

test("what is longer than a term may be is no term, and no more than 40 are one's own", () => {
  const entry = {
    question: "?",
    answer: "one two three four five six seven eight nine",
    comment: null,
  };
  const eight = "one two three four five six seven eight";
  expect(isFound("foo", entry, [`foo, ${eight}`])).toBe(true);
  expect(isFound("foo", entry, [`foo, ${eight} nine`])).toBe(false);
  const many = Array.from({ length: 39 }, (_, i) => `term${i}x`).join(", ");
  expect(isFound("foo", entry, [`foo, ${many}, nine`])).toBe(false);
});

test("entries are folded once, and anew when they say something else", () => {
  const kept = new FoldedEntries();
  const entry = { id: "1", question: "Why?", answer: "Because.", comment: null };
  const first = atOnce(kept.of("org", entry));
  expect(atOnce(kept.of("org", { ...entry }))).toBe(first);
  expect(atOnce(kept.of("other", entry))).not.toBe(first);
  const { characters } = kept;
  const changed = atOnce(kept.of("org", { ...entry, answer: "BECAUSÉ" }));
  expect(changed).toEqual({ lower: "why?\nbecausé\n", words: " why becaus " });
  // The former text is not kept beside it.
  expect(kept.characters).toBeLessThan(characters + 5);
});

testInFive("one company's folded texts have a bound, and leave room for others'", () => {
  const kept = new FoldedEntries();
  const small = { id: "0", question: "Why?", answer: "Because.", comment: null };
  const ofAnother = atOnce(kept.of("small", small));
  const answer = "word ".repeat(4_000);
  for (let i = 0; i < 200; i += 1)
    atOnce(kept.of("large", { id: String(i), question: "Why?", answer, comment: null }));
  expect(kept.characters).toBeLessThan(4_100_000);
  expect(atOnce(kept.of("small", small))).toBe(ofAnother);
});

test("found words are marked wherever they stand, the longest first", () => {
  const marks = { pre: "<b>", post: "$&</b>" };
  const marked = (text: string, words: string[]) => highlightedText(text, words, marks);
  expect(marked("Backup and BACKUPS.", ["backup", "backups"])).toBe(
    "<b>Backup$&</b> and <b>BACKUPS$&</b>.",
  );
  expect(marked("İstanbul is a.b", ["is", "a.b", "("])).toBe("İstanbul <b>is$&</b> <b>a.b$&</b>");
  expect(marked("plain", [])).toBe("plain");
});

test.each([
  ["question", { ...ENTRY, question: `Why é${"\u0301".repeat(8)}?` }, true],
  ["question", { ...ENTRY, question: `Why ${"\u0301".repeat(9)}?` }, false],
  ["answer", { ...ENTRY, answer: `a${"\u0301\u0316".repeat(5)}` }, false],
  ["comment", { ...ENTRY, comment: `a${"\u0301\u0316".repeat(5)}` }, false],
  ["topic", { ...ENTRY, topic: `AI${"\u0301".repeat(9)}` }, false],
])("marks piled up in a %s are refused in words", (field, entry, taken) => {
  const { error } = faqSchema.safeParse(entry);
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual(
    taken ? undefined : [[field, "Use at most 8 accents or marks on one letter"]],
  );
});

test("a source reads as its type, with what is known besides", () => {
  const source = { sourceType: "questionnaire", sourceSubtype: null, sourceName: null };
  expect(sourceWords(source)).toBe("questionnaire");
  expect(sourceWords({ ...source, sourceSubtype: "csv", sourceName: "a.csv" })).toBe(
    "questionnaire (csv, a.csv)",
  );
});
