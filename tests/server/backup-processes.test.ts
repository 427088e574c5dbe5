import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { makeBackup } from "#operations/backup/make.server.ts";
import { checkBackup, restoreBackup } from "#operations/backup/restore.server.ts";
import { ANSWER_MS, PROCESSES } from "../limits.ts";
import {
  cookieOf,
  eightWriters,
  missingIn,
  openBelow,
  PASSWORD,
  refusedCommand,
  type Acknowledged,
} from "./backup-world.ts";
import { testInTurn } from "../in-turn.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { dataFolder, Spawned } from "./spawned.ts";

/** A data folder with the demo, and an archive of it, both made once. */
let loaded: string;
let archive: string;

beforeAll(async () => {
  ({ folder: loaded } = await loadedFolder());
  archive = path.join(await mkdtemp(path.join(tmpdir(), "trust-center-backups-")), "whole.tar");
  await makeBackup(loaded, archive, TAKEN);
}, PROCESSES.timeout);

afterAll(() => rm(path.dirname(archive), { recursive: true, force: true }));

const TAKEN = { keys: "within", keep: null, now: () => new Date() } as const;

const started = async (folder: string, environment: Record<string, string> = {}) =>
  (await Spawned.start({ DATA_DIR: folder, ...environment })).ready();

/** A start that must come to nothing: one sentence, no stack, code 1. */
async function refusedStart(folder: string): Promise<string> {
  const server = await Spawned.start({ DATA_DIR: folder });
  expect([await server.ended, server.out]).toEqual([1, ""]);
  expect(server.err.trim().split("\n")).toHaveLength(1);
  return server.err;
}

