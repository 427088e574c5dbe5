import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once as event } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isoNow } from "#db/ids.ts";
import { migrate } from "#db/migrate.ts";
import { Store } from "#db/store.ts";
import { readConfig } from "#platform/config.ts";
import type { Log } from "#platform/context.ts";
import { CHUNK_BYTES } from "#platform/files/blob-format.ts";
import { BlobDamaged, BlobMissing, BlobStore } from "#platform/files/blob-store.ts";
import { InstallationKey } from "#platform/files/installation-key.ts";
import { openPlace, probe } from "#platform/files/open-place.ts";
import { sweepOrphans } from "#platform/files/orphan-sweep.ts";
import { BucketUnavailable } from "#platform/files/s3/unavailable.ts";
import { createAsset } from "#platform/files/store/assets.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { BUCKET_KEY, BucketServer, faulty, type Fault } from "../bucket-server.ts";
import { ACME, alter, drain, GLOBEX, KEY, LIMIT, SEALED_CHUNK, sha256 } from "./blob-folder.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { LARGE_FILES, PROCESSES, START_MS } from "../limits.ts";

const PATIENCE = { reading: 6_000, storing: 3_000 };

let server: BucketServer;
let image: Buffer;
beforeAll(async () => {
  server = await BucketServer.start();
  const store = Store.open(":memory:", null);
  await migrate(store.connection);
  image = store.image();
  await store.close();
});
afterAll(() => server.stop());

