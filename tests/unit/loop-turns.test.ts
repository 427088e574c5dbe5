import { expect, test } from "vitest";
import { LoopTurns } from "#http/loop-turns.ts";

/** Keeps the thread, as rendering a page does. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
const turn = () => new Promise((resolve) => void setImmediate(resolve));

test("requests that come while the loop is free begin at once", async () => {
  const turns = new LoopTurns();
  const begun: number[] = [];
  for (const i of [1, 2, 3]) turns.begin(() => void begun.push(i));
  expect(begun).toEqual([1, 2, 3]);
  await turn();
  await turn();
  turns.begin(() => void begun.push(4));
  expect(begun).toEqual([1, 2, 3, 4]);
});

test("many at once begin one a turn, in their order, and whoever waits for the disk gets its turns between them", async () => {
  const turns = new LoopTurns();
  const begun: number[] = [];
  for (let i = 0; i < 10; i += 1)
    turns.begin(() => {
      begun.push(i);
      work(6);
    });
  expect(begun).toEqual([0]);
  let between = 0;
  while (begun.length < 10) {
    await turn();
    between += 1;
  }
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(between).toBeGreaterThanOrEqual(9);
});

test("one that comes while others wait goes behind them", async () => {
  const turns = new LoopTurns();
  const begun: string[] = [];
  turns.begin(() => {
    begun.push("first");
    work(6);
  });
  turns.begin(() => void begun.push("second"));
  await turn();
  turns.begin(() => void begun.push("third"));
  while (begun.length < 3) await turn();
  expect(begun).toEqual(["first", "second", "third"]);
});
