import Database from "better-sqlite3";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrate.ts";
import { Store } from "#db/store.ts";
import { StorageUnavailable } from "#db/unavailable.ts";
import { copiedTables, digestOf } from "#db/table-copy.ts";
import { moveCommand } from "#operations/move/command.server.ts";
import { movedWarning, refuseMoved } from "#operations/move/moved.server.ts";
import { moveInstallation, type MoveNews } from "#operations/move/move.server.ts";
import {
  targetFiles,
  type TargetFiles,
  type WholeDestination,
} from "#operations/move/target-files.server.ts";
import { checkData } from "#operations/doctor/checks-of-data.server.ts";
import type { Config } from "#platform/config.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import {
  ADDRESS_KEY,
  hasBlobs,
  keyFile,
  loadInstallationKey,
  readKey,
} from "#platform/files/installation-key.ts";
import { blobsOfCommand } from "#platform/files/open-place.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { checkForCommand } from "#platform/database-check.ts";
import { type FolderLock, lockFolder } from "#platform/folder-lock.ts";
import { openDatabaseOf } from "#platform/open-database.ts";
import { BUCKET_KEY, BucketServer } from "../bucket-server.ts";
import { type OwnPostgres, startPostgres } from "../postgres.ts";
import { testInFive } from "../in-turn.ts";
import { peopled } from "../server/migrated.ts";

let server: OwnPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.end());

let made = 0;
const NOW = new Date("2026-11-27T08:00:00.000Z");
type Place = Pick<Config, "dataDir" | "database" | "blobs">;

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "otc-move-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Stored files come into the data folder. */
const IN_FOLDER = targetFiles(null, {});

/** An empty database, and an installation on it in a folder that is not there yet. */
async function newPostgres(): Promise<{ to: WholeDestination; place: Place }> {
  made += 1;
  const url = await server.newDatabase(`move_${made}`);
  const dataDir = path.join(newFolder(), "data");
  const file = path.join(dataDir, "keys", "installation.key");
  return {
    to: { kind: "postgres", url, dataDir, keyFile: file, files: IN_FOLDER },
    place: {
      dataDir,
      database: { url, directUrl: url, keyFile: file },
      blobs: { kind: "folder" },
    },
  };
}

function newSqlite(files: TargetFiles = IN_FOLDER): { to: WholeDestination; place: Place } {
  const dataDir = path.join(newFolder(), "data");
  return {
    to: { kind: "folder", dataDir, files },
    place: { dataDir, database: null, blobs: files.blobs },
  };
}

const SILENT: MoveNews = {
  files: () => undefined,
  held: () => undefined,
  stopServer: () => undefined,
};

const moveTo = (from: Place, to: WholeDestination, news: Partial<MoveNews> = {}) =>
  moveInstallation(from, to, {
    news: { ...SILENT, ...news },
    now: () => NOW,
    skipsDamaged: false,
  });

/** A store of an installation, and its files. */
async function opened(place: Place) {
  const { store, key } = await openDatabaseOf(place, { serves: false });
  return { store, blobs: await blobsOfCommand(place, key), key };
}

/** Two companies on SQLite with what is hard to copy: texts, numbers and orders that are not usual. */
async function installation(rows = 3): Promise<Place & { orgId: string }> {
  const dataDir = newFolder();
  const key = await loadInstallationKey(dataDir);
  const store = Store.open(path.join(dataDir, "trust.db"), key.derive(ADDRESS_KEY));
  await migrate(store.connection);
  const { acme, globex } = await peopled(store, NOW);
  const blobs = new BlobStore(path.join(dataDir, "blobs"), key);
  for (const [orgId, text] of [
    [acme, "one"],
    [globex, "one"],
    [acme, "x".repeat(200_000)],
    [acme, ""],
  ] as const) {
    const blob = await blobs.put(orgId, Buffer.from(text), { maxBytes: 1_000_000 });
    await store.write((trx) => recordBlob(trx, orgId, blob, NOW.toISOString()));
  }
  await store.write(async (trx) => {
    for (let i = 0; i < rows; i += 1)
      await trx
        .insertInto("topics")
        .values(topic(acme, `${["a", "Z", "é", "𝄞", "ﬀ"][i % 5]}${i}`, `Subject ${i} “🦊” \\ ' %`))
        .execute();
  });
  await store.close();
  return { dataDir, database: null, blobs: { kind: "folder" }, orgId: acme };
}

