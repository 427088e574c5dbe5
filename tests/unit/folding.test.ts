import { describe, expect, test } from "vitest";
import { plainText } from "#content/answers/rules/citing.ts";
import { sentencesOf } from "#content/answers/rules/quoting.ts";
import { controlSchema } from "#content/controls/forms/controls.ts";
import { companyNameField } from "#model/companies/company-forms.ts";
import { optionalText } from "#model/companies/optional-text.ts";
import { termsFault, synonymsSchema } from "#content/search/forms/search.ts";
import { piecesOf, PIECE } from "#model/search/pieces.ts";
import { Synonyms } from "#model/search/synonyms.ts";
import { proseLines } from "#model/search/prose-lines.ts";
import { snippetOf, withoutMarkdown, wordsOf } from "#model/search/words.ts";
import { countriesIn } from "#model/subprocessors/places.ts";
import { updateFaults, type UpdateWords } from "#model/updates/topic-updates.ts";
import { readLetter } from "#content/files/letter/text.ts";
import { foldText, hasPiledMarks, MOST_MARKS } from "#values/folding.ts";
import { defaultItemSlug, searchText, sortKey } from "#values/names.ts";
import { wordPlaces } from "#values/word-places.ts";
import { testInFive } from "../in-turn.ts";
import { timeOf } from "../work-time.ts";

const PILED = `a${"\u0301\u0316".repeat(10_000)}`;

/** The least time that this thread works on something, of a few tries, in milliseconds. */
function least(work: () => unknown): number {
  return Math.min(...Array.from({ length: 5 }, () => timeOf(work)));
}

describe("a folded text", () => {
  testInFive("is what decomposing and then leaving marks out makes of every sign", () => {
    const differ: string[] = [];
    for (let code = 0; code < 0x110000; code += 1) {
      if ((code >= 0xd800 && code < 0xe000) || code === 0xfdfa || code === 0xfdfb) continue;
      const sign = String.fromCodePoint(code);
      const before = sign.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
      if (foldText(sign) !== before) differ.push(code.toString(16));
    }
    expect(differ).toEqual([]);
  });

  testInFive("grows to seven letters a sign at most", () => {
    let most = 0;
    for (let code = 0; code < 0x110000; code += 1) {
      const sign = String.fromCodePoint(code);
      most = Math.max(most, foldText(sign).length / sign.length);
    }
    expect(most).toBe(7);
    expect(foldText("\ufdfa".repeat(20_000))).toHaveLength(20_000);
  });

  test.each([
    ["Verschlüsselung", "verschlusselung"],
    ["e\u0301\u0316E", "ee"],
    ["ﬁle №", "file no"],
    ["한글", "한글".normalize("NFKD")],
    ["", ""],
  ])("of %j is %j", (text, folded) => expect(foldText(text)).toBe(folded));

  test("names and slugs are what they were", () => {
    expect(sortKey("ISO 9001 Zürich ")).toBe("iso 0000009001 zurich");
    expect(searchText("Crédit Agricole")).toBe("credit agricole");
    expect(defaultItemSlug("Café™ Données")).toBe("cafe-donnees");
  });
});

describe("marks on one letter", () => {
  test.each([
    [`e${"\u0301".repeat(MOST_MARKS)}`.repeat(3), false],
    [`e${"\u0301".repeat(MOST_MARKS + 1)}`, true],
    ["นี้เป็นภาษาไทย ทั้งหมด", false],
    ["བསྒྲུབས་ཀྱི", false],
    ["👩‍👩‍👧‍👧️", false],
  ])("%j are too many: %s", (text, isPiled) => expect(hasPiledMarks(text)).toBe(isPiled));

  const MESSAGE = "Use at most 8 accents or marks on one letter";
  const says = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
    parsed.error?.issues.map(({ message }) => message);
  const control = { reference: "A-1", title: "Title", access: "public" };

  test.each(["reference", "title", "description", "requirements"])(
    "are refused in a control's %s",
    (field) => {
      const value = `ab${"\u0301".repeat(9)}`;
      expect(says(controlSchema.safeParse({ ...control, [field]: value }))).toEqual([MESSAGE]);
    },
  );

  test("are refused in companies and their texts", () => {
    expect(says(companyNameField.safeParse(`ab${"\u0301".repeat(9)}`))).toEqual([MESSAGE]);
    expect(says(optionalText(300).safeParse(`ab${"\u0301".repeat(9)}`))).toEqual([MESSAGE]);
  });

  test("are refused in updates", () => {
    const words: UpdateWords = {
      topicId: null,
      subject: `ab${"\u0301".repeat(9)}`,
      category: "general",
      hidden: false,
      pinned: false,
      productIds: [],
      effectiveOn: "",
      objectionDays: "",
      message: PILED.slice(0, 15),
      audience: "public",
      statusPage: true,
      email: false,
      subscribers: false,
      source: "",
      profileId: "",
      emails: [],
      publishAt: null,
    };
    const faults = updateFaults(words, { followsUp: false, now: new Date() });
    expect(faults.filter(({ field }) => field === "subject" || field === "message")).toEqual([
      { field: "subject", message: MESSAGE },
      { field: "message", message: MESSAGE },
    ]);
  });
});

