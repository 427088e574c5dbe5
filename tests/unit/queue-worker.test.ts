import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { ALWAYS, Store } from "#db/store.ts";
import { QueueWorker, type Queue } from "#platform/jobs/queue-worker.ts";

interface Piece {
  id: string;
}

/** A worker of a queue on a database in which nobody writes. */
function workerOf(queue: Pick<Queue<Piece>, "due" | "work">) {
  const store = Store.open(":memory:", null);
  vi.spyOn(store, "isMoving").mockResolvedValue(false);
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const words = { noun: "piece", unread: "unread", unhandled: "unhandled" };
  const worker = new QueueWorker<Piece>({ store, now: () => new Date(), log }, ALWAYS, {
    ...words,
    lookMs: 5,
    atOnce: 2,
    ...queue,
  });
  return { worker, store, log };
}

test("a piece that ends while the queue is read has it read again, though nobody wrote", async () => {
  let reads = 0;
  const ends = Promise.withResolvers<void>();
  const { worker, store, log } = workerOf({
    due: async () => {
      reads += 1;
      if (reads === 1) return [{ id: "first" }];
      if (reads === 2) {
        ends.resolve();
        await pause(20);
      }
      return [];
    },
    work: () => ends.promise,
  });
  worker.start();
  await expect.poll(() => reads).toBeGreaterThan(2);
  await worker.stop();
  await store.close();
  expect(log.error).not.toHaveBeenCalled();
});

test("nothing is begun that was being read when the worker was stopped", async () => {
  const asked = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  const work = vi.fn(async () => undefined);
  const { worker, store } = workerOf({
    due: async () => {
      asked.resolve();
      await read.promise;
      return [{ id: "late" }];
    },
    work,
  });
  worker.start();
  await asked.promise;
  const stopped = worker.stop();
  read.resolve();
  await stopped;
  await store.close();
  expect(work).not.toHaveBeenCalled();
});