/** Each test has a prefix, a data folder and a database of its own. */
let prefix: string;
let dataDir: string;
let store: Store;
let blobs: BlobStore;
let lines: Record<string, unknown>[];
const log: Log = {
  info: (fields) => void lines.push(fields),
  warn: (fields) => void lines.push(fields),
  error: (fields) => void lines.push(fields),
};
beforeEach(async () => {
  prefix = `t${randomBytes(6).toString("hex")}`;
  dataDir = mkdtempSync(path.join(tmpdir(), "bucket-place-"));
  store = Store.clone(image);
  lines = [];
  server.fault = () => null;
  blobs = await open();
  server.asked.length = 0;
});
afterEach(async () => {
  server.fault = () => null;
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(environment: Record<string, string> = {}): Promise<BlobStore> {
  const config = readConfig({
    DATA_DIR: dataDir,
    BLOBS: server.address(prefix),
    AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
    AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
    ...environment,
  });
  return new BlobStore(
    await openPlace(config, { key: KEY, writer: "server", store, log, patience: PATIENCE }),
    KEY,
  );
}

const nameOf = (org: string, hash: string) => `${prefix}/${org}/${hash.slice(0, 2)}/${hash}`;
const read = async (hash: string, range?: { start?: number; end?: number }) =>
  drain((await blobs.open(ACME, hash, range)).stream);
const spooled = () => {
  const folder = path.join(dataDir, "blobs", "tmp");
  return existsSync(folder) ? readdirSync(folder) : [];
};
const cached = () => {
  const folder = path.join(dataDir, "blob-cache");
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
        path.basename(name).includes("."),
      )
    : [];
};

/** The GETs of a blob since the list was emptied. */
const gets = (hash: string) =>
  server.asked.filter(({ method, path: asked }) => method === "GET" && asked.includes(hash));

const BLOCK = 16 * SEALED_CHUNK;

describe("what was stored", () => {
  test.each([0, 1, CHUNK_BYTES, 1_048_576, 3_000_003])("%d bytes come back", async (size) => {
    const bytes = randomBytes(size);
    const blob = await blobs.put(ACME, bytes, LIMIT);
    expect(blob).toEqual({ hash: sha256(bytes), size });
    expect(await blobs.put(GLOBEX, bytes, LIMIT)).toEqual(blob);
    expect((await read(blob.hash)).equals(bytes)).toBe(true);
    expect(await blobs.stat(ACME, blob.hash)).toEqual({ size });
    expect(server.names().filter((name) => name.startsWith(prefix))).toEqual(
      [nameOf(ACME, blob.hash), nameOf(GLOBEX, blob.hash), `${prefix}/installation`].sort(),
    );
    if (size > 32)
      expect(server.bytesOf(nameOf(ACME, blob.hash)).includes(bytes.subarray(0, 32))).toBe(false);
    expect(spooled()).toEqual([]);
  });

  test("is read from this machine while it is kept there, and else by few questions", async () => {
    const bytes = randomBytes(6 * 1024 * 1024);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    server.asked.length = 0;
    expect((await read(hash)).equals(bytes)).toBe(true);
    expect(gets(hash)).toEqual([]);
    rmSync(path.join(dataDir, "blob-cache"), { recursive: true });
    blobs = await open();
    server.asked.length = 0;
    expect(await read(hash, { start: 3_000_000, end: 3_000_010 })).toEqual(
      bytes.subarray(3_000_000, 3_000_010),
    );
    expect(gets(hash).map(({ range }) => range)).toEqual([
      "bytes=0-75",
      `bytes=${76 + 2 * BLOCK}-${75 + 3 * BLOCK}`,
    ]);
    server.asked.length = 0;
    expect((await read(hash)).equals(bytes)).toBe(true);
    // Five of six blocks: one was asked for before.
    expect(gets(hash)).toHaveLength(5);
    server.asked.length = 0;
    expect((await read(hash)).equals(bytes)).toBe(true);
    expect(gets(hash)).toEqual([]);
    server.fault = () => "reset";
    expect((await read(hash)).equals(bytes)).toBe(true);
  });

  test("any range equals the slice, without anything kept", async () => {
    blobs = await open({ BLOB_CACHE_MB: "0" });
    const bytes = randomBytes(40 * CHUNK_BYTES + 1234);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    const edges = [
      0,
      1,
      16 * CHUNK_BYTES - 1,
      16 * CHUNK_BYTES,
      33 * CHUNK_BYTES + 7,
      bytes.length,
    ];
    for (const start of edges)
      for (const end of edges.filter((edge) => edge >= start))
        expect((await read(hash, { start, end })).equals(bytes.subarray(start, end))).toBe(true);
    expect(cached()).toEqual([]);
  });

  test("keeps the cache within its bounds, what was asked for last", async () => {
    blobs = await open({ BLOB_CACHE_MB: "3" });
    const stored: string[] = [];
    for (let i = 0; i < 6; i += 1)
      stored.push((await blobs.put(ACME, randomBytes(900_000), LIMIT)).hash);
    expect(cached()).toHaveLength(3);
    server.asked.length = 0;
    for (const hash of stored.slice(3)) await read(hash);
    expect(server.asked).toEqual([]);
    await read(stored[0] ?? "");
    expect(server.asked).toHaveLength(1);
  });

  test("is missing in another org, and after it was removed", async () => {
    const { hash } = await blobs.put(ACME, randomBytes(1_000), LIMIT);
    await expect(blobs.open(GLOBEX, hash)).rejects.toThrow(BlobMissing);
    expect(await blobs.touch(GLOBEX, hash)).toBe(false);
    expect(await blobs.touch(ACME, hash)).toBe(true);
    expect(await blobs.remove(ACME, hash)).toBe(true);
    expect(await blobs.remove(ACME, hash)).toBe(false);
    await expect(blobs.open(ACME, hash)).rejects.toThrow(BlobMissing);
    expect(cached()).toEqual([]);
  });

  test("ends to be fetched when its reader leaves", async () => {
    blobs = await open({ BLOB_CACHE_MB: "0" });
    const { hash } = await blobs.put(ACME, randomBytes(20 * 1024 * 1024), LIMIT);
    const { stream } = await blobs.open(ACME, hash);
    await new Promise((resolve) => stream.once("data", resolve));
    stream.pause();
    const waits = gets(hash).length;
    // It waits for its reader, and fetches no more than some blocks ahead.
    expect(waits).toBeLessThan(8);
    stream.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(gets(hash).length).toBeLessThan(8);
  });
});

describe("a bucket that misbehaves", () => {
  test("once is asked again: what it refuses, cuts, doesn’t answer or alters", async () => {
    blobs = await open({ BLOB_CACHE_MB: "0" });
    const bytes = randomBytes(2_000_000);
    const faults: Fault[] = [
      { status: 503, code: "SlowDown" },
      { status: 500, code: "InternalError" },
      "reset",
      "unanswered",
      { cutAfter: 400 },
      { cutAfter: 500_000 },
      { alterAt: 300_000 },
      { alterAt: 20 },
    ];
    for (const fault of faults) {
      const { hash } = await blobs.put(ACME, bytes, LIMIT);
      const once = faulty(fault);
      server.fault = ({ path: asked }) => (asked.includes(hash) ? once() : null);
      server.asked.length = 0;
      expect((await read(hash)).equals(bytes), JSON.stringify(fault)).toBe(true);
      expect(gets(hash).length).toBeGreaterThan(2);
      server.fault = () => null;
    }
  });

  test("is asked for the rest of what it cut", async () => {
    blobs = await open({ BLOB_CACHE_MB: "0" });
    const bytes = randomBytes(900_000);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    const twice = faulty({ cutAfter: 100_000 }, 2);
    server.fault = twice;
    server.asked.length = 0;
    expect((await read(hash)).equals(bytes)).toBe(true);
    const last = 75 + BLOCK;
    expect(gets(hash).map(({ range }) => range)).toEqual([
      `bytes=0-${last}`,
      `bytes=100000-${last}`,
      `bytes=200000-${last}`,
    ]);
  });

  test("that alters a byte each time gives an error, never a false byte, and nothing is kept", async () => {
    const bytes = randomBytes(3_000_000);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    rmSync(path.join(dataDir, "blob-cache"), { recursive: true });
    blobs = await open();
    server.fault = ({ range }) =>
      range === `bytes=${76 + BLOCK}-${75 + 2 * BLOCK}` ? { alterAt: 500_000 } : null;
    const came: Buffer[] = [];
    const { stream } = await blobs.open(ACME, hash);
    const reading = (async () => {
      for await (const piece of stream as AsyncIterable<Buffer>) came.push(piece);
    })();
    await expect(reading).rejects.toThrow(BlobDamaged);
    const right = Buffer.concat(came);
    expect(right.length).toBeLessThan(16 * CHUNK_BYTES + 500_000);
    expect(right.equals(bytes.subarray(0, right.length))).toBe(true);
    server.fault = () => null;
    expect((await read(hash)).equals(bytes)).toBe(true);
  });

  test("what is altered on this machine is fetched again", async () => {
    const bytes = randomBytes(1_500_000);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    for (const at of [3, 50_000]) {
      for (const name of cached())
        alter(path.join(dataDir, "blob-cache", name), (kept) => {
          kept.writeUInt8(kept.readUInt8(at) ^ 1, at);
        });
      expect((await read(hash)).equals(bytes)).toBe(true);
      await read(hash);
    }
  });

  test("a blob that is damaged in the bucket is refused, and healed by storing it again", async () => {
    blobs = await open({ BLOB_CACHE_MB: "0" });
    const bytes = randomBytes(200_000);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    const file = server.fileOf(nameOf(ACME, hash));
    for (const length of [1, 1_000, 100_000]) {
      alter(file, (stored) => stored.subarray(0, length));
      await expect(read(hash), `cut to ${length}`).rejects.toThrow(BlobDamaged);
      await blobs.put(ACME, bytes, LIMIT);
    }
    expect((await read(hash)).equals(bytes)).toBe(true);
  });

  test("a blob that is stored again while it is read goes on", async () => {
    const bytes = randomBytes(12 * 1024 * 1024);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    for (const cache of ["0", "100"]) {
      blobs = await open({ BLOB_CACHE_MB: cache });
      const { stream } = await blobs.open(ACME, hash);
      const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      const first = await pieces.next();
      await blobs.put(ACME, bytes, LIMIT);
      const rest: Buffer[] = [first.value as Buffer];
      for (;;) {
        const { done, value } = await pieces.next();
        if (done) break;
        rest.push(value);
      }
      expect(Buffer.concat(rest).equals(bytes)).toBe(true);
    }
  });

  test("what comes altered to it is sent again", async () => {
    const bytes = randomBytes(300_000);
    server.fault = faulty({ alterSentAt: 200_000 });
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    server.fault = () => null;
    blobs = await open({ BLOB_CACHE_MB: "0" });
    expect((await read(hash)).equals(bytes)).toBe(true);
  });

  test("in whose place something else answers: nothing counts as stored, there or damaged", async () => {
    blobs = await open({ BLOB_CACHE_MB: "0" });
    const bytes = randomBytes(300_000);
    const page: Fault = { says: "<!doctype html><title>Sign in to the network</title>" };
    const once = faulty(page);
    server.fault = ({ method }) => (method === "PUT" ? once() : null);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    expect(server.names()).toContain(nameOf(ACME, hash));
    server.fault = faulty(page);
    expect((await read(hash)).equals(bytes)).toBe(true);
    server.fault = () => page;
    await expect(blobs.put(ACME, randomBytes(10), LIMIT)).rejects.toThrow(BucketUnavailable);
    await expect(blobs.check()).rejects.toThrow();
    await expect(read(hash)).rejects.toThrow(BucketUnavailable);
    await expect(blobs.touch(ACME, sha256(randomBytes(10)))).rejects.toThrow(BucketUnavailable);
  });

  test("that answers 200 with an error is asked again", async () => {
    blobs = await open({ BLOB_CACHE_MB: "0" });
    const bytes = randomBytes(100_000);
    const error: Fault = {
      says: `<?xml version="1.0"?>\n<Error xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Code>InternalError</Code></Error>`,
    };
    const once = faulty(error);
    server.fault = ({ method }) => (method === "PUT" ? once() : null);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    server.fault = faulty(error);
    expect((await read(hash)).equals(bytes)).toBe(true);
  });

  testInFive(
    "whoever reads a large file on is asked for more at a time, within bounds",
    async () => {
      blobs = await open({ BLOB_CACHE_MB: "0" });
      const bytes = randomBytes(46 * 1_048_576);
      const { hash } = await blobs.put(ACME, bytes, LIMIT);
      server.asked.length = 0;
      expect(sha256(await read(hash))).toBe(hash);
      const sizes = gets(hash).map(({ range = "" }) => {
        const [first = 0, last = 0] = range.replace("bytes=", "").split("-").map(Number);
        return Math.round((last - first) / BLOCK);
      });
      expect(sizes).toEqual([...Array<number>(32).fill(1), 4, 4, 4, 1, 1]);
      // A part in the midst is asked for by itself.
      server.asked.length = 0;
      const middle = { start: 40 * 1_048_576, end: 40 * 1_048_576 + 10 };
      expect(await read(hash, middle)).toEqual(bytes.subarray(middle.start, middle.end));
      expect(gets(hash)).toHaveLength(2);
      // Many at once get it, too, whoever has room for more at a time.
      const hashes = await Promise.all(
        Array.from({ length: 4 }, async () => sha256(await read(hash, { start: 20 * 1_048_576 }))),
      );
      expect(new Set(hashes)).toEqual(new Set([sha256(bytes.subarray(20 * 1_048_576))]));
    },
  );

  testInFive(
    "that is gone takes no file, gives those that are kept, and is used when it is back",
    async () => {
      const bytes = randomBytes(500_000);
      const kept = await blobs.put(ACME, bytes, LIMIT);
      const other = await blobs.put(ACME, randomBytes(500_000), LIMIT);
      rmSync(path.join(dataDir, "blob-cache"), { recursive: true });
      blobs = await open();
      await read(kept.hash);
      const before = server.names();
      server.fault = () => "reset";
      await expect(blobs.check()).rejects.toThrow();
      const refused = await blobs
        .put(ACME, randomBytes(70_000), LIMIT)
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(BucketUnavailable);
      expect(refused).toMatchObject({ status: 503, retryAfterSeconds: 30 });
      expect((refused as Error).message).toMatch(
        /^Files can’t be stored right now\. Nothing was saved\./,
      );
      expect(spooled()).toEqual([]);
      expect((await read(kept.hash)).equals(bytes)).toBe(true);
      // The bucket is known to be gone: nobody waits for it long.
      const began = Date.now();
      await expect(read(other.hash)).rejects.toThrow(/can’t be read right now/);
      expect(Date.now() - began).toBeLessThan(5_000);
      server.fault = () => null;
      expect(server.names()).toEqual(before);
      expect((await read(other.hash)).length).toBe(500_000);
      const { hash } = await blobs.put(ACME, bytes, LIMIT);
      expect(hash).toBe(kept.hash);
      expect(lines.length).toBeGreaterThan(0);
      expect(JSON.stringify(lines)).not.toContain(BUCKET_KEY.secret);
    },
  );

  testInFive("that is silent is given up and asked again", async () => {
    blobs = await open({ BLOB_CACHE_MB: "0" });
    const bytes = randomBytes(100_000);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    server.fault = faulty("silence");
    expect((await read(hash)).equals(bytes)).toBe(true);
  });
});

describe("a large file", () => {
  testInTurn(
    "goes up in parts, whatever happens to one of them, and leaves none behind",
    LARGE_FILES,
    async () => {
      blobs = await open({ BLOB_CACHE_MB: "0" });
      const bytes = randomBytes(70_000_000);
      const faults: (Fault | null)[] = [
        null,
        { alterSentAt: 5_000_000 },
        { status: 503, code: "SlowDown" },
        "unanswered",
      ];
      for (const fault of faults) {
        const once = fault === null ? () => null : faulty(fault);
        server.fault = ({ path: asked }) => (asked.includes("partNumber=3") ? once() : null);
        const { hash, size } = await blobs.put(ACME, bytes, LIMIT);
        server.fault = () => null;
        expect(size).toBe(bytes.length);
        expect(sha256(await read(hash))).toBe(hash);
        expect(server.parts()).toEqual([]);
        await blobs.remove(ACME, hash);
      }
      // Joining them was done, and nobody was told.
      const once = faulty("unanswered");
      server.fault = ({ method, path: asked }) =>
        method === "POST" && asked.includes("uploadId=") ? once() : null;
      const { hash } = await blobs.put(ACME, bytes, LIMIT);
      expect(sha256(await read(hash))).toBe(hash);
      await blobs.remove(ACME, hash);
      // No part goes through.
      server.fault = ({ path: asked }) =>
        asked.includes("partNumber=2") ? { status: 403, code: "AccessDenied" } : null;
      await expect(blobs.put(ACME, bytes, LIMIT)).rejects.toThrow(BucketUnavailable);
      expect(server.parts()).toEqual([]);
      await expect(blobs.stat(ACME, hash)).rejects.toThrow(BlobMissing);
      expect(spooled()).toEqual([]);
    },
  );

  testInTurn("is stored only when the bucket says so of all its parts", LARGE_FILES, async () => {
    blobs = await open({ BLOB_CACHE_MB: "0" });
    const bytes = randomBytes(68_000_000);
    // It begins to answer before it knows; or something else answers.
    for (const says of ["<Error><Code>InternalError</Code></Error>", "<html></html>"]) {
      const failing = faulty({ says });
      server.fault = ({ method, path: asked }) =>
        method === "POST" && asked.includes("uploadId=") ? failing() : null;
      const { hash } = await blobs.put(ACME, bytes, LIMIT);
      expect(sha256(await read(hash))).toBe(hash);
      await blobs.remove(ACME, hash);
    }
    server.fault = ({ method, path: asked }) =>
      method === "POST" && asked.includes("uploadId=") ? { says: "<html></html>" } : null;
    await expect(blobs.put(ACME, bytes, LIMIT)).rejects.toThrow(BucketUnavailable);
    expect(server.parts()).toEqual([]);
  });
});

describe("uploads in parts that a killed server left", () => {
  testInTurn(
    "end a day later, however many there are, and those under way don’t",
    PROCESSES,
    async () => {
      server.fault = ({ path: asked }) => (asked.includes("partNumber=5") ? "silence" : null);
      const environment = {
        ...process.env,
        DATA_DIR: dataDir,
        BLOBS: server.address(prefix),
        AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
        AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
      };
      for (let i = 0; i < 3; i += 1) {
        const child = spawn(
          process.execPath,
          [path.resolve("tests/upload-process.ts"), i === 0 ? GLOBEX : ACME, "70000000"],
          { env: environment, stdio: "ignore" },
        );
        const before = server.parts().length;
        await expect.poll(() => server.parts().length, { timeout: START_MS }).toBe(before + 4);
        child.kill("SIGKILL");
        await event(child, "exit");
      }
      server.fault = () => null;
      const own = server.names().filter((name) => name.startsWith(prefix));
      expect(own).toEqual([`${prefix}/installation`]);
      // What they had on this machine goes when a server starts.
      expect(spooled()).toHaveLength(3);
      expect(await blobs.sweepTemporary()).toBe(3);
      const sweep = (hours: number) =>
        sweepOrphans({ store, blobs }, new Date(Date.now() + hours * 3_600_000));
      await sweep(0);
      expect(server.parts()).toHaveLength(12);
      await sweep(25);
      expect(server.parts()).toEqual([]);
    },
  );
});

describe("the sweep of files that nothing names", () => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
  const listings = () => server.asked.filter(({ path: asked }) => asked.includes("list-type"));
  const mark = (hash: string, change: { touchedAt?: string; removingSince?: string }) =>
    store.write((trx) =>
      trx.updateTable("blobMarks").set(change).where("hash", "=", hash).execute(),
    );

  test("removes what had no row twice, a day apart, and lists the bucket once a day", async () => {
    const org = await store.write((trx) =>
      createOrg({ trx, by: SYSTEM, now: new Date() }, { slug: "acme", name: "Acme" }),
    );
    const put = async () => (await blobs.put(org, randomBytes(1_000), LIMIT)).hash;
    const named = await put();
    const stray = await put();
    const again = await put();
    await store.write(async (trx) => {
      await recordBlob(trx, org, { hash: named, size: 1_000 }, isoNow(new Date()));
      await createAsset(
        { trx, orgId: org, now: new Date() },
        { type: "logo", fileName: "a.png", contentType: "image/png", blobHash: named },
      );
    });
    const sweep = (at: Date) => sweepOrphans({ store, blobs }, at);
    server.asked.length = 0;
    expect(await sweep(hours(0))).toBe(0);
    expect(await sweep(hours(1))).toBe(0);
    expect(listings()).toHaveLength(1);
    // Stored a day ago, and seen without a row for the first time.
    expect(await sweep(hours(25))).toBe(0);
    expect(await sweep(hours(26))).toBe(0);
    expect(listings()).toHaveLength(2);
    expect(await blobs.touch(org, again)).toBe(true);
    await mark(again, { touchedAt: isoNow(hours(40)) });
    expect(await sweep(hours(50))).toBe(1);
    await expect(blobs.stat(org, stray)).rejects.toThrow(BlobMissing);
    expect(await blobs.stat(org, again)).toEqual({ size: 1_000 });
    expect(await blobs.stat(org, named)).toEqual({ size: 1_000 });
    // Nothing names the row any more: it goes a day after that was seen, and its file with it.
    await store.write((trx) => trx.deleteFrom("assets").execute());
    expect(await sweep(hours(51))).toBe(0);
    expect(await sweep(hours(76))).toBeGreaterThanOrEqual(1);
    await expect(blobs.stat(org, named)).rejects.toThrow(BlobMissing);
  });

  test("and somebody who stores the very bytes meanwhile don’t meet", async () => {
    const bytes = randomBytes(5_000);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    const other = await open();
    server.fault = ({ method }) => (method === "DELETE" ? { delayMs: 300 } : null);
    const removing = blobs.removeOlder(ACME, hash, hours(1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const storing = other.put(ACME, bytes, LIMIT);
    expect(await removing).toBe(true);
    expect((await storing).hash).toBe(hash);
    expect((await read(hash)).equals(bytes)).toBe(true);
    // Who came first keeps the other away.
    expect(await blobs.removeOlder(ACME, hash, new Date(Date.now() - 1_000))).toBe(false);
  });

  test("that was killed, or never answered, keeps nobody from storing the file for long", async () => {
    const bytes = randomBytes(5_000);
    const { hash } = await blobs.put(ACME, bytes, LIMIT);
    server.fault = ({ method }) =>
      method === "DELETE" ? { status: 403, code: "AccessDenied" } : null;
    await expect(blobs.removeOlder(ACME, hash, hours(1))).rejects.toThrow(BucketUnavailable);
    server.fault = () => null;
    expect((await store.read.selectFrom("blobMarks").selectAll().execute())[0]).toMatchObject({
      hash,
      removingSince: expect.any(String) as string,
    });
    // It may still be done, so nobody stores it for a minute.
    await mark(hash, { removingSince: isoNow(hours(-1)) });
    expect((await blobs.put(ACME, bytes, LIMIT)).hash).toBe(hash);
    expect((await read(hash)).equals(bytes)).toBe(true);
  });
});

describe("a bucket is not used", () => {
  const refusal = async (environment: Record<string, string>) =>
    String(await open(environment).catch((error: unknown) => error));

  test("that is another installation’s, isn’t there, or doesn’t know the key", async () => {
    const config = readConfig({
      DATA_DIR: dataDir,
      BLOBS: server.address(prefix),
      AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
      AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
    });
    const other = new InstallationKey(Buffer.alloc(32, 9));
    await expect(openPlace(config, { key: other, writer: "server", store, log })).rejects.toThrow(
      /^BLOBS is the bucket of another installation, whose key is /,
    );
    expect(await refusal({ BLOBS: server.address("x").replace("trust", "nobodys") })).toMatch(
      /BLOBS: there is no bucket “nobodys” at http.* Create it first\./,
    );
    expect(await refusal({ AWS_ACCESS_KEY_ID: "somebody" })).toMatch(
      /BLOBS: http.* doesn’t know this key \(InvalidAccessKeyId\)\. Look at AWS_ACCESS_KEY_ID/,
    );
    const wrong = await refusal({ AWS_SECRET_ACCESS_KEY: "hunter2" });
    expect(wrong).toMatch(/doesn’t know this key \(SignatureDoesNotMatch\)/);
    expect(wrong + JSON.stringify(lines)).not.toContain("hunter2");
  });

  test("while the data folder holds stored files", async () => {
    const folder = new BlobStore(path.join(dataDir, "blobs"), KEY);
    await folder.put(ACME, randomBytes(10), LIMIT);
    expect(await refusal({})).toMatch(
      /holds stored files, which BLOBS does not move\. Unset BLOBS/,
    );
  });

  test("without its secret, which may stand in a file", async () => {
    const file = path.join(dataDir, "secret");
    const byFile = { AWS_SECRET_ACCESS_KEY: "", AWS_SECRET_ACCESS_KEY_FILE: file };
    expect(await refusal(byFile)).toMatch(/AWS_SECRET_ACCESS_KEY_FILE ".*" can’t be read\. Name /);
    writeFileSync(file, "two words\n");
    expect(await refusal(byFile)).toMatch(
      /has more than one word, or none\. Put the secret into it/,
    );
    writeFileSync(file, `${BUCKET_KEY.secret}\n`);
    blobs = await open(byFile);
    const { hash } = await blobs.put(ACME, randomBytes(10), LIMIT);
    expect(await blobs.stat(ACME, hash)).toEqual({ size: 10 });
  });

  test("at once, but later, when it doesn’t answer at the start", async () => {
    server.fault = () => "reset";
    blobs = await open();
    expect(lines).toHaveLength(1);
    server.fault = () => null;
    const { hash } = await blobs.put(ACME, randomBytes(10), LIMIT);
    expect(await blobs.stat(ACME, hash)).toEqual({ size: 10 });
  });
});

test("a bucket whose marker comes cut short is asked for it again, and is nobody else’s", async () => {
  const marker = server.fileOf(server.names().find((name) => name.startsWith(prefix)) ?? "");
  const whole = readFileSync(marker);
  writeFileSync(marker, whole.subarray(0, 1));
  let asked = 0;
  server.fault = () => {
    asked += 1;
    if (asked === 2) writeFileSync(marker, whole);
    return null;
  };
  blobs = await open();
  expect([asked > 1, lines]).toEqual([true, []]);
  const { hash } = await blobs.put(ACME, randomBytes(10), LIMIT);
  expect(await blobs.stat(ACME, hash)).toEqual({ size: 10 });
});

describe("the look at a bucket", () => {
  const look = (): ReturnType<typeof probe> => {
    const { blobs: settings } = readConfig({
      DATA_DIR: dataDir,
      BLOBS: server.address(prefix),
      AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
      AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
    });
    if (settings.kind !== "s3") throw new Error("there is no bucket");
    return probe(settings);
  };
  const isOfProbe = (asked: { path: string }) => asked.path.includes("/probe-");

  test.each<[fault: string | null, misbehaves: (typeof server)["fault"]]>([
    [null, () => null],
    [
      "what was read is not what was stored",
      (asked) =>
        asked.method === "GET" && isOfProbe(asked) && asked.range === undefined
          ? { alterAt: 10 }
          : null,
    ],
    [
      "a part of a file is not what was asked for",
      (asked) => (isOfProbe(asked) && asked.range !== undefined ? { alterAt: 10 } : null),
    ],
    [
      "what was stored is not listed",
      (asked) =>
        asked.path.includes("list-type") ? { says: "<ListBucketResult></ListBucketResult>" } : null,
    ],
    [
      "listing failed (403 AccessDenied)",
      (asked) => (asked.path.includes("list-type") ? { status: 403, code: "AccessDenied" } : null),
    ],
  ])("says %s, and leaves nothing there", async (fault, misbehaves) => {
    const before = server.names();
    server.fault = misbehaves;
    expect((await look()).fault).toBe(fault);
    expect(server.asked.some(isOfProbe)).toBe(true);
    expect(server.names()).toEqual(before);
  });
});
