import { expect, test } from "vitest";
import { alikePairs, type Comparable } from "#model/knowledge-base/alike.ts";
import { atOnce } from "#model/search/words.ts";

const entry = (id: string, question: string, more: Partial<Comparable> = {}): Comparable => ({
  id,
  question,
  shortAnswer: null,
  productIds: [],
  ...more,
});

const idsOf = (entries: readonly Comparable[]) =>
  atOnce(alikePairs(entries)).map(
    ({ ids, differ }) => `${ids.join(" ")}${differ ? " differ" : ""}`,
  );

test("questions that say nearly the same make a pair, first those whose short answers differ", () => {
  expect(
    idsOf([
      entry("a", "Do you encrypt customer data at rest?", { shortAnswer: "yes" }),
      entry("b", "Is customer data encrypted at rest?", { shortAnswer: "yes" }),
      entry("c", "Which backups of customer data are tested?"),
      entry("d", "Do you have a bug bounty program?", { shortAnswer: "yes" }),
      entry("e", "Do you have a bug bounty programs", { shortAnswer: "no" }),
    ]),
  ).toEqual(["d e differ", "a b"]);
});

test("numbers and products tell entries apart", () => {
  const same = "Is part of the measure in place";
  expect(idsOf([entry("a", `${same} 1?`), entry("b", `${same} 2?`)])).toEqual([]);
  const on = (...productIds: string[]) => ({ productIds });
  expect(idsOf([entry("a", same, on("p")), entry("b", same, on("q"))])).toEqual([]);
  expect(idsOf([entry("a", same, on("p")), entry("b", same)])).toEqual(["a b"]);
});

test("ten thousand entries, alike or not, are compared in bounded time", () => {
  const spread = Array.from({ length: 10_000 }, (_, at) =>
    entry(
      `s${at}`,
      `Does team w${at % 97}x own process y${at % 89}z with tool v${at % 83}u for us?`,
    ),
  );
  const equal = Array.from({ length: 10_000 }, (_, at) =>
    entry(`e${at}`, "Do you encrypt customer data at rest and in transit?"),
  );
  for (const entries of [spread, equal]) {
    const before = process.cpuUsage();
    const pairs = atOnce(alikePairs(entries));
    const { user, system } = process.cpuUsage(before);
    expect(pairs.length).toBeLessThanOrEqual(200);
    expect((user + system) / 1e6).toBeLessThan(10);
  }
});