/**
 * The worst that each reader of texts can be given, so many characters of it. Four times as much
 * may take four times as long, and some more on a busy machine; with a pattern that goes back it
 * takes sixteen times as long.
 */
const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ["folding", foldText],
  ["words", wordsOf],
  ["Markdown", withoutMarkdown],
  ["snippets", (text) => snippetOf(text, new Set(["needle"]))],
  ["models' answers", plainText],
  ["sentences", sentencesOf],
  ["letters", (text) => readLetter([["p", {}, [text]]])],
  ["places", countriesIn],
  ["pieces", (text) => [...piecesOf(text)]],
  ["found words", (text) => [...wordPlaces(text, ["xx", "x-", "--", "[["])]],
  ["piled marks", hasPiledMarks],
];
const WORST: readonly (readonly [string, (length: number) => string])[] = [
  ["marks", (length) => `a${"\u0301\u0316".repeat(length / 2)}`],
  ["ligatures", (length) => "\ufdfa".repeat(length)],
  ["dashes", (length) => `x\n${"-".repeat(length)}x`],
  ["dashes of a table", (length) => `x\n|${"--- |".repeat(length / 5)}x`],
  ["blanks", (length) => `x${" ".repeat(length)}x`],
  ["tabs and lines", (length) => `x${" \t\n".repeat(length / 3)}x`],
  ["opened brackets", (length) => "[".repeat(length)],
  ["closed brackets", (length) => "[a]".repeat(length / 3)],
  ["links without an end", (length) => "[a](b".repeat(length / 5)],
  ["pictures", (length) => "![".repeat(length / 2)],
  ["round brackets", (length) => "(".repeat(length)],
  ["stars", (length) => " *a".repeat(length / 3)],
  ["stars and lines", (length) => "_*".repeat(length / 2)],
  ["thoughts", (length) => "<think>".repeat(length / 7)],
  ["tags", (length) => `${"<".repeat(length / 2)}${">".repeat(length / 2)}`],
  ["dots", (length) => "· ".repeat(length / 2)],
  ["one word", (length) => "x".repeat(length)],
];

describe.each(READERS)("reading by %s", (_reader, read) => {
  test.each(WORST)("takes no longer than the text is long: %s", (_worst, of) => {
    const some = of(20_000);
    const more = of(80_000);
    read(more);
    const base = least(() => read(some));
    // What is over at once says nothing about its kind.
    expect(least(() => read(more))).toBeLessThan(Math.max(10 * base, 100));
  });
});

describe("Markdown in a line", () => {
  test.each([
    ["# Head\n\nSome **bold**, _soft_ and `code`.", "Head Some bold, soft and code."],
    ["- one\n- [two](https://example.com)\n1. three", "one two three"],
    ["![a picture](x.png) of [it](y)!", "a picture of it!"],
    ["| a | b |\n|:---|---:|\n| 1 | 2 |", "a b 1 2"],
    ["snake_case and 2*3*4", "snake_case and 2*3*4"],
    ["*a* _b_ *c d*, (_e_)", "a b c d, (e)"],
    ["[not a link] (really)", "[not a link] (really)"],
    ["~~gone~~ > no quote\n> quote", "gone > no quote quote"],
  ])("%j reads as %j", (markdown, plain) => expect(withoutMarkdown(markdown)).toBe(plain));
});

