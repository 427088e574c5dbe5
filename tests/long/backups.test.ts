import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBackup } from "#operations/backup/make.server.ts";
import { checkBackup, restoreBackup } from "#operations/backup/restore.server.ts";
import {
  cookieOf,
  eightWriters,
  missingIn,
  PASSWORD,
  type Acknowledged,
} from "../server/backup-world.ts";
import { dataFolder, Spawned } from "../server/spawned.ts";

const TAKEN = { keys: "within", keep: 3, now: () => new Date() } as const;
const LONG = 1_200_000;

let loaded: string;

beforeAll(async () => {
  loaded = await mkdtemp(path.join(tmpdir(), "trust-center-long-backups-"));
  await (await (await Spawned.open({ DATA_DIR: loaded, DEMO_PASSWORD: PASSWORD })).ready()).stop();
}, LONG);

afterAll(() => rm(loaded, { recursive: true, force: true }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test(
  "twelve backups under eight writers, the server or the backup killed at any moment: each that ended restores whole",
  async () => {
    const folder = await dataFolder(loaded);
    const place = await dataFolder();
    const backups = path.join(place, "all");
    const noted: Acknowledged = { emails: [], documents: [] };
    let whole = 0;
    for (let round = 0; round < 12; round += 1) {
      const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
      const end = eightWriters(server, await cookieOf(server), noted);
      await pause(500 + 200 * (round % 4));
      const before = { emails: [...noted.emails], documents: [...noted.documents] };
      const file = path.join(place, `${round}.tar`);
      const target = round % 2 === 0 ? file : `${backups}/`;
      const running = await Spawned.start({ DATA_DIR: folder }, ["backup", target]);
      await pause(300 + 137 * round);
      // One in three loses its server, one in three is killed itself, one is left alone.
      if (round % 3 === 0) await server.stop("SIGKILL");
      if (round % 3 === 1) await running.stop("SIGKILL");
      const code = await running.ended;
      await end();
      await server.stop();
      if (code !== 0) {
        expect([round % 3, code]).toEqual([1, "SIGKILL"]);
        expect(existsSync(file)).toBe(false);
        continue;
      }
      whole += 1;
      const made =
        target === file
          ? file
          : path.join(
              backups,
              "snapshots",
              readdirSync(path.join(backups, "snapshots")).sort().at(-1)!,
            );
      expect(await checkBackup(made, [])).toMatchObject({ faults: [], decrypted: true });
      const restored = path.join(place, `data-${round}`);
      await restoreBackup(made, restored, null);
      expect(missingIn(restored, before)).toEqual([]);
      await rm(restored, { recursive: true });
    }
    expect(whole).toBeGreaterThanOrEqual(8);
    expect(noted.emails.length).toBeGreaterThan(200);
    process.stdout.write(
      `backups: ${whole} whole of 12, ${noted.emails.length} addresses and ${noted.documents.length} files acknowledged, 0 missing\n`,
    );
  },
  LONG,
);

test(
  "a restore killed at thirty moments never leaves a folder that starts, and ends well when it is begun again",
  async () => {
    const place = await dataFolder();
    const archive = path.join(place, "b.tar");
    await makeBackup(loaded, archive, { ...TAKEN, keep: null });
    const began = Date.now();
    const first = await Spawned.start({ DATA_DIR: path.join(place, "first") }, [
      "restore",
      archive,
    ]);
    expect(await first.ended).toBe(0);
    const usual = Date.now() - began;
    const folder = path.join(place, "data");
    let interrupted = 0;
    for (let moment = 1; moment <= 30; moment += 1) {
      const running = await Spawned.start({ DATA_DIR: folder }, ["restore", archive]);
      // What comes before the mark is the loading of the program.
      for (const last = Date.now() + usual * 4; Date.now() < last; await pause(1))
        if (existsSync(path.join(folder, "restoring.json")) && running.child.exitCode === null)
          break;
      await pause(moment * 10);
      await running.stop("SIGKILL");
      const isWhole = existsSync(path.join(folder, "trust.db"));
      if (existsSync(path.join(folder, "restoring.json"))) {
        interrupted += 1;
        const start = await Spawned.start({ DATA_DIR: folder, DEMO: "off" });
        expect([moment, await start.ended]).toEqual([moment, 1]);
      } else if (isWhole) {
        await rm(folder, { recursive: true });
      }
    }
    process.stdout.write(`restores: ${interrupted} of 30 interrupted in the middle\n`);
    expect(interrupted).toBeGreaterThan(10);
    if (!existsSync(path.join(folder, "trust.db"))) await restoreBackup(archive, folder, null);
    const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
    expect((await server.ask("/acme")).status).toBe(200);
    expect(await server.stop()).toBe(0);
  },
  LONG,
);
