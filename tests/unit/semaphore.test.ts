import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Busy, Semaphore } from "#platform/jobs/semaphore.ts";

const LIMITS = {
  running: 2,
  runningPerKey: 2,
  waitingPerKey: 3,
  waiting: 100,
  holdMs: 60_000,
};

const BUSY = { words: "Come back later.", status: 429 } as const;

/** Work that ends when it is told, and a list of what has begun. */
function workshop(limits: Partial<typeof LIMITS> = {}) {
  const queue = new Semaphore({ ...LIMITS, ...limits }, BUSY);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (network: string, name: string, options = {}) =>
    queue.run(
      network,
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          ends.set(name, () => resolve(name));
        }),
      options,
    );
  const settle = async () => {
    for (let i = 0; i < 10; i += 1) await turn();
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { ask, begun, end, settle };
}

describe("the queue of strangers' pages", () => {
  test("runs as many at once as it may, and refuses a network that has too many waiting", async () => {
    const { ask, begun, end, settle } = workshop();
    const asked = ["1", "2", "3", "4", "5"].map((name) => ask("a", name));
    await settle();
    expect(begun).toEqual(["1", "2"]);
    await expect(ask("a", "6")).rejects.toThrow(Busy);
    const patient = ask("a", "7", { patient: true });
    for (const name of ["1", "2", "3", "4", "5", "7"]) await end(name);
    expect(await Promise.all([...asked, patient])).toEqual(["1", "2", "3", "4", "5", "7"]);
    expect(begun).toEqual(["1", "2", "3", "4", "5", "7"]);
    await expect(Promise.race([ask("a", "8"), settle()])).resolves.toBeUndefined();
    expect(begun.at(-1)).toBe("8");
  });

  test("goes round the networks, so that one with much waits behind itself", async () => {
    const { ask, begun, end, settle } = workshop();
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) void ask("a", name);
    void ask("b", "b1");
    void ask("c", "c1");
    void ask("b", "b2");
    await settle();
    for (const name of ["a1", "a2", "b1", "c1", "a3"]) await end(name);
    expect(begun.slice(0, 2)).toEqual(["a1", "a2"]);
    expect(begun.slice(2, 5).sort()).toEqual(["a3", "b1", "c1"]);
    expect(begun.slice(5)).toContain("b2");
  });

  test("leaves room for others while a network has as many running as it may", async () => {
    const { ask, begun, settle } = workshop({ running: 3, runningPerKey: 1 });
    void ask("a", "a1");
    void ask("a", "a2");
    void ask("b", "b1");
    await settle();
    expect(begun).toEqual(["a1", "b1"]);
  });

  test("forgets who has left, and gives the place of what takes long on", async () => {
    // By the test's own clock: on a busy machine what takes long gave its place on before anyone left.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { ask, begun, settle } = workshop({ running: 1, holdMs: 30 });
    const long = ask("a", "long");
    const leaving = new AbortController();
    const left = ask("a", "left", { gone: leaving.signal });
    const next = ask("b", "next");
    await settle();
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(begun).toEqual(["long"]);
    await vi.advanceTimersByTimeAsync(30);
    await settle();
    expect(begun).toEqual(["long", "next"]);
    void [long, next];
  });

  test("gives places back when work fails", async () => {
    const { ask, begun, settle } = workshop({ running: 1 });
    const queue = new Semaphore({ ...LIMITS, running: 1 }, BUSY);
    for (let i = 0; i < 5; i += 1)
      await expect(queue.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await queue.run("a", () => Promise.resolve("yes"))).toBe("yes");
    void ask("a", "1");
    await settle();
    expect(begun).toEqual(["1"]);
  });

  test("bounds the line of all networks together", async () => {
    const { ask, settle } = workshop({ running: 1, waiting: 2 });
    void ask("a", "1");
    await settle();
    void ask("b", "2");
    void ask("c", "3");
    await expect(ask("d", "4", { patient: true })).rejects.toThrow(Busy);
  });
});

test("work is done few at a time; who finds too many waiting is told at once, and failures pass the turn on", async () => {
  const turns = new Semaphore({ running: 2, waiting: 2 }, BUSY);
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = (fails = false) =>
    turns.run("files", async () => {
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
  await expect(work()).rejects.toThrow("Come back later.");
  for (let i = 0; i < 4; i += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  expect(await Promise.all(all)).toEqual(["failed", "done", "done", "done"]);
  expect(most).toBe(2);
  const last = work();
  await expect.poll(() => ends.length).toBe(1);
  ends.shift()?.();
  expect(await last).toBe("done");
});