const topic = (orgId: string, id: string, subject: string) => ({
  orgId,
  id,
  subject,
  category: "general" as const,
  createdAt: NOW.toISOString(),
});

/** Every table of an installation, in short. */
async function digestsOf(place: Place): Promise<Record<string, string>> {
  const { store } = await opened(place);
  const digests: Record<string, string> = {};
  for (const table of await copiedTables(store.read)) {
    const { rows, sha256 } = await digestOf(store.read, table);
    digests[table.name] = `${rows} ${sha256}`;
  }
  await store.close();
  return digests;
}

/** Every stored file of an installation, read whole. */
async function filesOf(place: Place): Promise<Record<string, string>> {
  const { store, blobs } = await opened(place);
  const found: Record<string, string> = {};
  for (const { orgId, hash } of await store.read.selectFrom("blobs").selectAll().execute())
    found[`${orgId} ${hash}`] = (await blobs.readAll(orgId, hash, 1_000_000)).toString("latin1");
  await store.close();
  return found;
}

const sqlOn = (place: Place, ...statements: string[]) => {
  const database = new Database(path.join(place.dataDir, "trust.db"));
  for (const statement of statements) database.exec(statement);
  database.close();
};

/** What the command says, and whether it did it. */
async function commanded(place: Place, ...words: string[]) {
  return commandedWith({}, place, ...words);
}

async function commandedWith(
  environment: Record<string, string>,
  place: Place,
  ...words: string[]
) {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await moveCommand(
    {
      config: place,
      environment,
      now: () => NOW,
      say: (line) => said.push(line),
      complain: (line) => complained.push(line),
    },
    words,
  );
  return { code, said: said.join("\n"), complained: complained.join("\n") };
}

