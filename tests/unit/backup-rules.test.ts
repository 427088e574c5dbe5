import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  BackupRefused,
  backupNotice,
  countFault,
  isDue,
  isMemberName,
  lastDue,
  readManifest,
  roomFault,
  snapshotName,
  snapshotsIn,
  superseded,
  writeManifest,
  type Manifest,
} from "#model/backup.ts";
import { readConfig } from "#platform/config.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const at = (text: string) => new Date(`2026-11-${text}Z`);

const MANIFEST: Manifest = {
  format: 1,
  version: "0.1.0",
  createdAt: "2026-11-20T02:30:00.000Z",
  migrations: ["3001-markdown-trees"],
  files: "within",
  keys: "within",
  keyId: "0123456789abcdef0123456789abcdef",
  mark: 7,
  counts: { orgs: 2, "10": 1 },
  members: [{ name: "trust.db", size: 10, sha256: "ab".repeat(32) }],
  faults: [],
};

describe("a manifest", () => {
  test("reads as it was written", () => {
    expect(readManifest(writeManifest(MANIFEST, digest), "b.tar", digest)).toEqual(MANIFEST);
  });

  test("is refused with any of its bits flipped", () => {
    const bytes = Buffer.from(writeManifest(MANIFEST, digest));
    for (let i = 0; i < bytes.length; i += 1) {
      const other = Buffer.from(bytes);
      other[i]! ^= 1 << (i % 7);
      const text = other.toString("latin1");
      // Spaces between the fields are nothing that was said.
      if (/^\s$/.test(text[i]!) && /^\s$/.test(String.fromCharCode(bytes[i]!))) continue;
      expect(() => readManifest(text, "b.tar", digest), text).toThrow(BackupRefused);
    }
  });

  test("of a later form is a newer version's", () => {
    const later = writeManifest({ ...MANIFEST, format: 2 as 1 }, digest);
    expect(() => readManifest(later, "b.tar", digest)).toThrow(/made by a newer version/);
  });

  test.each([
    "../trust.db",
    "/etc/passwd",
    "blobs/../../x",
    "trust.db-wal",
    "keys/other.key",
    `blobs/a/ab/${"AB".repeat(32)}`,
  ])("names no member %s", (name) => {
    expect(isMemberName(name)).toBe(false);
    const odd = { ...MANIFEST, members: [{ ...MANIFEST.members[0]!, name }] };
    expect(() => readManifest(writeManifest(odd, digest), "b.tar", digest)).toThrow(
      /isn’t a backup/,
    );
  });
});

test("counts differ by a row more, a row less, a table more and a table less", () => {
  expect(countFault({ a: 1, b: 2 }, { a: 1, b: 2 })).toBeNull();
  const others: Record<string, number>[] = [
    { a: 2, b: 2 },
    { a: 0, b: 2 },
    { a: 1, b: 2, c: 1 },
    { a: 1 },
  ];
  for (const found of others)
    expect(countFault(found, { a: 1, b: 2 })).toMatch(/^table [abc] has \d rows/);
});

test("room that is missing is named", () => {
  const mega = 1024 * 1024;
  expect(roomFault("the backup", "/b", { free: 200 * mega, needed: 100 * mega })).toBeNull();
  expect(roomFault("the backup", "/b", { free: 110 * mega, needed: 100 * mega })).toBe(
    "Not enough space for the backup in /b: 116 MB needed, 110 MB free. Make room, or choose another place. Nothing was changed.",
  );
});

describe("nightly backups", () => {
  const AT = { hour: 2, minute: 30 };

  test.each([
    ["20T02:29:59", "19T02:30:00"],
    ["20T02:30:00", "20T02:30:00"],
    ["20T23:59:00", "20T02:30:00"],
  ])("at %s were due last at %s", (now, due) => {
    expect(lastDue(at(now), AT)).toEqual(at(due));
  });

  test.each<[string, string | null, string | null, boolean]>([
    ["20T12:00:00", null, null, true],
    ["20T12:00:00", "20T02:31:00", null, false],
    ["20T12:00:00", "19T02:31:00", null, true],
    ["21T02:29:00", "20T02:31:00", null, false],
    ["21T02:30:00", "20T02:31:00", null, true],
    ["20T12:00:00", null, "20T11:30:00", false],
    ["20T12:00:00", null, "20T10:59:00", true],
    // Both by a clock that was days ahead.
    ["20T12:00:00", "29T02:31:00", null, true],
    ["20T12:00:00", null, "29T10:59:00", true],
  ])("at %s, the last good one of %s and a failure of %s: due %s", (now, good, failed, due) => {
    const state = {
      lastGood: good === null ? null : at(good),
      lastFailure: failed === null ? null : at(failed),
    };
    expect(isDue(at(now), AT, state)).toBe(due);
  });

  test.each<[string | null, string | null, boolean]>([
    ["18T12:00:00", null, false],
    ["18T11:59:59", null, true],
    ["18T12:00:00", "the disk is full", false],
    [null, null, false],
    [null, "the disk is full", true],
  ])("at noon of the 20th, the last good one of %s (%s): told %s", (good, fault, told) => {
    const lastGood = good === null ? null : at(good);
    const notice = backupNotice(at("20T12:00:00"), { lastGood, fault });
    expect(notice).toEqual(told ? { since: lastGood, fault } : null);
  });

  test("keep the newest good ones; faulty ones go when a good one comes", () => {
    const names = ["20", "21", "22", "23"].map((day) => snapshotName(at(`${day}T02:30:00`), false));
    const faulty = ["21", "24"].map((day) => snapshotName(at(`${day}T03:30:00`), true));
    const all = snapshotsIn([...faulty, ...names, ".abc.partial", "notes.txt"]);
    expect(all).toHaveLength(6);
    expect(all.at(-1)).toEqual({ name: faulty[1], at: at("24T03:30:00"), faulty: true });
    expect(superseded(all, 2).map(({ name }) => name)).toEqual([names[0], names[1], faulty[0]]);
    expect(superseded(snapshotsIn(faulty), 1).map(({ name }) => name)).toEqual([faulty[0]]);
  });

  test("are read from the environment, in a folder outside of the data folder", () => {
    expect(readConfig({}).backups).toBeNull();
    expect(readConfig({ BACKUP_DIR: "/b", BACKUP_AT: "23:05", BACKUP_KEEP: "3" }).backups).toEqual({
      folder: "/b",
      at: { hour: 23, minute: 5 },
      keep: 3,
      keys: "within",
    });
    expect(readConfig({ BACKUP_DIR: "/b" }).backups).toMatchObject({ at: AT, keep: 7 });
    expect(() => readConfig({ DATA_DIR: "/d", BACKUP_DIR: "/d/b" })).toThrow(/is inside DATA_DIR/);
    expect(() => readConfig({ DATA_DIR: "/d", BACKUP_DIR: "/d/../d" })).toThrow(
      /is inside DATA_DIR/,
    );
    expect(readConfig({ DATA_DIR: "/d", BACKUP_DIR: "/data" }).backups?.folder).toBe("/data");
    for (const [variables, words] of [
      [{ BACKUP_AT: "24:00" }, /BACKUP_AT "24:00" is not a time/],
      [{ BACKUP_KEEP: "0" }, /BACKUP_KEEP "0" is below 1/],
      [{ BACKUP_KEYS: "none" }, /BACKUP_KEYS "none" must be within or apart/],
    ] as const)
      expect(() => readConfig({ BACKUP_DIR: "/b", ...variables })).toThrow(words);
  });
});
