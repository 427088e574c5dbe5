import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import { InstallationKey } from "#platform/files/installation-key.ts";
import { openPlace } from "#platform/files/open-place.ts";
import { BareBucket } from "../bare-bucket.ts";
import { BUCKET, BUCKET_KEY } from "../bucket-server.ts";

const KEY = new InstallationKey(Buffer.alloc(32, 7));
const ORG = "acme_0123456789-AbCdEf";
const BYTES = 2_000_000_000;
const PIECE = randomBytes(1_000_000);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function* twoGigabytes(): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < BYTES; sent += PIECE.length) {
    const piece = Buffer.from(PIECE);
    piece.writeUInt32BE(sent / PIECE.length);
    yield piece;
  }
}

interface Way {
  put: (source: AsyncGenerator<Buffer>) => Promise<string>;
  get: (name: string) => Promise<AsyncIterable<Buffer>>;
}

function stored(blobs: BlobStore): Way {
  return {
    put: async (source) => {
      const { hash, size } = await blobs.put(ORG, source, { maxBytes: 1e10 });
      expect(size).toBe(BYTES);
      return hash;
    },
    get: async (hash) => (await blobs.open(ORG, hash)).stream,
  };
}

/**
 * How long two gigabytes take up and down, in seconds, how much more memory at most, in bytes, and
 * what came down.
 */
async function through({ put, get }: Way) {
  const before = process.memoryUsage().rss;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - before);
  }, 20);
  const began = performance.now();
  const name = await put(twoGigabytes());
  const up = performance.now();
  const digest = createHash("sha256");
  for await (const piece of await get(name)) digest.update(piece);
  const down = performance.now();
  clearInterval(watch);
  return {
    name,
    hash: digest.digest("hex"),
    up: (up - began) / 1000,
    down: (down - up) / 1000,
    peak,
  };
}

test(
  "two gigabytes go up into a bucket and down again in little memory",
  { timeout: 900_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "bucket-long-"));
    const bucket = spawn(process.execPath, [path.resolve("tests/bucket-process.ts")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(async () => {
      bucket.stdin.end();
      await once(bucket, "exit");
      rmSync(folder, { recursive: true, force: true });
    });
    const [port] = (await once(bucket.stdout, "data")) as [Buffer];
    const config = readConfig({
      DATA_DIR: path.join(folder, "data"),
      BLOBS: `s3://${BUCKET}?endpoint=http://127.0.0.1:${String(port).trim()}`,
      AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
      AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
    });
    const place = await openPlace(config, { key: KEY, writer: "server", store: null, log });
    const near = await through(stored(new BlobStore(path.join(folder, "near"), KEY)));
    rmSync(path.join(folder, "near"), { recursive: true });
    const bareBucket = new BareBucket(String(port).trim());
    onTestFinished(() => bareBucket.close());
    const bare = await through({
      put: async (source) => {
        await bareBucket.put("bare", source);
        return "bare";
      },
      get: (name) => bareBucket.get(name),
    });
    const far = await through(stored(new BlobStore(place, KEY)));
    for (const { name, hash } of [near, far]) expect(hash).toBe(name);
    expect(bare.hash).toBe(near.hash);
    const times = (["up", "down"] as const).map(
      (way) =>
        `${way} ${far[way].toFixed(1)} s (a folder ${near[way].toFixed(1)} s: ${(far[way] / near[way]).toFixed(1)} times; a bare client ${bare[way].toFixed(1)} s: ${(far[way] / bare[way]).toFixed(1)} times)`,
    );
    console.log(
      `2 GB in a bucket: ${times.join(", ")}; memory ${Math.round(far.peak / 1e6)} MB, in a folder ${Math.round(near.peak / 1e6)} MB`,
    );
    expect(far.peak).toBeLessThan(150_000_000);
  },
);
