import Database from "better-sqlite3";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkBackup } from "#operations/backup/restore.server.ts";
import { provider } from "#db/migrate.ts";
import { PROCESSES } from "../limits.ts";
import { sample } from "../sample.ts";
import { testInTurn } from "../in-turn.ts";
import { command, dataFolder, Spawned } from "./spawned.ts";

/** A small data folder of each earlier version, as its server left it (bin/keep-folder.mjs). */
const FOLDERS = path.resolve("tests/folders");
const versions = readdirSync(FOLDERS)
  .map((name) => name.replace(/\.tar\.gz$/, ""))
  .sort();

/** A copy of the folder of a version. */
async function folderOf(version: string): Promise<string> {
  const place = await dataFolder();
  const unpacked = spawnSync("tar", ["xzf", path.join(FOLDERS, `${version}.tar.gz`)], {
    cwd: place,
  });
  expect(unpacked.status).toBe(0);
  return path.join(place, "data");
}

function rowsOf(folder: string, sql: string): unknown[] {
  const database = new Database(path.join(folder, "trust.db"), { readonly: true });
  const rows = database.prepare(sql).pluck().all();
  database.close();
  return rows;
}

const migrationsOf = (folder: string) =>
  rowsOf(folder, "select name from kysely_migration order by name") as string[];

/** Everything that the version's server was told is there, and the portal and the files answer. */
async function expectWhole(folder: string, server: Spawned): Promise<void> {
  expect((await server.ask("/initech")).status).toBe(200);
  expect((await server.ask("/readyz")).text).toContain('"migrations":"ok"');
  expect(await server.stop()).toBe(0);
  expect(rowsOf(folder, "select email from subscribers")).toEqual(["reader@reader.example"]);
  expect(rowsOf(folder, "select originalName from documents")).toEqual(["kept.txt"]);
  expect(migrationsOf(folder)).toEqual(Object.keys(await provider.getMigrations()).sort());
  expect(await command(folder, "verify-files")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^1 file\(s\) checked/),
  });
}

describe("a data folder of an earlier version", () => {
  test("is kept for the version that package.json names", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(versions).toContain(version);
    expect(readFileSync("CHANGELOG.md", "utf8")).toContain(`\n## ${version}`);
  });

  test.each(sample(versions, 1, "earlier versions"))(
    "%s starts with this one, after a backup of its database and key",
    async (version) => {
      const folder = await folderOf(version);
      const before = migrationsOf(folder);
      const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
      await expectWhole(folder, server);
      const isOlder = before.length < migrationsOf(folder).length;
      const upgrades = path.join(folder, "upgrades");
      expect(existsSync(upgrades)).toBe(isOlder);
      if (!isOlder) return;
      const [made = "", ...more] = readdirSync(upgrades);
      expect(more).toEqual([]);
      const { faults, manifest } = await checkBackup(path.join(upgrades, made), []);
      expect([faults, manifest.migrations]).toEqual([[], before]);
    },
    PROCESSES.timeout,
  );

  testInTurn(
    "whose upgrade is killed again and again is upgraded by the next start",
    async () => {
      const [oldest = ""] = versions.filter((version) => version.startsWith("before-"));
      const folder = await folderOf(oldest);
      const before = migrationsOf(folder);
      const moments = ["upgrades", "trust.db-wal", "later", "even later"];
      for (const moment of sample(moments, 2, "moments of an upgrade")) {
        const server = await Spawned.start({ DATA_DIR: folder });
        for (const last = Date.now() + 20_000; Date.now() < last;) {
          if (existsSync(path.join(folder, moment)) || /migrat/.test(server.err)) break;
          await new Promise((resolve) => setImmediate(resolve));
          if (moment.endsWith("later") && existsSync(path.join(folder, "server.json"))) {
            await new Promise((resolve) => setTimeout(resolve, moment === "later" ? 60 : 140));
            break;
          }
        }
        await server.stop("SIGKILL");
        const names = migrationsOf(folder);
        // All of them, or none: a migration is done whole.
        expect([before.length, Object.keys(await provider.getMigrations()).length]).toContain(
          names.length,
        );
      }
      await expectWhole(folder, await (await Spawned.start({ DATA_DIR: folder })).ready());
      for (const name of readdirSync(path.join(folder, "upgrades")))
        expect((await checkBackup(path.join(folder, "upgrades", name), [])).faults).toEqual([]);
    },
    PROCESSES.timeout,
  );
});