describe("a move", () => {
  test("there and back keeps every row and every file, and the source knows where it went", async () => {
    const from = await installation(1_700);
    sqlOn(
      from,
      `update topics set subject = 'Jane' || char(0) || 'Doe' where id = 'a0'`,
      `update blobs set size = 68719476736 where false`,
      `update topics set objectionDays = 9007199254740991, revision = -1 where id = 'Z1'`,
      `update topics set subject = '' where id = 'é2'`,
      `insert into rateLimits values ('code:x', 3, 1)`,
    );
    const [rows, files] = [await digestsOf(from), await filesOf(from)];
    expect(Object.keys(files)).toHaveLength(4);
    const [there, back] = [await newPostgres(), newSqlite()];
    const held: number[] = [];
    const moved = await moveTo(from, there.to, { held: (count) => held.push(count) });
    expect(moved).toMatchObject({ files: 4, bytes: 200_006, faults: [] });
    expect(held).toEqual([moved.rows]);
    expect(await digestsOf(there.place)).toEqual(rows);
    expect(await filesOf(there.place)).toEqual(files);
    await moveTo(there.place, back.to);
    expect(await digestsOf(back.place)).toEqual(rows);
    expect(await filesOf(back.place)).toEqual(files);
    // In the order that a page would show them, as the odd ones read.
    const { store, key } = await opened(back.place);
    const odd = await store.read
      .selectFrom("topics")
      .select(["id", "subject", "objectionDays", "revision"])
      .where("id", "in", ["a0", "Z1", "é2"])
      .orderBy("id")
      .execute();
    expect(odd).toEqual([
      {
        id: "Z1",
        subject: "Subject 1 “🦊” \\ ' %",
        objectionDays: Number.MAX_SAFE_INTEGER,
        revision: -1,
      },
      { id: "a0", subject: "Jane\ufffdDoe", objectionDays: null, revision: 1 },
      { id: "é2", subject: "", objectionDays: null, revision: 1 },
    ]);
    expect(await store.read.selectFrom("rateLimits").selectAll().execute()).toEqual([]);
    await refuseMoved(store);
    await store.close();
    expect(key.id).toBe((await loadInstallationKey(from.dataDir)).id);
    // Neither place that it left is served again, unless somebody says so.
    for (const place of [from, there.place]) {
      const left = await opened(place);
      await expect(refuseMoved(left.store)).rejects.toThrow(
        /^This installation was moved to .* on 2026-11-27\. Start it there\./,
      );
      expect(await movedWarning(left.store)).toContain("what is changed here is not changed there");
      await left.store.close();
    }
    expect((await commanded(from, "--stay")).said).toContain("This copy can be started again.");
    const stayed = await opened(from);
    await refuseMoved(stayed.store);
    expect(await movedWarning(stayed.store)).toBe(null);
    await stayed.store.close();
  });

  testInFive(
    "that ends half-way is kept from servers, and goes on, whatever was written in between",
    async () => {
      const from = await installation(700);
      const { to, place } = await newPostgres();
      const back = newSqlite();
      for (const [target, places] of [
        [to, place],
        [back.to, back.place],
      ] as const) {
        // Ended before the first row, and after the last one.
        for (const news of ["held", "stop"] as const) {
          const stop = () => {
            throw new Error("ended");
          };
          const held = await opened(from);
          const lock = news === "stop" ? await holdServer(from) : null;
          const ended = moveTo(
            from,
            target,
            news === "held" ? { held: stop } : { stopServer: stop },
          );
          await expect(ended).rejects.toThrow("ended");
          lock?.release();
          // The source works on: rows of the same keys change, go and come.
          const blob = await held.blobs.put(from.orgId, Buffer.from(news), { maxBytes: 10 });
          await held.store.write(async (trx) => {
            await trx.deleteFrom("topics").where("id", "in", ["a5", "Z6"]).execute();
            await trx
              .updateTable("topics")
              .set({ subject: news })
              .where("id", "=", "a10")
              .execute();
            await trx
              .insertInto("topics")
              .values(topic(from.orgId, `0 ${news} ${target.kind}`, news))
              .execute();
            await recordBlob(trx, from.orgId, blob, NOW.toISOString());
          });
          await refuseMoved(held.store);
          await held.store.close();
          const start = () =>
            places.database === null
              ? checkForCommand(places.dataDir)
              : openDatabaseOf(places, { serves: false });
          await expect(start()).rejects.toThrow(
            /^An installation is being moved into .*run the same npm run move again/,
          );
          const { checks } = await checkData(places, { files: false, now: NOW });
          expect(checks.map(({ remedy }) => remedy)).toContain("run the same npm run move again");
        }
        const rows = await digestsOf(from);
        await moveTo(from, target);
        expect(await digestsOf(places)).toEqual(rows);
        expect(await filesOf(places)).toEqual(await filesOf(from));
        expect((await commanded(from, "--stay")).code).toBe(0);
      }
    },
  );

  test("whose last step is missing is only finished", async () => {
    const from = await installation();
    const { to, place } = await newPostgres();
    await moveTo(from, to);
    // As it is when the process dies between the two ends' last writes.
    const { store, key } = await opened(place);
    await store.write((trx) =>
      trx
        .insertInto("moves")
        .values({ state: "arriving", place: place.dataDir, keyId: key.id, at: NOW.toISOString() })
        .execute(),
    );
    await store.close();
    await moveTo(from, to);
    expect(await digestsOf(place)).toEqual(await digestsOf(from));
    for (const { to: other } of [newSqlite(), await newPostgres()]) {
      await expect(moveTo(from, other)).rejects.toThrow(
        /^This installation was moved to postgres:/,
      );
      expect(existsSync(other.dataDir)).toBe(false);
    }
  });

  test("refuses a place that holds something else, in one sentence, and leaves it as it is", async () => {
    const from = await installation();
    const { to, place } = await newPostgres();
    await moveTo(from, to);
    const second = await installation();
    const elsewhere = path.join(newFolder(), "data");
    const onFull = { ...to, dataDir: elsewhere, keyFile: keyFile(elsewhere) } as WholeDestination;
    await expect(moveTo(second, onFull)).rejects.toThrow(
      "The database of --to isn’t empty. Create a new one, and move into that. Nothing was changed.",
    );
    expect(existsSync(elsewhere)).toBe(false);
    await expect(moveTo(second, to)).rejects.toThrow(/is the key of another installation/);
    const full = newFolder();
    writeFileSync(path.join(full, "note.txt"), "mine");
    await expect(
      moveTo(second, { kind: "folder", dataDir: full, files: IN_FOLDER }),
    ).rejects.toThrow(/isn’t empty \(note\.txt\)\. Name a new folder\. Nothing was changed\.$/);
    const empty = await newPostgres();
    await expect(
      moveTo(second, { ...empty.to, dataDir: full } as WholeDestination),
    ).rejects.toThrow(/isn’t empty/);
    expect(readdirSync(full)).toEqual(["note.txt"]);
    await expect(
      moveTo(second, { kind: "folder", dataDir: second.dataDir, files: IN_FOLDER }),
    ).rejects.toThrow(/isn’t empty/);
    // A half-done move of one installation is no place for another.
    const half = newSqlite();
    const stop = () => {
      throw new Error("ended");
    };
    await expect(moveTo(second, half.to, { held: stop })).rejects.toThrow("ended");
    const third = await installation();
    await expect(moveTo(third, half.to)).rejects.toThrow(/another installation/);
    await expect(
      moveTo(second, {
        kind: "postgres",
        url: server.addressOf("nowhere"),
        dataDir: path.join(newFolder(), "n"),
        keyFile: "/nowhere/key",
        files: IN_FOLDER,
      }),
    ).rejects.toThrow(/^The database of --to can’t be reached/);
    expect(existsSync(path.join(place.dataDir, "moving.json"))).toBe(false);
  });

  test("names stored files that are missing, and leaves them out if it is told to", async () => {
    const from = await installation();
    const [org = ""] = readdirSync(path.join(from.dataDir, "blobs")).filter(
      (name) => name !== "tmp",
    );
    const [shard = ""] = readdirSync(path.join(from.dataDir, "blobs", org));
    rmSync(path.join(from.dataDir, "blobs", org, shard), { recursive: true });
    const target = newSqlite();
    const words = ["--to", target.place.dataDir];
    const refused = await commanded(from, ...words);
    expect(refused).toMatchObject({ code: 1, said: "" });
    expect(refused.complained).toMatch(
      /^A stored file is missing or damaged: (?:acme|globex): an unreferenced file \(missing\)\. Restore .*The installation stays where it is\.$/,
    );
    const done = await commanded(from, ...words, "--skip-damaged");
    expect(done.code).toBe(0);
    expect(done.said).toMatch(
      /^Moved to .*\/trust\.db\. Compared at both ends: \d+ rows in \d+ tables, and 3 stored files/m,
    );
    expect(done.complained).toMatch(/^1 stored file\(s\) were already missing/);
    expect(await digestsOf(target.place)).toEqual(await digestsOf(from));
  });

  test("is explained where its words are wrong, and never shows a password", async () => {
    const from = await installation();
    for (const words of [
      [],
      ["--to", ""],
      ["--to", "mysql://x/y"],
      ["--to", "/tmp/x", "--data", "/tmp/y"],
      ["--strange"],
      ["--to", "postgres://trust:secret@localhost/trust"],
      ["--to", "postgres://trust:secret@localhost", "--data", "/tmp/y"],
    ]) {
      const { code, said, complained } = await commanded(from, ...words);
      expect([code, said]).toEqual([1, ""]);
      expect(complained).toContain("npm run move -- --to FOLDER");
      expect(complained).not.toContain("secret");
    }
    expect((await commanded(from, "--stay")).said).toBe(
      "This installation was not moved. Nothing was changed.",
    );
    const missing = path.join(newFolder(), "missing");
    const nowhere = await commanded({ ...from, dataDir: missing }, "--to", path.join(missing, "x"));
    expect(nowhere.complained).toBe(
      `There is no installation in ${missing}. Set DATA_DIR to its data folder, or DATABASE_URL. Nothing was changed.`,
    );
    expect(existsSync(missing)).toBe(false);
    const { to } = await newPostgres();
    if (to.kind !== "postgres") throw new Error("no database");
    const url = to.url.replace("trust@", "trust:secret@");
    const done = await commanded(from, "--to", url, "--data", to.dataDir);
    expect([done.code, done.complained]).toEqual([0, ""]);
    expect(done.said).not.toContain("secret");
    expect(done.said).toContain(`INSTALLATION_KEY_FILE=${to.keyFile}`);
    expect(readFileSync(to.keyFile, "utf8")).toBe(readFileSync(keyFile(from.dataDir), "utf8"));
  });

  for (const at of ["sqlite", "postgres"] as const)
    testInFive(
      `from ${at} holds changes: they are refused in a sentence, reading goes on, and the server has to stop`,
      async () => {
        const first = await installation();
        const there = await newPostgres();
        if (at === "postgres") await moveTo(first, there.to);
        const from: Place = at === "postgres" ? there.place : first;
        const { store } = await opened(from);
        const change = () =>
          store.write((trx) => trx.updateTable("orgs").set({ name: "Changed" }).execute());
        const lock = await holdServer(from);
        const target = newSqlite();
        let isOver = false;
        const { promise: asked, resolve: stopServer } = Promise.withResolvers<void>();
        const moving = moveTo(from, target.to, { stopServer: () => stopServer() }).then((moved) => {
          isOver = true;
          return moved;
        });
        await asked;
        const began = Date.now();
        const refused: unknown = await change().catch((error: unknown) => error);
        expect(Date.now() - began).toBeLessThan(3_000);
        expect(refused).toBeInstanceOf(StorageUnavailable);
        expect(refused).toMatchObject({
          status: 503,
          retryAfterSeconds: 60,
          message:
            "This installation is being moved. Reading works; changes are possible again in a few minutes.",
        });
        expect(await store.read.selectFrom("orgs").select("id").execute()).toHaveLength(2);
        // No server starts in between, either.
        await expect(refuseMoved(store)).rejects.toThrow(/^This installation is being moved to /);
        expect(isOver).toBe(false);
        lock.release();
        await moving;
        expect(await digestsOf(target.place)).toEqual(await digestsOf(from));
        await store.close();
      },
    );
});

