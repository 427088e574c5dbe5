import { describe, expect, test } from "vitest";
import { pageChanges, type PageText } from "#values/page-changes.ts";

/** A report of so many pages, each with words of its own and a foot that all have. */
function report(pages: number, wordsOnPage = 500): PageText[] {
  return Array.from({ length: pages }, (_, at) => ({
    page: at + 1,
    text: [
      ...Array.from(
        { length: wordsOnPage },
        (_word, word) => `w${(at * 31 + word * 7) % 997}x${word % 13}`,
      ),
      "Confidential report of Acme",
    ].join(" "),
  }));
}

const changed = (before: PageText[], after: PageText[]) =>
  pageChanges(before, after).pages.map(({ page, pageBefore, parts }) => ({
    page,
    pageBefore,
    went: parts.flatMap(({ said, text }) => (said === "before" ? [text] : [])),
    came: parts.flatMap(({ said, text }) => (said === "after" ? [text] : [])),
  }));

describe("what changed page by page", () => {
  test("is nothing between two that are the same, however their lines and pages break", () => {
    const text = "one two three four five six seven eight nine ten eleven twelve";
    const [a, b] = [text.slice(0, 28), text.slice(28)];
    expect(
      pageChanges(
        [{ page: 1, text }],
        [
          { page: 1, text: a },
          { page: 2, text: b },
        ],
      ),
    ).toEqual({
      pages: [],
      count: 0,
    });
    expect(pageChanges([], [])).toEqual({ pages: [], count: 0 });
  });

  test("is the words that went and came, on the page where they are", () => {
    const before = report(20);
    const after = structuredClone(before);
    const seventh = after[6];
    if (seventh === undefined) throw new Error("no page");
    const words = seventh.text.split(" ");
    const [gone = ""] = words.splice(100, 1, "thirty", "days");
    seventh.text = words.join(" ");
    expect(changed(before, after)).toEqual([
      { page: 7, pageBefore: 7, went: [gone], came: ["thirty days"] },
    ]);
  });

  test("is not what moved to another page because a page came before it", () => {
    const before = report(30);
    const came = { page: 3, text: "An entirely new page about keys and how they are kept" };
    const after = [...before.slice(0, 2), came, ...before.slice(2)].map(({ text }, at) => ({
      page: at + 1,
      text,
    }));
    expect(changed(before, after)).toEqual([
      expect.objectContaining({ page: 3, went: [], came: [came.text] }),
    ]);
    expect(changed(after, before).flatMap(({ went }) => went)).toEqual([came.text]);
  });

  test("is all of a text in whose place another one is, and of one that came to be or went", () => {
    const [one, other] = ["a b c d e", "v w x y z"].map((text) => [{ page: null, text }]);
    expect(changed(one ?? [], other ?? [])).toEqual([
      { page: null, pageBefore: null, went: ["a b c d e"], came: ["v w x y z"] },
    ]);
    expect(changed([], one ?? [])[0]?.came).toEqual(["a b c d e"]);
    expect(changed(one ?? [], [])[0]?.went).toEqual(["a b c d e"]);
  });

  test("takes time in proportion to the words, also where they were chosen against it", () => {
    const many = (word: (at: number) => string) => [
      { page: 1, text: Array.from({ length: 250_000 }, (_, at) => word(at)).join(" ") },
    ];
    const texts = [
      [many(() => "a"), many((at) => (at % 2 === 0 ? "a" : "b"))],
      [many((at) => `${at}`), many((at) => `${249_999 - at}`)],
      [many((at) => `${at}`), many((at) => (at % 5 === 4 ? "x" : `${at}`))],
      [many((at) => `${at % 3}`), many((at) => `${(at * 7) % 5}`)],
    ];
    for (const [before = [], after = []] of texts) {
      const begun = process.cpuUsage();
      pageChanges(before, after);
      const { user } = process.cpuUsage(begun);
      expect(user / 1000).toBeLessThan(6_000);
    }
  });

  test("takes a report of 200 pages within its three seconds", () => {
    const before = report(200, 600);
    const after = before.map(({ page, text }) => ({
      page,
      text: text.replace("w1", "changed").replace("x5 ", "x5 added words "),
    }));
    const begun = process.cpuUsage();
    const { count } = pageChanges(before, after);
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(3_000);
    expect(count).toBe(200);
  });
});
