import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { ErrorReports, faultOf } from "#platform/integrations/error-reports.ts";
import { createLog } from "#platform/log.ts";
import { testInFive } from "../in-turn.ts";

const START = new Date("2026-11-23T10:00:00.000Z");

function thrown(message: string): Error {
  return new TypeError(message);
}

/** A tracker on loopback that answers as it is told, and what was reported to it. */
async function openTracker(status = 200) {
  const got: { path: string; auth: string; type: string; lines: unknown[] }[] = [];
  const tracker = { status, silent: false };
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      got.push({
        path: request.url ?? "",
        auth: String(request.headers["x-sentry-auth"]),
        type: String(request.headers["content-type"]),
        lines: Buffer.concat(pieces)
          .toString("utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as unknown),
      });
      if (!tracker.silent) response.writeHead(tracker.status).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { errorTracker } = readConfig({ ERROR_DSN: `http://abc123@127.0.0.1:${port}/sentry/42` });
  if (errorTracker === null) throw new Error("no tracker");
  const clock = { now: START };
  const failed: string[] = [];
  const reports = new ErrorReports(
    errorTracker,
    () => clock.now,
    (reason) => failed.push(reason),
  );
  const log = createLog((line) => reports.note(line));
  return { got, tracker, clock, failed, log };
}

/** What an event says, by its third line. */
const eventOf = (report: { lines: unknown[] }) =>
  report.lines[2] as {
    event_id: string;
    release: string;
    tags: Record<string, string>;
    exception: {
      values: { type: string; value: string; stacktrace?: { frames: { filename: string }[] } }[];
    };
  };

describe("the report of a fault", () => {
  test("is an envelope with what failed and where, and nothing of what the error quotes", async () => {
    const { got, log } = await openTracker();
    const error = thrown("jane.roe@customer.example typed 'my secret'");
    log.error(
      { orgId: "org-1", path: "/acme/nda", email: "jane.roe@customer.example", error: error.stack },
      "unexpected error",
    );
    await expect.poll(() => got).toHaveLength(1);
    const [report] = got;
    expect([report?.path, report?.type]).toEqual([
      "/sentry/api/42/envelope/",
      "application/x-sentry-envelope",
    ]);
    expect(report?.auth).toMatch(/^Sentry sentry_version=7, .*sentry_key=abc123$/);
    const event = eventOf(report!);
    expect(report?.lines[0]).toEqual({ event_id: event.event_id, sent_at: START.toISOString() });
    expect(report?.lines[1]).toEqual({
      type: "event",
      length: Buffer.byteLength(JSON.stringify(event)),
    });
    const [exception] = event.exception.values;
    expect([exception?.type, exception?.value]).toEqual(["TypeError", "unexpected error"]);
    expect(exception?.stacktrace?.frames.length).toBeGreaterThan(0);
    const text = JSON.stringify(report);
    for (const word of ["jane", "secret", "org-1", "/acme", process.cwd()])
      expect(text).not.toContain(word);
  });

  test("names the class and the code of the system's errors", () => {
    const line = (error: string) =>
      JSON.stringify({ level: 50, msg: "a file could not be written", error });
    expect(faultOf(line("Error: ENOSPC: no space left, write '/home/jane/x'"))).toEqual({
      message: "a file could not be written",
      type: "Error",
      code: "ENOSPC",
      frames: [],
    });
    expect(
      faultOf(
        line(
          "SqliteError: SQLITE_BUSY\n    at Store.write (file:///srv/otc/build/server/index.js:10:4)\n    at node:internal/x:1:2",
        ),
      ),
    ).toMatchObject({
      type: "SqliteError",
      code: "SQLITE_BUSY",
      frames: [
        { function: "(anonymous)", filename: "node:internal/x" },
        { function: "Store.write", filename: "build/server/index.js", lineno: 10, colno: 4 },
      ],
    });
    expect(faultOf(JSON.stringify({ level: 40, msg: "a warning" }))).toBeNull();
    expect(faultOf("no JSON")).toBeNull();
  });

  test("goes once a minute, with how often it came, and others beside it", async () => {
    const { got, log, clock } = await openTracker();
    const fault = () => log.error({ error: "RangeError: x" }, "the same");
    for (let n = 0; n < 5; n += 1) fault();
    log.error({ error: "RangeError: x" }, "another");
    await expect.poll(() => got).toHaveLength(2);
    clock.now = new Date(START.getTime() + 61_000);
    fault();
    await expect.poll(() => got).toHaveLength(3);
    expect(got.map((report) => eventOf(report).tags.times)).toEqual(["1", "1", "5"]);
  });

  testInFive("never comes thirty-one times in a minute", async () => {
    const { got, log } = await openTracker();
    for (let n = 0; n < 60; n += 1) {
      log.error({}, `fault ${n}`);
      await expect.poll(() => got.length).toBeGreaterThanOrEqual(Math.min(n + 1, 30));
    }
    expect(got).toHaveLength(30);
  });

  test("is dropped where nobody takes it, without a word of its own to report", async () => {
    const { got, log, failed, tracker, clock } = await openTracker(429);
    log.error({}, "first");
    await expect.poll(() => failed).toEqual(["It answered with status 429."]);
    log.error({}, "second");
    expect(got).toHaveLength(1);
    tracker.status = 200;
    clock.now = new Date(START.getTime() + 61_000);
    log.error({}, "third");
    await expect.poll(() => got).toHaveLength(2);
  });

  test("that nobody answers holds nothing up", async () => {
    const { got, log, tracker } = await openTracker();
    tracker.silent = true;
    for (let n = 0; n < 6; n += 1) log.error({}, `fault ${n}`);
    // Four are on their way; the rest is in the log alone.
    await expect.poll(() => got).toHaveLength(4);
  });
});

test.each([
  "https://errors.example.com/1",
  "https://key@errors.example.com/",
  "https://key@errors.example.com/project",
  "ftp://key@errors.example.com/1",
  "key",
])("%s is no DSN, and is not printed", (dsn) => {
  expect(() => readConfig({ ERROR_DSN: dsn })).toThrow(/ERROR_DSN \(value not shown\) isn’t a DSN/);
});