/** Looks as often as it can whether something is there. */
async function comes(what: () => boolean): Promise<void> {
  for (const last = Date.now() + ANSWER_MS; !what();) {
    if (Date.now() > last) throw new Error("it did not come");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const partsBelow = (place: string) =>
  readdirSync(place, { recursive: true })
    .map(String)
    .filter((name) => name.includes(".partial"));

describe("a backup", () => {
  testInTurn(
    "under eight writers and kill -9 restores whole, with every write that was acknowledged before it began",
    async () => {
      const folder = await dataFolder(loaded);
      const place = await dataFolder();
      const server = await started(folder);
      const noted: Acknowledged = { emails: [], documents: [] };
      const end = eightWriters(server, await cookieOf(server), noted);
      await comes(() => noted.emails.length > 20 && noted.documents.length > 1);
      const before = { emails: [...noted.emails], documents: [...noted.documents] };
      const file = path.join(place, "b.tar");
      const running = await Spawned.start({ DATA_DIR: folder }, ["backup", file]);
      await comes(() => partsBelow(place).some((name) => name.endsWith("whole.tar")));
      await server.stop("SIGKILL");
      expect([await running.ended, running.err]).toEqual([0, ""]);
      await end();
      expect(await checkBackup(file, [])).toMatchObject({ faults: [], decrypted: true });
      const restored = path.join(place, "data");
      const restoring = await Spawned.start({ DATA_DIR: restored }, ["restore", file]);
      expect([await restoring.ended, restoring.err]).toEqual([0, ""]);
      expect(missingIn(restored, before)).toEqual([]);
      expect(openBelow(restored)).toEqual([]);
      expect(readdirSync(restored).sort()).toEqual(["blobs", "keys", "lock.db", "trust.db"]);
      const again = await started(restored);
      expect((await again.ask("/acme")).status).toBe(200);
      expect(await again.stop()).toBe(0);
    },
    PROCESSES.timeout,
  );

  testInTurn(
    "that is killed leaves nothing that passes for a whole one, and the next one goes through",
    async () => {
      const place = await dataFolder();
      const file = path.join(place, "b.tar");
      const backups = path.join(place, "all");
      await Promise.all(
        [file, `${backups}/`].map(async (target) => {
          const running = await Spawned.start({ DATA_DIR: loaded }, ["backup", target]);
          // The other one's database is below the same place, and says nothing of how far this one is.
          const isMine =
            target === file
              ? (name: string) => name.endsWith("whole.tar")
              : (name: string) => name.startsWith("all/") && name.endsWith("trust.db");
          await comes(() => partsBelow(place).some(isMine));
          await running.stop("SIGKILL");
        }),
      );
      expect(existsSync(file)).toBe(false);
      expect(
        readdirSync(path.join(backups, "snapshots")).every((name) => name.endsWith(".partial")),
      ).toBe(true);
      await expect(checkBackup(backups, [])).rejects.toThrow(/isn’t a valid backup/);
      for (const target of [file, `${backups}/`]) {
        await makeBackup(loaded, target, TAKEN);
        expect((await checkBackup(target, [])).faults).toEqual([]);
      }
      // What the killed one left in the folder of backups went with the next one.
      expect(partsBelow(backups)).toEqual([]);
    },
    PROCESSES.timeout,
  );
});

describe("a restore", () => {
  testInTurn(
    "is refused into a folder that is in use or not empty, and changes nothing there",
    async () => {
      const folder = await dataFolder(loaded);
      const server = await started(folder);
      expect((await refusedCommand(folder, "restore", archive)).err).toMatch(
        new RegExp(`is in use: process ${server.child.pid} on .*stop that first`),
      );
      expect((await server.ask("/acme")).status).toBe(200);
      await server.stop();
      const before = readFileSync(path.join(folder, "trust.db"));
      await expect(restoreBackup(archive, folder, null)).rejects.toThrow(/is not empty \(blobs/);
      expect(readFileSync(path.join(folder, "trust.db")).equals(before)).toBe(true);
      // What a killed server left of its database is no empty folder either.
      const left = await dataFolder();
      writeFileSync(path.join(left, "trust.db-wal"), "journal");
      await expect(restoreBackup(archive, left, null)).rejects.toThrow(/empty \(trust\.db-wal/);
    },
    PROCESSES.timeout,
  );

  testInTurn(
    "that is killed leaves a folder with which nothing starts, and is done when it is begun again",
    async () => {
      const folder = path.join(await dataFolder(), "data");
      for (const part of ["restoring.json", "trust.db.restoring"]) {
        const running = await Spawned.start({ DATA_DIR: folder }, ["restore", archive]);
        await comes(() => existsSync(path.join(folder, part)));
        await running.stop("SIGKILL");
        expect(await refusedStart(folder)).toMatch(
          /being restored into .*run npm run restore again/,
        );
        expect(existsSync(path.join(folder, "trust.db"))).toBe(false);
      }
      expect((await refusedCommand(folder, "verify-files")).err).toMatch(/is incomplete/);
      // What somebody put there meanwhile is not thrown away.
      writeFileSync(path.join(folder, "mine.txt"), "mine");
      await expect(restoreBackup(archive, folder, null)).rejects.toThrow(/not empty \(mine\.txt/);
      rmSync(path.join(folder, "mine.txt"));
      await restoreBackup(archive, folder, null);
      expect(existsSync(path.join(folder, "restoring.json"))).toBe(false);
      await (await started(folder)).stop();
    },
    PROCESSES.timeout,
  );
});

describe("nightly backups", () => {
  testInTurn(
    "are made beside the server, and those who run the installation are told when the last good one is old",
    async () => {
      const folder = await dataFolder(loaded);
      const place = await dataFolder();
      const backups = path.join(place, "nightly");
      const snapshots = path.join(backups, "snapshots");
      const environment = { BACKUP_DIR: backups, BACKUP_KEEP: "2" };
      const made = () =>
        existsSync(snapshots)
          ? readdirSync(snapshots).filter((name) => !name.endsWith(".partial"))
          : [];
      const first = await started(folder, environment);
      await expect.poll(() => made().length, { timeout: 60_000 }).toBe(1);
      const notice = async (server: Spawned, email = "owner@acme.example") => {
        const answer = await server.ask("/sign-in", { form: { email, password: PASSWORD } });
        const cookie = String(answer.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
        const { text } = await server.ask("/account", { headers: { cookie } });
        expect(text).toMatch(/Open Trust Center (<!-- -->)?\d+\.\d+\.\d+/);
        return /The last good backup of this installation|There is no good backup/.exec(text)?.[0];
      };
      await expect
        .poll(() => existsSync(path.join(folder, "nightly-backups.json")), { timeout: 60_000 })
        .toBe(true);
      expect(await notice(first)).toBeUndefined();
      expect((await first.ask("/readyz")).text).toContain('"backup":"ok"');
      await first.stop();
      expect((await checkBackup(backups, [])).faults).toEqual([]);
      // Three days later, and something else is where the files go.
      const old = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
      const [name = ""] = made();
      renameSync(path.join(snapshots, name), path.join(snapshots, `${old}T023000Z`));
      renameSync(path.join(backups, "blobs"), path.join(place, "blobs"));
      writeFileSync(path.join(backups, "blobs"), "in the way");
      const second = await started(folder, environment);
      await expect
        .poll(() => readFileSync(path.join(folder, "nightly-backups.json"), "utf8"), {
          timeout: 60_000,
        })
        .toMatch(/"fault":".+can’t be written/);
      expect(await notice(second)).toMatch(/^The last good backup/);
      expect(await notice(second, "editor@acme.example")).toBeUndefined();
      expect((await second.ask("/readyz")).text).toContain('"backup":"failed"');
      expect((await second.ask("/acme")).status).toBe(200);
      await second.stop();
    },
    PROCESSES.timeout,
  );
});
