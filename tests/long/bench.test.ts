import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const BENCH = path.resolve(import.meta.dirname, "../../bench");

/** Runs a part of the bench at its smallest. @returns what it prints */
function measured(program: string): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(BENCH, program)], {
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return JSON.parse(stdout);
}

test(
  "the bench measures requests, sign-ins and saves through the handler",
  { timeout: 120_000 },
  () => {
    expect(measured("small.mjs")).toEqual([
      "access requests, through the handler",
      "sign-ins, through the handler",
      "a control, read by a key: processor time",
      "a control, read by a key, beside node:http alone",
      "save of one item in 2,000",
      "re-order of 1,000 items in 2,000",
      "public card, first request after a save, shows it",
    ]);
  },
);

test(
  "the bench measures two servers on PostgreSQL beside one, and one on SQLite, and none answers what is gone",
  { timeout: 600_000 },
  () => {
    const { columns, rows } = measured("small-cluster.mjs") as {
      columns: string[];
      rows: Record<string, string>[];
    };
    expect(columns).toEqual(["what", "SQLite, 1", "PostgreSQL, 1", "PostgreSQL, 2"]);
    for (const row of rows) expect(Object.keys(row)).toEqual(columns);
    const found = new Map(rows.map(({ what, ...figures }) => [what, Object.values(figures)]));
    expect([...found.keys()]).toEqual([
      "start to ready, each process",
      "kept page, a second",
      "kept page, processor time of the server",
      "/acme, rendered, a second",
      "pages of 2 companies in turn, rendered, a second",
      "saves of an item in 200, a second",
      "a save, 4 at a time: p50 / p99",
      "sign-ins of members, a second",
      "a sign-in, 4 at a time: p50 / p99",
      "save on one, shown on the next: p50 / p99",
      "first answers that were stale",
      "unpublish, until its answer: p50 / p99",
      "stale answers of all servers right after it",
      "publish to 20 subscribers",
      "emails a second",
      "memory, each process",
    ]);
    expect(found.get("first answers that were stale")).toEqual(["0 of 2", "0 of 2", "0 of 2"]);
    expect(found.get("stale answers of all servers right after it")).toEqual([
      "0 of 2",
      "0 of 2",
      "0 of 4",
    ]);
  },
);
