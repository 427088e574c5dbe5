import { expect, test } from "vitest";
import { counted, weekOf, weekStarts, WEEKS } from "#model/home.ts";
import { lasting } from "#values/moments.ts";

const NOW = new Date("2026-11-24T10:00:00.000Z");

test.each([
  ["2026-11-24T10:00:00.000Z", WEEKS - 1],
  ["2026-11-17T10:00:00.001Z", WEEKS - 1],
  ["2026-11-17T10:00:00.000Z", WEEKS - 2],
  ["2026-09-29T10:00:00.001Z", 0],
  ["2026-09-29T10:00:00.000Z", null],
  ["2026-11-24T10:00:00.001Z", null],
])("%s is in week %s", (at, week) => {
  expect(weekOf(at, NOW)).toBe(week);
});

test("the weeks begin seven days apart, and the last one ends now", () => {
  const starts = weekStarts(NOW).map((start) => start.toISOString().slice(0, 10));
  expect([starts.length, starts[0], starts.at(-1)]).toEqual([WEEKS, "2026-09-29", "2026-11-17"]);
});

test.each([
  ["2026-11-24T10:00:00.000Z", "a few minutes"],
  ["2026-11-24T09:00:01.000Z", "a few minutes"],
  ["2026-11-24T09:00:00.000Z", "1 hour"],
  ["2026-11-23T10:00:01.000Z", "23 hours"],
  ["2026-11-23T10:00:00.000Z", "1 day"],
  ["2026-11-20T09:00:00.000Z", "4 days"],
  ["2026-11-25T10:00:00.000Z", "a few minutes"],
])("since %s it has lasted %s", (since, words) => {
  expect(lasting(since, NOW)).toBe(words);
});

test("a count has its noun in the right number", () => {
  expect([counted(1, "question"), counted(2, "question"), counted(0, "reply", "replies")]).toEqual([
    "1 question",
    "2 questions",
    "0 replies",
  ]);
});
