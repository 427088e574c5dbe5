import { expect, test } from "vitest";
import { NoTurn, Turns } from "../../app/files/turns.ts";

test("work is done few at a time; who finds too many waiting is told at once, and failures pass the turn on", async () => {
  const turns = new Turns({ atOnce: 2, maxWaiting: 2, busyWords: "Come back later." });
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = (fails = false) =>
    turns.take(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => void ends.push(resolve));
      running -= 1;
      if (fails) throw new Error("failed");
      return "done";
    });
  const all = [work(true), work(), work(), work()].map((one) =>
    one.catch((error: Error) => error.message),
  );
  await expect(work()).rejects.toThrow(new NoTurn("Come back later."));
  for (let i = 0; i < 4; i += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  expect(await Promise.all(all)).toEqual(["failed", "done", "done", "done"]);
  expect(most).toBe(2);
  const last = work();
  ends.shift()?.();
  expect(await last).toBe("done");
});
