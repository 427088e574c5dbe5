import Database from "better-sqlite3";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { backUpBeforeUpgrade } from "#operations/backup/upgrade.server.ts";
import { bytesOf } from "#db/sqlite/snapshot.ts";
import { freeBytes } from "#platform/files/folders.ts";
import { sizeInWords } from "#values/file-size.ts";
import { checkBackup, restoreBackup } from "#operations/backup/restore.server.ts";
import { loadInstallationKey, type InstallationKey } from "#platform/files/installation-key.ts";
import { dueMigrations, migrate, provider } from "#db/migrate.ts";
import { Store } from "#db/store.ts";
import { openBelow } from "../server/backup-world.ts";
import { testInFive } from "../in-turn.ts";

let place: string;
let dataDir: string;
let key: InstallationKey;

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), "otc-upgrade-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
});

/** A data folder with a database and a key. */
async function folderAt(parent: string): Promise<void> {
  dataDir = path.join(parent, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  key = await loadInstallationKey(dataDir);
  const store = Store.open(path.join(dataDir, "trust.db"), null);
  await migrate(store.connection);
  await store.close();
}

/** A commit that leaves another number than the one before. */
function change(mark: number): void {
  const database = new Database(path.join(dataDir, "trust.db"));
  database.pragma(`user_version = ${mark}`);
  database.close();
}

const backUp = (day: number) =>
  backUpBeforeUpgrade({ dataDir, database: null }, key, new Date(Date.UTC(2026, 10, day)));
const kept = () => readdirSync(path.join(dataDir, "upgrades")).sort();

testInFive(
  "three are kept, each sound, and one state is copied once, however often its start breaks off",
  async () => {
    await folderAt(place);
    const first = await backUp(1);
    expect(path.basename(first)).toBe("2026-11-01T000000Z");
    expect(await backUp(2)).toBe(first);
    expect(await checkBackup(first, [])).toMatchObject({ faults: [], decrypted: true });
    expect(statSync(path.join(first, "keys/installation.key")).mode & 0o777).toBe(0o600);
    expect(openBelow(path.join(dataDir, "upgrades"))).toEqual([]);
    // What a killed start left goes with the next one.
    mkdirSync(path.join(dataDir, "upgrades", ".0123.partial"));
    for (const day of [3, 4, 5, 6]) {
      change(day);
      await backUp(day);
    }
    expect(kept()).toEqual(["04", "05", "06"].map((day) => `2026-11-${day}T000000Z`));
    await expect(
      restoreBackup(first.replace("-01T", "-06T"), `${place}/other`, null),
    ).rejects.toThrow(/made before an upgrade .* see docs\/operate\/upgrade\.md/);
  },
);

test("without room it is refused, with the room that it needs, and nothing is changed", async () => {
  const made = spawnSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", place], {
    encoding: "utf8",
  });
  if (made.status !== 0)
    throw new Error(`this test needs a small disk (mount -t tmpfs): ${made.stderr}`);
  onTestFinished(() => void spawnSync("umount", ["-l", place]));
  await folderAt(place);
  // What an empty database takes grows with the tables: half of what its upgrade needs is left free.
  const needed = 2 * bytesOf(path.join(dataDir, "trust.db"));
  writeFileSync(
    path.join(place, "filler"),
    Buffer.alloc((await freeBytes(dataDir)) - Math.round(needed / 2)),
  );
  const refused = await backUp(1).catch((error: Error) => error.message);
  expect(refused).toMatch(/^This version changes the database of /);
  expect(refused).toContain(
    `For both there have to be ${sizeInWords(needed)} free there, and there are ${sizeInWords(await freeBytes(dataDir))}: make room and start again`,
  );
  expect(readdirSync(dataDir)).not.toContain("upgrades");
  rmSync(path.join(place, "filler"));
  expect((await checkBackup(await backUp(1), [])).faults).toEqual([]);
});

test("a new database lacks nothing that would have to be backed up, an old one does", async () => {
  const store = Store.open(path.join(place, "trust.db"), null);
  onTestFinished(() => store.close());
  expect(await dueMigrations(store.connection)).toEqual([]);
  await migrate(store.connection);
  expect(await dueMigrations(store.connection)).toEqual([]);
  const all = await provider.getMigrations();
  const later = { getMigrations: async () => ({ ...all, "9998-later": { up: async () => {} } }) };
  expect(await dueMigrations(store.connection, later)).toEqual(["9998-later"]);
});