describe("pieces of a long text", () => {
  test("end between words, and hold everything in its order", () => {
    const words = Array.from({ length: 3_000 }, (_, i) => `word${i}`);
    const pieces = [...piecesOf(words.join(" "))];
    expect(pieces.every((piece) => piece.length <= PIECE)).toBe(true);
    expect(pieces.flatMap(wordsAs)).toEqual(words);
  });

  test("end anywhere where there is nothing between words", () => {
    const text = "漢字".repeat(2_500);
    const pieces = [...piecesOf(text)];
    expect(pieces.map((piece) => piece.length)).toEqual([2_000, 2_000, 1_000]);
    expect(pieces.join("")).toBe(text);
  });

  test("never end within a sign", () => {
    const text = `a${"😀".repeat(2_000)}e\u0301`;
    const pieces = [...piecesOf(text)];
    expect(pieces.join("")).toBe(text);
    expect(pieces.map((piece) => /\p{Cs}/u.test(piece))).toEqual([false, false, false]);
    expect([...piecesOf(PILED)].join("")).toBe(PILED);
  });

  test("are none of a text that says nothing", () => {
    expect([...piecesOf("")]).toEqual([]);
    expect([...piecesOf(" ".repeat(5_000))]).toEqual([]);
  });

  const wordsAs = (piece: string) => piece.split(" ").filter((word) => word !== "");
});

describe("a company's own terms", () => {
  const line = (terms: number) => Array.from({ length: terms }, (_, i) => `term ${i}`).join(", ");

  test.each([
    ["Vault, key store", null],
    [line(40), null],
    [line(41), /^“term 0, .*…” has 41 terms. Use at most 40 in a line$/],
    ["foo, one two three four five six seven eight", null],
    ["foo, one two three four five six seven eight nine", /too long for a term\. Use at most 8/],
    ["alone", /^“alone” needs at least one synonym/],
    [`a${"\u0301".repeat(9)}, b`, /^Use at most 8 accents/],
    [`${"x".repeat(499)}, b`, /^Use at most 500 characters per line$/],
  ])("%s", (text, said) => {
    const fault = termsFault(text);
    if (said === null) expect(fault).toBeNull();
    else expect(fault).toMatch(said);
  });

  test("each line's fault is said once, and the first few of them", () => {
    const text = Array.from({ length: 9 }, (_, i) => `alone${i}`).join("\n");
    const { error } = synonymsSchema.safeParse({ searchSynonyms: text });
    expect(error?.issues).toHaveLength(3);
  });

  testInFive("that are stored and many are ready in the time that they are long", () => {
    const made = (lines: number) => () =>
      new Synonyms(
        Array.from({ length: lines }, (_, i) =>
          Array.from({ length: 240 }, (_unused, j) => `s s${i} s${j}`),
        ),
      ).at(wordsOf("s s1 s1"), 0);
    expect(made(500)()?.others.length).toBe(39);
    expect(least(made(400))).toBeLessThan(Math.max(10 * least(made(100)), 500));
  });

  test("that stand in many lines mean sixty others at most", () => {
    const synonyms = new Synonyms(Array.from({ length: 500 }, (_, i) => ["foo", `bar${i}`]));
    expect(synonyms.at(["foo"], 0)?.others).toHaveLength(60);
  });
});

describe("the prose of a Markdown text", () => {
  test.each([
    ["One.\n\n## Head\n\nTwo.\n\n# \nThree.", "One. Two. Three."],
    ["Roles.\n\n| Role | Edit |\n|---|---|\n| Guest | no |\n\nMore.", "Roles. More."],
    ["a | b\n:-|-:\n1 | 2\n3 | 4", ""],
    ["|a|\n|-|\n|1|\n\nAfter.", "After."],
    ["Head\n====\nText.\n\nHead\n---\nText too.", "Text. Text too."],
    ["One.\n\n---\n\nTwo.", "One. Two."],
    ["One.\n```mermaid\nA --> B\n~~~\n# c\n```\nTwo.\n~~~\nd", "One. Two."],
    ["One.\n````\na\n```\nb\n````\nTwo.\n```js\nc\n```js\nd\n```\nThree.", "One. Two. Three."],
    ["- One.\n\n    ```\n    a\n    ```\n- Two.", "One. Two."],
    ["```npm``` is not used.\nNor is ```yarn```.", "npm is not used. Nor is yarn."],
    ["- one | two\n- three", "one two three"],
    ["One.\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n", "One."],
  ])("of %j is %j", (markdown, prose) => {
    expect(withoutMarkdown(proseLines(markdown))).toBe(prose);
  });
});