describe("stored files", () => {
  let bucket: BucketServer;
  beforeAll(async () => {
    bucket = await BucketServer.start();
  });
  afterAll(() => bucket.stop());

  const KEY = {
    AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
    AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
  };
  const inBucket = (prefix: string) => targetFiles(bucket.address(prefix), KEY);
  const stored = (prefix: string) =>
    bucket
      .names()
      .filter((name) => name.startsWith(`${prefix}/`) && !name.endsWith("installation"));
  /** What was put into the bucket but for its mark. */
  const puts = () =>
    bucket.asked.filter(({ method, path: at }) => method === "PUT" && !at.includes("installation"));

  test("go into a bucket, into another one and back, each whole, and go on where they were", async () => {
    const from = await installation();
    const [rows, files] = [await digestsOf(from), await filesOf(from)];
    const one = newSqlite(inBucket("one"));
    // The bucket takes two of four.
    let taken = 0;
    bucket.fault = ({ method, path: at }) => {
      if (method !== "PUT" || at.includes("installation")) return null;
      taken += 1;
      return taken > 2 ? { status: 403, code: "AccessDenied" } : null;
    };
    const cut = await moveTo(from, one.to).catch((error: unknown) => error);
    bucket.fault = () => null;
    expect(cut).toBeInstanceOf(StorageUnavailable);
    expect(stored("one")).toHaveLength(2);
    await expect(checkForCommand(one.place.dataDir)).rejects.toThrow(/is being moved into/);
    bucket.asked.length = 0;
    expect(await moveTo(from, one.to)).toMatchObject({ files: 4, bytes: 200_006 });
    expect(puts()).toHaveLength(2);
    const two = newSqlite(inBucket("deep/two"));
    await moveTo(one.place, two.to);
    // What is in the same bucket already is only read.
    const same = newSqlite(inBucket("deep/two"));
    bucket.asked.length = 0;
    await moveTo(two.place, same.to);
    expect(puts()).toEqual([]);
    const back = newSqlite();
    await moveTo(same.place, back.to);
    for (const { place } of [one, two, same, back]) {
      expect(await digestsOf(place)).toEqual(rows);
      expect(await filesOf(place)).toEqual(files);
    }
    for (const { place } of [one, two, same])
      expect(await hasBlobs(path.join(place.dataDir, "blobs"))).toBe(false);
    for (const name of stored("one")) {
      const sealed = bucket.bytesOf(name);
      expect(sealed.includes("xxxx")).toBe(false);
    }
  });

  test("that come damaged out of the bucket, or that it has not, are named", async () => {
    const from = await installation();
    const { to, place } = newSqlite(inBucket("damaged"));
    await moveTo(from, to);
    const [first = "", second = ""] = stored("damaged");
    const sealed = bucket.bytesOf(first);
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
    writeFileSync(bucket.fileOf(first), sealed);
    rmSync(bucket.fileOf(second));
    const back = newSqlite();
    const { code, complained } = await commanded(place, "--to", back.to.dataDir);
    expect(code).toBe(1);
    expect(complained).toMatch(/^2 stored files are missing or damaged: /);
    for (const word of ["(damaged)", "(missing)"]) expect(complained).toContain(word);
  });

  test("are not moved into a bucket that can’t be this installation’s, which is said in a sentence", async () => {
    const other = await installation();
    await moveTo(other, newSqlite(inBucket("taken")).to);
    const from = await installation();
    const dataDir = path.join(newFolder(), "data");
    const tried = async (address: string, environment: Record<string, string> = KEY) => {
      const done = await commandedWith(environment, from, "--to", dataDir, "--blobs", address);
      expect(done).toMatchObject({ code: 1, said: "" });
      expect(done.complained).not.toContain("hunter2");
      expect(existsSync(path.join(dataDir, "trust.db"))).toBe(false);
      return done.complained;
    };
    const before = bucket.names();
    expect(await tried(bucket.address("taken"))).toBe(
      "The bucket of --blobs holds files of another installation. Name another bucket, or a prefix such as s3://bucket/trust. Nothing was changed.",
    );
    expect(await tried("s3://x")).toMatch(/^--blobs "s3:\/\/x" has no usable bucket\./);
    expect(await tried("")).toContain("Usage:");
    expect(await tried(bucket.address("new"), {})).toMatch(
      /^AWS_ACCESS_KEY_ID is missing while --blobs is a bucket\./,
    );
    expect(
      await tried(bucket.address("new"), { ...KEY, TARGET_AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId }),
    ).toMatch(/^TARGET_AWS_SECRET_ACCESS_KEY is missing while --blobs is a bucket\./);
    const wrong = {
      ...KEY,
      TARGET_AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
      TARGET_AWS_SECRET_ACCESS_KEY: "hunter2",
    };
    expect(await tried(bucket.address("new"), wrong)).toMatch(
      /^--blobs: http.* doesn’t know this key .* Look at TARGET_AWS_ACCESS_KEY_ID/,
    );
    expect(await tried(bucket.address("new").replace("trust", "nobodys"))).toMatch(
      /^--blobs: there is no bucket “nobodys”.* Nothing was changed\.$/,
    );
    bucket.fault = () => ({ status: 501, code: "NotImplemented" });
    expect(await tried(bucket.address("new"))).toMatch(
      /^The bucket of --blobs doesn’t do what it is asked \(.*501 NotImplemented\)\./,
    );
    bucket.fault = () => null;
    expect(bucket.names()).toEqual(before);
    // Half of it has its files in the folder.
    const half = newSqlite();
    const stop = () => {
      throw new Error("ended");
    };
    await expect(moveTo(from, half.to, { held: stop })).rejects.toThrow("ended");
    await expect(moveTo(from, { ...half.to, files: inBucket("new") })).rejects.toThrow(
      /holds stored files of a move without --blobs\. Run that again, or name a new folder\./,
    );
    const done = await commandedWith(
      { ...wrong, TARGET_AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret, AWS_ACCESS_KEY_ID: "another" },
      from,
      "--to",
      dataDir,
      "--blobs",
      bucket.address("new"),
    );
    expect([done.code, done.complained]).toEqual([0, ""]);
    expect(done.said).toContain(`\nBLOBS=${bucket.address("new")}\nAWS_ACCESS_KEY_ID=S3RVER\n`);
    expect(done.said).toContain("AWS_SECRET_ACCESS_KEY=(the secret of that key)");
    const back = await commanded(
      { dataDir, database: null, blobs: inBucket("new").blobs },
      "--to",
      path.join(newFolder(), "data"),
    );
    expect(back.said).toMatch(/\nBLOBS unset$/);
  });
});

