import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { ACME, LIMIT, useBlobFolder } from "./blob-folder.ts";
import { testInFive } from "../in-turn.ts";

const world = useBlobFolder();

/** Longer than any step on a disk that is not broken: in each turn every step that was begun before is done. */
const TURN_MS = 40;

/** How many turns of a busy loop some work takes. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  const state = { turns: 0, done: false };
  const turn = () => {
    if (state.done) return;
    state.turns += 1;
    const until = performance.now() + TURN_MS;
    while (performance.now() < until);
    setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  state.done = true;
  return state.turns;
}

testInFive("storing a small file takes few turns of a loop that others keep busy", async () => {
  await world.store.put(ACME, randomBytes(60_000), LIMIT);
  const counts: number[] = [];
  // Each of them makes a folder of its own, but for a few.
  for (let i = 0; i < 5; i += 1)
    counts.push(await turnsOf(() => world.store.put(ACME, randomBytes(60_000), LIMIT)));
  expect(counts.toSorted((a, b) => a - b)[2]).toBeLessThanOrEqual(12);
});
