import { expect, test } from "vitest";
import { FairQueue, QueueFull } from "#content/files/watermark/fair-queue.ts";

const LIMITS = { places: 2, perCompany: 3, maxWaitMs: 60_000, graceMs: 0, patienceMs: 20 };

/** Work that is ended by hand, or when the queue wants its place. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, (value: string) => void>();
  const work =
    (name: string) =>
    (_place: number, stop: AbortSignal): Promise<string> => {
      begun.push(name);
      return new Promise((resolve, reject) => {
        ends.set(name, resolve);
        stop.addEventListener("abort", () => reject(stop.reason), { once: true });
      });
    };
  const end = async (name: string) => {
    ends.get(name)?.(`${name} done`);
    await settled();
  };
  return { begun, work, end };
}

/** Everything that is ready to happen has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const until = async (true_: () => boolean) => {
  while (!true_()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("companies take turns, and none has a second place while another waits", async () => {
  const queue = new FairQueue({ ...LIMITS, graceMs: 1e9, patienceMs: 1e9 });
  const { begun, work, end } = works();
  const all = ["a1", "a2", "a3", "a4", "b1", "c1", "b2"].map((name) =>
    queue.do(name[0] ?? "", name, work(name)),
  );
  expect(begun).toEqual(["a1", "a2"]);
  await end("a1");
  expect(begun.slice(2)).toEqual(["b1"]);
  await end("a2");
  expect(begun.slice(3)).toEqual(["c1"]);
  await end("b1");
  expect(begun.slice(4)).toEqual(["a3"]);
  await end("c1");
  expect(begun.slice(5)).toEqual(["b2"]);
  for (const name of ["a3", "b2", "a4"]) await end(name);
  expect(await Promise.all(all)).toEqual(
    ["a1", "a2", "a3", "a4", "b1", "c1", "b2"].map((name) => `${name} done`),
  );
});

test("a company's second place is taken back for another company, and its work comes again", async () => {
  const queue = new FairQueue({ ...LIMITS, patienceMs: 1e9 });
  const { begun, work, end } = works();
  const first = [queue.do("a", "1", work("a1")), queue.do("a", "2", work("a2"))];
  const other = queue.do("b", "1", work("b1"));
  await until(() => begun.includes("b1"));
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("b1");
  expect(await other).toBe("b1 done");
  expect(begun.filter((name) => name === "a1" || name === "a2")).toHaveLength(3);
  await end("a1");
  await end("a2");
  expect(await Promise.all(first)).toEqual(["a1 done", "a2 done"]);
});

test("slow work of two companies holds one place, not both, while a third waits", async () => {
  const queue = new FairQueue(LIMITS);
  const { begun, work, end } = works();
  const slow = [queue.do("a", "1", work("a1")), queue.do("b", "1", work("b1"))];
  const third = queue.do("c", "1", work("c1"));
  await until(() => begun.includes("c1"));
  await end("c1");
  expect(await third).toBe("c1 done");
  expect(begun).toHaveLength(4);
  await end("a1");
  await end("b1");
  expect(await Promise.all(slow)).toEqual(["a1 done", "b1 done"]);
});

test("the same work is done once, and goes on while one of its readers is there", async () => {
  const queue = new FairQueue(LIMITS);
  const { begun, work, end } = works();
  const [left, leaves] = [new AbortController(), new AbortController()];
  const gone = queue.do("a", "1", work("a1"), left.signal);
  const stays = queue.do("a", "1", work("a1"), leaves.signal);
  left.abort();
  await expect(gone).rejects.toThrow();
  await end("a1");
  expect([await stays, begun]).toEqual(["a1 done", ["a1"]]);
});

test("work whose readers have left is not begun; what runs goes on, and whoever comes again joins it", async () => {
  const queue = new FairQueue(LIMITS);
  const { begun, work, end } = works();
  const reader = new AbortController();
  const asked = ["1", "2", "3", "4"].map((key) =>
    queue.do("a", key, work(`a${key}`), reader.signal).catch(() => "left"),
  );
  expect(queue.waitingOf("a")).toBe(2);
  reader.abort();
  expect(await Promise.all(asked)).toEqual(["left", "left", "left", "left"]);
  expect(queue.waitingOf("a")).toBe(0);
  const again = queue.do("a", "1", work("a1"));
  await end("a1");
  await end("a2");
  expect([await again, begun]).toEqual(["a1 done", ["a1", "a2"]]);
  await expect(queue.do("a", "5", work("a5"), reader.signal)).rejects.toThrow();
});

test("a full queue of one company refuses its own, and takes another's", async () => {
  const queue = new FairQueue({ ...LIMITS, graceMs: 1e9, patienceMs: 1e9 });
  const { work, end } = works();
  const taken = ["1", "2", "3", "4", "5"].map((key) => queue.do("a", key, work(`a${key}`)));
  await expect(queue.do("a", "6", work("a6"))).rejects.toThrow(QueueFull);
  const other = queue.do("b", "1", work("b1"));
  await end("a1");
  await end("b1");
  expect(await other).toBe("b1 done");
  for (const key of ["2", "3", "4", "5"]) await end(`a${key}`);
  expect(await Promise.all(taken)).toHaveLength(5);
});

test("what fails, fails for its readers alone, and its place is free again", async () => {
  const queue = new FairQueue({ ...LIMITS, places: 1 });
  const failing = queue.do("a", "1", async () => {
    throw new Error("broken");
  });
  const next = queue.do("a", "2", async () => "fine");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("fine");
});

test("whoever waits too long is told so", async () => {
  const queue = new FairQueue({ ...LIMITS, places: 1, maxWaitMs: 30, patienceMs: 1e9 });
  const { work, end } = works();
  const runs = queue.do("a", "1", work("a1"));
  await expect(queue.do("a", "2", work("a2"))).rejects.toThrow(QueueFull);
  await end("a1");
  expect(await runs).toBe("a1 done");
});
