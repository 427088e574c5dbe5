import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#platform/config.ts";
import { takeNight, type Ended } from "#operations/backup/nightly.server.ts";
import { snapshotName } from "#model/backup.ts";
import { readNightly } from "#platform/backup/nightly-state.server.ts";

/** The nights of an installation whose command makes what the test says. */
let dataDir: string;
let backups: string;
let now: Date;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(() => {
  const place = mkdtempSync(path.join(tmpdir(), "otc-nightly-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  dataDir = path.join(place, "data");
  backups = path.join(place, "backups");
  mkdirSync(dataDir);
  told = 0;
});

const made: string[][] = [];
/** How often programs were told of a failure. */
let told = 0;

/** A look at the clock; the command makes a backup, or ends as it is told to. @returns how often it was run */
async function look(
  at: string,
  ended: Ended = { failed: null },
  tell = async () => void (told += 1),
  isOurs = true,
): Promise<number> {
  now = new Date(`2026-11-${at}Z`);
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: backups, BACKUP_KEEP: "5" });
  made.length = 0;
  await takeNight({ config, now: () => now, log }, config.backups!, {
    isOurs: () => isOurs,
    make: async (words) => {
      made.push([...words]);
      if (ended !== "stopped" && ended.failed === null)
        mkdirSync(path.join(backups, "snapshots", snapshotName(now, false)), { recursive: true });
      return ended;
    },
    tell,
  });
  return made.length;
}

test("another server makes none, and sees those that were made", async () => {
  const asAnother = (at: string) => look(at, { failed: null }, undefined, false);
  expect(await asAnother("19T12:00:00")).toBe(0);
  expect(await readNightly(dataDir)).toMatchObject({ lastGood: null });
  mkdirSync(path.join(backups, "snapshots", snapshotName(now, false)), { recursive: true });
  expect(await asAnother("19T12:01:00")).toBe(0);
  expect(await readNightly(dataDir)).toMatchObject({ lastGood: "2026-11-19T12:00:00.000Z" });
});

test("one is made at the start, then one each night, by the command with what is configured", async () => {
  expect(await look("20T12:00:00")).toBe(1);
  expect(made[0]).toEqual(["backup", `${backups}/`, "--keep", "5", "--keys", "within"]);
  expect(await look("20T12:01:00")).toBe(0);
  expect(await look("21T02:29:00")).toBe(0);
  expect(await look("21T02:30:00")).toBe(1);
  expect(await look("21T02:31:00")).toBe(0);
  expect(await readNightly(dataDir)).toEqual({
    lastGood: "2026-11-21T02:30:00.000Z",
    fault: null,
    failedAt: null,
  });
});

test("one that failed is noted, tried again after an hour, and forgotten when it went through", async () => {
  await look("20T12:00:00");
  expect(await look("21T02:30:00", { failed: "the disk is full" })).toBe(1);
  expect(await readNightly(dataDir)).toEqual({
    lastGood: "2026-11-20T12:00:00.000Z",
    fault: "the disk is full",
    failedAt: "2026-11-21T02:30:00.000Z",
  });
  expect(await look("21T03:29:00")).toBe(0);
  expect(await look("21T03:30:00")).toBe(1);
  expect(await readNightly(dataDir)).toMatchObject({ fault: null, failedAt: null });
});

test("programs hear of the first failure after a backup, and not of each try that follows", async () => {
  const full = { failed: "the disk is full" };
  for (const at of ["20T12:00:00", "20T13:00:00", "20T14:00:00"]) await look(at, full);
  expect(told).toBe(1);
  await look("20T15:00:00");
  await look("21T02:30:00", full);
  expect(told).toBe(2);
});

test("one that failed is noted although nobody could be told, and is not tried again each minute", async () => {
  const full = { failed: "the disk is full" };
  await look("20T12:00:00", full, () => Promise.reject(new Error("the database is full")));
  expect(await readNightly(dataDir)).toMatchObject({ fault: "the disk is full" });
  expect(await look("20T12:01:00", full)).toBe(0);
});

test("one that was stopped with its server counts for nothing, and is made at the next start", async () => {
  expect(await look("20T12:00:00", "stopped")).toBe(1);
  expect(await readNightly(dataDir)).toEqual({ lastGood: null, fault: null, failedAt: null });
  expect(await look("20T12:01:00")).toBe(1);
});

test("backups that somebody takes away are noticed", async () => {
  await look("20T12:00:00");
  rmSync(backups, { recursive: true });
  expect(await look("20T12:01:00", { failed: "the disk is gone" })).toBe(1);
  expect(await readNightly(dataDir)).toMatchObject({
    lastGood: "2026-11-20T12:00:00.000Z",
    fault: "the disk is gone",
  });
});
