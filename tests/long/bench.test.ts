import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const SMALL = path.resolve(import.meta.dirname, "../../bench/small.mjs");

test(
  "the bench measures requests, sign-ins and saves through the handler",
  { timeout: 120_000 },
  () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [SMALL], { encoding: "utf8" });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(JSON.parse(stdout)).toEqual([
      "access requests, through the handler",
      "sign-ins, through the handler",
      "save of one item in 2,000",
      "re-order of 1,000 items in 2,000",
      "public card, first request after a save, shows it",
    ]);
  },
);
