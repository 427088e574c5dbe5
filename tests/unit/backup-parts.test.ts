import Database from "better-sqlite3";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { openBelow } from "../server/backup-world.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { liveDatabase } from "#operations/backup/database.server.ts";
import { makeBackup } from "#operations/backup/make.server.ts";
import { writeManifest, type Manifest } from "#model/backup.ts";
import { checkBackup, restoreBackup } from "#operations/backup/restore.server.ts";
import { listTar, readPart, TarWriter, withFile } from "#operations/backup/tar.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import { loadInstallationKey } from "#platform/files/installation-key.ts";
import { sweepOrphans } from "#platform/files/orphan-sweep.ts";
import { createAsset } from "#platform/files/store/assets.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import { migrate } from "#db/migrate.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { blobsOf, copyDatabase, wholeFault } from "#db/sqlite/snapshot.ts";
import { Store } from "#db/store.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { testInFive } from "../in-turn.ts";

/** What happens when the copy of the database is made and no file is copied yet. */
let between: () => Promise<void> = async () => undefined;

/** The database, with that step behind its copy. */
const inSteps: typeof liveDatabase = async (place) => {
  const live = await liveDatabase(place);
  return {
    ...live,
    copy: async (target) => {
      const copied = await live.copy(target);
      await between();
      return copied;
    },
  };
};

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "otc-backup-"));
  onTestFinished(() => {
    between = async () => undefined;
    rmSync(made, { recursive: true, force: true });
  });
  return made;
}

const HOUR_MS = 3_600_000;

