import { expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import {
  currentRequest,
  noteQueued,
  spending,
  withinRequest,
} from "#platform/http/request/current-request.ts";
import { createLog } from "#platform/log.ts";
import { noteDatabaseTime, withinOneWait, WriteQueue } from "#db/write-queue.ts";
import { DURATION_BOUNDS, Durations } from "#values/durations.ts";

const newRequest = (id: string) => ({
  id,
  spent: { queue: 0, database: 0, render: 0 },
  answeredAt: null,
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("durations are counted up to each bound, the longest beyond all", () => {
  const durations = new Durations();
  for (const ms of [0, 1, 1.5, 40, 9_999, 1_000_000]) durations.note(ms);
  const { upTo, count, seconds } = durations.figures();
  const at = (bound: (typeof DURATION_BOUNDS)[number]) => upTo[DURATION_BOUNDS.indexOf(bound)];
  expect([at(0.001), at(0.0025), at(0.025), at(0.05), at(10), at(120), count]).toEqual([
    2, 3, 3, 4, 5, 5, 6,
  ]);
  expect(seconds).toBeCloseTo(1010.0415);
});

test("each line that is written while a request is handled has its id, however far away it is written", async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line) as Record<string, unknown>));
  log.info({}, "outside");
  await Promise.all(
    ["first", "second"].map((id) =>
      withinRequest(newRequest(id), async () => {
        await pause(1);
        log.warn({ of: id }, "inside");
      }),
    ),
  );
  expect(currentRequest()).toBe(null);
  expect(lines.map(({ of, requestId }) => [of, requestId])).toEqual([
    [undefined, undefined],
    ["first", "first"],
    ["second", "second"],
  ]);
});

test("LOG_LEVEL leaves out what is below it", () => {
  for (const [level, kept] of [
    ["info", ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
  ] as const) {
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push((JSON.parse(line) as { msg: string }).msg),
      readConfig({ LOG_LEVEL: level }).logLevel,
    );
    for (const one of ["info", "warn", "error"] as const) log[one]({}, one);
    expect(lines).toEqual(kept);
  }
});

test("a request's time is added up by what it went into, and outside of one nothing is", async () => {
  const request = newRequest("one");
  noteQueued(5);
  noteDatabaseTime(5);
  await spending("render", pause(1));
  await withinRequest(request, () =>
    withinOneWait(async () => {
      noteQueued(7);
      noteDatabaseTime(11);
      await spending("render", pause(5));
    }, request.spent),
  );
  expect([request.spent.queue, request.spent.database]).toEqual([7, 11]);
  expect(request.spent.render).toBeGreaterThan(0);
});

test("a write queue tells how many wait and counts each wait once, whatever comes of the write", async () => {
  const queue = new WriteQueue(() => false);
  let end: () => void = () => undefined;
  const first = queue.run(() => new Promise<void>((resolve) => (end = resolve)));
  const second = queue.run(async () => {
    throw new Error("not written");
  });
  await pause(1);
  expect(queue.length).toBe(1);
  end();
  await first;
  await expect(second).rejects.toThrow("not written");
  expect([queue.length, queue.waits.figures().count]).toEqual([0, 2]);
});

test("the variables of watching are read, and nothing is watched without them", () => {
  expect(readConfig({})).toMatchObject({ metrics: null, slowMs: null, logLevel: "info" });
  const door = (METRICS_PORT: string) => readConfig({ METRICS_PORT }).metrics?.door;
  expect(door("9464")).toEqual({ host: "127.0.0.1", port: 9464 });
  expect(door("0.0.0.0:9464")).toEqual({ host: "0.0.0.0", port: 9464 });
  expect(door("[::1]:9464")).toEqual({ host: "::1", port: 9464 });
  expect(readConfig({ METRICS_TOKEN: "sixteen-or-more-1", SLOW_MS: "0" })).toMatchObject({
    metrics: { door: null, token: "sixteen-or-more-1" },
    slowMs: 0,
  });
  for (const bad of [
    { METRICS_PORT: "db.example:9464" },
    { METRICS_PORT: "0" },
    { METRICS_PORT: "127.0.0.1:" },
    { METRICS_TOKEN: "short" },
    { METRICS_TOKEN: "with a space in the middle" },
    { SLOW_MS: "-1" },
    { SLOW_MS: "soon" },
    { LOG_LEVEL: "debug" },
  ])
    expect(() => readConfig(bad)).toThrow(Object.keys(bad)[0]);
});