describe("servers that share a database", () => {
  /** One of them, as it is once it serves. */
  async function sharing({ dataDir, database }: Place, host: string): Promise<Store> {
    const key = await readKey(keyFile(dataDir));
    if (database === null || key === null) throw new Error("no database");
    const store = await Store.connect(database.url, key.derive(ADDRESS_KEY), {
      serves: "among others",
    });
    store.migrated();
    const facts = { host, address: "127.0.0.1:1", version: "1.0.0", lastMigration: "" };
    await store.join(facts, []);
    return store;
  }
  const change = (store: Store) =>
    store.write((trx) => trx.updateTable("orgs").set({ name: "Changed" }).execute());

  testInFive(
    "are all named, refuse changes in a sentence, and have to stop before it is moved",
    async () => {
      const there = await newPostgres();
      await moveTo(await installation(), there.to);
      const servers = [await sharing(there.place, "one"), await sharing(there.place, "two")];
      const target = newSqlite();
      let isOver = false;
      const { promise: asked, resolve } = Promise.withResolvers<string[]>();
      const moving = moveTo(there.place, target.to, {
        stopServer: (named) => resolve(named.map(({ host }) => host)),
      }).then(() => {
        isOver = true;
      });
      expect(await asked).toEqual(["one", "two"]);
      const refused = await Promise.all(
        servers.map((store) => change(store).catch((error: unknown) => error)),
      );
      for (const error of refused)
        expect(error).toMatchObject({
          status: 503,
          retryAfterSeconds: 60,
          message: expect.stringContaining("This installation is being moved.") as string,
        });
      for (const store of servers) {
        expect(await store.read.selectFrom("orgs").select("id").execute()).toHaveLength(2);
        await new Promise((done) => setTimeout(done, 1_500));
        expect(isOver).toBe(false);
        await store.close();
      }
      await moving;
      expect(await digestsOf(target.place)).toEqual(await digestsOf(there.place));
    },
  );

  testInFive(
    "are not moved into, nor does one that was cut off write where it was moved away",
    async () => {
      const there = await newPostgres();
      await moveTo(await installation(), there.to);
      if (there.place.database === null) throw new Error("no database");
      const { url } = there.place.database;
      const store = await sharing(there.place, "one");
      await change(store);
      const dataDir = path.join(newFolder(), "data");
      const into = {
        kind: "postgres",
        url,
        dataDir,
        keyFile: keyFile(dataDir),
        files: IN_FOLDER,
      } as const;
      await expect(moveTo(await installation(), into)).rejects.toThrow(
        "A server or another move uses the database of --to. Stop that first. Nothing was changed.",
      );
      expect(existsSync(dataDir)).toBe(false);
      const asked = new pg.Client(url);
      await asked.connect();
      await asked.query(
        `insert into moves (state, place, "keyId", at) values ('left', 'elsewhere', '', '2026-11-27T08:00:00.000Z')`,
      );
      await asked.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await new Promise((done) => setTimeout(done, 2_000));
      await expect(change(store)).rejects.toThrow(StorageUnavailable);
      await asked.query("delete from moves");
      await asked.end();
      await expect.poll(() => change(store).catch(() => null), { timeout: 8_000 }).not.toBe(null);
      await store.close();
    },
  );
});

/** Holds a data folder as its server does. */
async function holdServer({ dataDir }: Place): Promise<FolderLock> {
  const lock = await lockFolder(dataDir);
  if (lock === null) throw new Error("the folder is not free");
  return lock;
}