/** An installation with one company, and a picture of it that a row names. */
async function installation() {
  const dataDir = path.join(folder(), "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const key = await loadInstallationKey(dataDir);
  const store = Store.open(path.join(dataDir, "trust.db"), null);
  onTestFinished(() => store.close());
  await migrate(store.connection);
  const blobs = new BlobStore(path.join(dataDir, "blobs"), key);
  const orgId = await store.write((trx) =>
    createOrg({ trx, by: SYSTEM, now: new Date() }, { slug: "acme", name: "Acme" }),
  );
  const add = async (text: string, named: boolean) => {
    const blob = await blobs.put(orgId, Buffer.from(text), { maxBytes: 1_000 });
    await store.write(async (trx) => {
      await recordBlob(trx, orgId, blob, isoNow(new Date()));
      if (named)
        await createAsset(
          { trx, orgId, now: new Date() },
          {
            type: "logo",
            fileName: `${text}.png`,
            contentType: "image/png",
            blobHash: blob.hash,
          },
        );
    });
    return blob.hash;
  };
  const forget = (hash: string) =>
    store.write((trx) => trx.deleteFrom("assets").where("blobHash", "=", hash).execute());
  return { dataDir, store, blobs, orgId, add, forget };
}

const back = (dataDir: string, target = `${dataDir}.tar`) =>
  makeBackup(dataDir, target, { keys: "within", keep: null, now: () => new Date() }, inSteps);

describe("the copy of a database", () => {
  testInFive("ends while another process writes all the time, and is of one moment", async () => {
    const place = folder();
    const file = path.join(place, "live.db");
    const live = new Database(file);
    live.pragma("journal_mode = WAL");
    live.exec("create table pairs (a integer, filler blob); create table sums (n integer)");
    live.exec("insert into sums values (0)");
    const both = live.transaction((times: number) => {
      for (let i = 0; i < times; i += 1)
        live.prepare("insert into pairs values (1, randomblob(3000))").run();
      live.prepare("update sums set n = n + ?").run(times);
    });
    both(10_000);
    // Two rows that belong together, as fast as another process can.
    const writer = spawnWriter(file);
    await expect.poll(() => existsSync(`${file}.writing`)).toBe(true);
    const before = live.prepare("select n from sums").pluck().get() as number;
    const copy = path.join(place, "copy.db");
    await copyDatabase(file, copy);
    const after = live.prepare("select n from sums").pluck().get() as number;
    writer.kill("SIGKILL");
    live.close();
    expect(wholeFault(copy)).toBeNull();
    expect([`${copy}-wal`, `${copy}-shm`, `${copy}-journal`].filter(existsSync)).toEqual([]);
    const copied = new Database(copy, { readonly: true });
    const sum = copied.prepare("select n from sums").pluck().get() as number;
    expect(copied.prepare("select count(*) from pairs").pluck().get()).toBe(sum);
    copied.close();
    expect(sum).toBeGreaterThanOrEqual(before);
    expect(after).toBeGreaterThan(sum);
  });

  function spawnWriter(file: string) {
    const script = `
      const Database = require("better-sqlite3");
      const db = new Database(${JSON.stringify(file)}, { timeout: 5000 });
      const add = db.transaction(() => {
        db.exec("insert into pairs values (1, randomblob(3000)); update sums set n = n + 1");
      });
      add();
      require("fs").writeFileSync(${JSON.stringify(`${file}.writing`)}, "");
      for (;;) add();`;
    const child = spawn(process.execPath, ["-e", script], { stdio: "inherit" });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  }
});

describe("an archive", () => {
  test("is read by tar, and what tar writes is read here", async () => {
    const place = folder();
    const long = `blobs/${"o".repeat(64)}/ab/${"ab".repeat(32)}`;
    await withFile(path.join(place, "a.tar"), "wx", async (file) => {
      const tar = new TarWriter(file, new Date("2026-11-20T00:00:00Z"));
      for (const [name, text] of [
        ["trust.db", "x".repeat(1_000)],
        ["empty", ""],
        [long, "y".repeat(512)],
      ] as const)
        await tar.add(
          name,
          text.length,
          (async function* () {
            yield Buffer.from(text);
          })(),
        );
      await tar.end();
    });
    mkdirSync(path.join(place, "out"));
    expect(spawnSync("tar", ["xf", "../a.tar"], { cwd: path.join(place, "out") }).status).toBe(0);
    expect(readFileSync(path.join(place, "out", long), "utf8")).toBe("y".repeat(512));
    const format = ["--format=pax", "-cf", "../b.tar", "trust.db", "empty", "blobs"];
    expect(spawnSync("tar", format, { cwd: path.join(place, "out") }).status).toBe(0);
    for (const name of ["a.tar", "b.tar"])
      await withFile(path.join(place, name), "r", async (file) => {
        const members = await listTar(file, name);
        expect(members.map((member) => [member.name, member.size])).toEqual([
          ["trust.db", 1_000],
          ["empty", 0],
          [long, 512],
        ]);
        let text = "";
        for await (const piece of readPart(file, members[2]!, name)) text += piece.toString();
        expect(text).toBe("y".repeat(512));
      });
  });

  test("holds a file of nine gigabytes", async () => {
    // Only what is no file's content is kept: its length is all that counts here.
    const kept = new Map<number, Buffer>();
    let end = 0;
    const file = {
      async write(bytes: Buffer, at: number, length: number) {
        if (length <= 1024) kept.set(end, Buffer.from(bytes.subarray(at, at + length)));
        end += length;
        return { bytesWritten: length };
      },
      async read(target: Buffer, _at: number, length: number, position: number) {
        kept.get(position)?.copy(target);
        return { bytesRead: Math.min(length, end - position) };
      },
      stat: async () => ({ size: end }),
    } as unknown as FileHandle;
    const piece = Buffer.alloc(64 * 1024 * 1024);
    const size = 9 * 1024 ** 3 + 1;
    const tar = new TarWriter(file, new Date(0));
    await tar.add(
      "large",
      size,
      (async function* () {
        for (let i = 0; i < 144; i += 1) yield piece;
        yield Buffer.alloc(1);
      })(),
    );
    await tar.add("small", 0, (async function* () {})());
    await tar.end();
    expect((await listTar(file, "x")).map((member) => [member.name, member.size])).toEqual([
      ["large", size],
      ["small", 0],
    ]);
  });

  test("that is cut anywhere is refused", async () => {
    const place = folder();
    const whole = path.join(place, "a.tar");
    writeFileSync(path.join(place, "file"), "z".repeat(700));
    await withFile(whole, "wx", async (file) => {
      const tar = new TarWriter(file, new Date(0));
      await tar.add("file", 700, readOnce("z".repeat(700)));
      await tar.end();
    });
    const bytes = readFileSync(whole);
    for (const length of [0, 100, 512, 600, 1_212, 1_535]) {
      writeFileSync(whole, bytes.subarray(0, length));
      await withFile(whole, "r", async (file) =>
        expect(listTar(file, "a.tar"), String(length)).rejects.toThrow(/is incomplete/),
      );
    }
  });

  async function* readOnce(text: string) {
    yield Buffer.from(text);
  }
});

describe("the files of a backup", () => {
  testInFive("are exactly those that rows name", async () => {
    const { dataDir, add } = await installation();
    const [named, unnamed] = [await add("named", true), await add("unnamed", false)];
    const { path: file, manifest } = await back(dataDir);
    expect(manifest.members.map(({ name }) => path.basename(name))).toEqual([
      named,
      "trust.db",
      "installation.key",
    ]);
    expect(blobsOf(path.join(dataDir, "trust.db")).map(({ hash }) => hash)).toContain(unnamed);
    expect(await checkBackup(file, [])).toMatchObject({ faults: [], files: { count: 1 } });
  });

  testInFive(
    "that nothing names any more while they are copied stay for a day: housekeeping leaves them",
    async () => {
      const { dataDir, store, blobs, add, forget } = await installation();
      const hash = await add("deleted", true);
      const began = Date.now();
      between = async () => {
        await forget(hash);
        for (const hours of [0, 1, 12, 23.9])
          expect(await sweepOrphans({ store, blobs }, new Date(began + hours * HOUR_MS))).toBe(0);
      };
      const { path: file, manifest } = await back(dataDir);
      expect(manifest.members.map(({ name }) => path.basename(name))).toContain(hash);
      expect((await checkBackup(file, [])).faults).toEqual([]);
      expect(await sweepOrphans({ store, blobs }, new Date(began + 25 * HOUR_MS))).toBe(1);
    },
  );

  test("that are gone at once with their company make the backup begin anew", async () => {
    const { dataDir, store, blobs, orgId, add, forget } = await installation();
    const [gone, kept] = [await add("gone", true), await add("kept", true)];
    let times = 0;
    between = async () => {
      times += 1;
      if (times > 1) return;
      await forget(gone);
      await store.write((trx) => trx.deleteFrom("blobs").where("hash", "=", gone).execute());
      await blobs.remove(orgId, gone);
    };
    const { path: file, manifest } = await back(dataDir);
    expect([times, manifest.faults]).toEqual([2, []]);
    const names = manifest.members.map(({ name }) => path.basename(name));
    expect([names.includes(gone), names.includes(kept)]).toEqual([false, true]);
    expect((await checkBackup(file, [])).faults).toEqual([]);
  });

  test("that are missing or damaged in the folder are told, and the rest is backed up", async () => {
    const { dataDir, blobs, orgId, add } = await installation();
    const [gone, kept] = [await add("gone", true), await add("kept", true)];
    await blobs.remove(orgId, gone);
    const { path: place, manifest } = await back(dataDir, `${dataDir}.backups/`);
    expect(manifest.faults).toEqual([expect.stringMatching(new RegExp(`${gone} was missing$`))]);
    expect(manifest.members.map(({ name }) => path.basename(name))).toContain(kept);
    expect(place).toMatch(/-faulty$/);
    expect((await checkBackup(place, [])).faults).toEqual(manifest.faults);
  });
});

describe("a folder of backups", () => {
  testInFive(
    "gets new files alone, keeps as many as asked for, and drops what none of them names",
    async () => {
      const { dataDir, add, forget } = await installation();
      const [first, second] = [await add("first", true), await add("second", true)];
      const backups = `${dataDir}.backups`;
      let day = 10;
      const take = (keep: number | null) =>
        makeBackup(dataDir, `${backups}/`, {
          keys: "within",
          keep,
          now: () => new Date(`2026-11-${(day += 1)}T02:30:00Z`),
        });
      const held = () =>
        readdirSync(path.join(backups, "blobs"), { recursive: true })
          .map((name) => path.basename(String(name)))
          .filter((name) => name.length === 64)
          .sort();
      expect((await take(null)).files.copied).toBeGreaterThan(100);
      const fileOf = (hash: string) =>
        readdirSync(path.join(backups, "blobs"), { recursive: true })
          .map((name) => path.join(backups, "blobs", String(name)))
          .find((file) => file.endsWith(hash)) ?? "";
      const node = statSync(fileOf(first)).ino;
      expect((await take(null)).files).toMatchObject({ count: 2, copied: 0 });
      expect(statSync(fileOf(first)).ino).toBe(node);
      // One that was damaged there is copied again when it is taken away.
      rmSync(fileOf(first));
      expect((await take(null)).files.copied).toBeGreaterThan(0);
      await forget(second);
      await take(2);
      expect(held()).toEqual([first, second].sort());
      await take(1);
      expect(held()).toEqual([first]);
      expect(readdirSync(path.join(backups, "snapshots"))).toEqual(["2026-11-15T023000Z"]);
      expect(await checkBackup(backups, [])).toMatchObject({ faults: [], files: { count: 1 } });
      const other = `${dataDir}.restored`;
      await restoreBackup(backups, other, null);
      expect(openBelow(backups)).toEqual([]);
      // Another installation's are not mixed in.
      const stranger = await installation();
      await expect(back(stranger.dataDir, backups)).rejects.toThrow(
        /contains another installation’s backups/,
      );
    },
  );

  testInFive("is written by one at a time", async () => {
    const { dataDir } = await installation();
    let other: unknown = null;
    between = async () => {
      other = await back(dataDir, `${dataDir}.backups/`).catch((error: unknown) => error);
    };
    await back(dataDir, `${dataDir}.backups/`);
    expect(String(other)).toMatch(/Another backup is already running/);
  });
});

describe("a backup that can't be made is refused in plain words:", () => {
  test("a name that is taken, a place in the data folder, no data folder, a folder of something else", async () => {
    const { dataDir } = await installation();
    await back(dataDir);
    await expect(back(dataDir)).rejects.toThrow(/already exists\. Choose another name/);
    await expect(back(dataDir, path.join(dataDir, "x.tar"))).rejects.toThrow(
      /inside the data folder/,
    );
    await expect(back(`${dataDir}.none`)).rejects.toThrow(/not the data folder of an installation/);
    const notes = folder();
    writeFileSync(path.join(notes, "notes.txt"), "mine");
    await expect(back(dataDir, notes)).rejects.toThrow(/contains something else \(notes\.txt\)/);
    expect(readdirSync(notes)).toEqual(["notes.txt"]);
  });

  testInFive("a damaged database, beside sound backups of before", async () => {
    const { dataDir, store } = await installation();
    const { path: sound } = await back(dataDir);
    const bytes = readFileSync(sound);
    await store.settle();
    const file = path.join(dataDir, "trust.db");
    const pages = readFileSync(file);
    for (let page = 5; page < 60; page += 1) pages.fill(0xa5, page * 4096, page * 4096 + 64);
    writeFileSync(file, pages);
    for (const target of [`${dataDir}.2.tar`, `${dataDir}.backups/`])
      await expect(back(dataDir, target)).rejects.toThrow(
        /trust\.db is damaged .*: it wasn’t backed up/,
      );
    expect(readFileSync(sound).equals(bytes)).toBe(true);
    expect(
      readdirSync(path.dirname(dataDir)).filter((name) => /2\.tar|partial/.test(name)),
    ).toEqual([]);
    expect(readdirSync(`${dataDir}.backups/snapshots`)).toEqual([]);
  });

  testInFive("a disk without room, with the room named", async () => {
    const { dataDir } = await installation();
    const mount = folder();
    const made = spawnSync("mount", ["-t", "tmpfs", "-o", "size=17m", "tmpfs", mount], {
      encoding: "utf8",
    });
    if (made.status !== 0)
      throw new Error(`this test needs a small disk (mount -t tmpfs): ${made.stderr}`);
    onTestFinished(() => void spawnSync("umount", ["-l", mount]));
    const taking = back(dataDir, path.join(mount, "b.tar"));
    await expect(taking).rejects.toThrow(
      /^Not enough space for the backup in .+: [12]\d MB needed, 17 MB free\. Make/,
    );
    expect(readdirSync(mount)).toEqual([]);
    const { path: file } = await back(dataDir);
    writeFileSync(path.join(mount, "filler"), Buffer.alloc(1024 * 1024));
    await expect(restoreBackup(file, path.join(mount, "data"), null)).rejects.toThrow(
      /Not enough space for what the backup holds/,
    );
    // Refused before the folder was made.
    expect(readdirSync(mount)).toEqual(["filler"]);
  });
});

describe("a restore", () => {
  testInFive(
    "of a damaged, cut or foreign file is refused, leaves the folder empty, and the drill says why",
    async () => {
      const { dataDir, add } = await installation();
      await add("a stored file", true);
      const { path: archive } = await back(dataDir);
      const sound = readFileSync(archive);
      const flipped = (at: number) => {
        const bytes = Buffer.from(sound);
        bytes[at]! ^= 4;
        return bytes;
      };
      const faults: [string, Buffer, RegExp][] = [
        ["a stored file", flipped(600), /is damaged: its member blobs\/.* is not what was/],
        [
          "the database",
          flipped(sound.indexOf("SQLite format 3") + 300_000),
          /is damaged: its member trust\.db is not what was/,
        ],
        ["a header", flipped(30), /isn’t a valid backup\. It isn’t a tar archive/],
        [
          "the manifest",
          flipped(sound.lastIndexOf('"createdAt"') + 16),
          /its manifest\.json is not/,
        ],
        ["half", sound.subarray(0, sound.length / 2), /is incomplete/],
        ["nothing", Buffer.alloc(0), /is incomplete/],
        [
          "text",
          Buffer.from("no backup ".repeat(1_000)),
          /isn’t a valid backup\. It isn’t a tar archive/,
        ],
      ];
      const target = `${dataDir}.restored`;
      for (const [what, bytes, words] of faults) {
        const file = `${dataDir}.${what}.tar`;
        writeFileSync(file, bytes);
        await expect(restoreBackup(file, target, null), what).rejects.toThrow(words);
        const left = existsSync(target) ? readdirSync(target) : [];
        expect([what, left.filter((name) => name !== "lock.db")]).toEqual([what, []]);
        const drill = await checkBackup(file, []).catch((error: Error) => ({
          faults: [error.message],
        }));
        expect([what, drill.faults.join()]).toEqual([
          what,
          expect.stringMatching(words.source.replace(/^\^/, "")),
        ]);
      }
      await expect(restoreBackup(`${dataDir}.none`, target, null)).rejects.toThrow(
        /There is no backup/,
      );
      await restoreBackup(archive, target, null);
      expect(readdirSync(target).sort()).toEqual(["blobs", "keys", "lock.db", "trust.db"]);
      await expect(restoreBackup(archive, target, null)).rejects.toThrow(/is not empty \(blobs/);
    },
  );

  test("into a folder that is not empty is refused, and changes nothing there", async () => {
    const { dataDir, add } = await installation();
    await add("a stored file", true);
    const { path: archive } = await back(dataDir);
    const target = folder();
    writeFileSync(path.join(target, "mine.txt"), "mine");
    await expect(restoreBackup(archive, target, null)).rejects.toThrow(/is not empty \(mine\.txt/);
    expect(readdirSync(target)).toEqual(["mine.txt"]);
    expect(readFileSync(path.join(target, "mine.txt"), "utf8")).toBe("mine");
    // Locks of servers that ended are no contents.
    writeFileSync(path.join(target, "lock.db"), "");
    await expect(restoreBackup(archive, target, null)).rejects.toThrow(/is not empty \(mine\.txt/);
    expect(readdirSync(target).sort()).toEqual(["lock.db", "mine.txt"]);
  });

  testInFive(
    "finds a file whose bytes are right and whose key is another: it would not decrypt",
    async () => {
      const { dataDir, add } = await installation();
      await add("a stored file", true);
      const { path: archive } = await back(dataDir, `${dataDir}.backups/`);
      const manifest = path.join(archive, "manifest.json");
      const { manifest: inner } = JSON.parse(readFileSync(manifest, "utf8")) as {
        manifest: Manifest;
      };
      // Somebody puts another key in its place, and makes every digest right.
      const bytes = Buffer.from(`${"A".repeat(43)}\n`);
      writeFileSync(path.join(archive, "keys/installation.key"), bytes);
      const key = inner.members.find(({ name }) => name.startsWith("keys/"))!;
      key.sha256 = createHash("sha256").update(bytes).digest("hex");
      const digest = (text: string) => createHash("sha256").update(text).digest("hex");
      writeFileSync(manifest, writeManifest(inner, digest));
      expect((await checkBackup(archive, [])).faults.join()).toMatch(/is another key.*damaged/);
      await expect(restoreBackup(archive, `${dataDir}.restored`, null)).rejects.toThrow(
        /its key is not the one/,
      );
    },
  );

  testInFive("of one whose key is apart takes the key, and no other", async () => {
    const { dataDir, add } = await installation();
    await add("a stored file", true);
    const file = `${dataDir}.tar`;
    await makeBackup(dataDir, file, { keys: "apart", keep: null, now: () => new Date() });
    const own = path.join(dataDir, "keys/installation.key");
    expect(readFileSync(file).includes(readFileSync(own))).toBe(false);
    const target = `${dataDir}.restored`;
    await expect(restoreBackup(file, target, null)).rejects.toThrow(
      /kept apart\. Pass it with --keys/,
    );
    const other = `${dataDir}.key`;
    writeFileSync(other, `${"A".repeat(43)}\n`);
    await expect(restoreBackup(file, target, other)).rejects.toThrow(/key of another installation/);
    expect(await checkBackup(file, [other])).toMatchObject({ faults: [], decrypted: false });
    expect(await checkBackup(file, [own])).toMatchObject({ faults: [], decrypted: true });
    await restoreBackup(file, target, own);
    expect(readFileSync(path.join(target, "keys/installation.key"))).toEqual(readFileSync(own));
  });

  test("of a backup that a newer version made is refused in one sentence", async () => {
    const { dataDir, store } = await installation();
    await store.write((trx) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', 'now')`.execute(
        trx,
      ),
    );
    const { path: file } = await back(dataDir);
    await expect(restoreBackup(file, `${dataDir}.restored`, null)).rejects.toThrow(
      /made by version .*“9999-of-tomorrow”, which this version doesn’t know/,
    );
  });
});
