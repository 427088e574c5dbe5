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

/** How long two gigabytes take up and down, in seconds, and how much more memory at most, in bytes. */
async function through(blobs: BlobStore) {
  const before = process.memoryUsage().rss;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - before);
  }, 20);
  const began = performance.now();
  const { hash, size } = await blobs.put(ORG, twoGigabytes(), { maxBytes: 1e10 });
  const stored = performance.now();
  const digest = createHash("sha256");
  for await (const piece of (await blobs.open(ORG, hash)).stream as AsyncIterable<Buffer>)
    digest.update(piece);
  const read = performance.now();
  clearInterval(watch);
  expect(size).toBe(BYTES);
  expect(digest.digest("hex")).toBe(hash);
  return { up: (stored - began) / 1000, down: (read - stored) / 1000, peak };
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
    const near = await through(new BlobStore(path.join(folder, "near"), KEY));
    rmSync(path.join(folder, "near"), { recursive: true });
    const far = await through(new BlobStore(place, KEY));
    const times = (["up", "down"] as const).map(
      (way) => `${way} ${near[way].toFixed(1)} s and ${far[way].toFixed(1)} s`,
    );
    console.log(
      `2 GB in a folder and in a bucket: ${times.join(", ")}; memory ${Math.round(near.peak / 1e6)} MB and ${Math.round(far.peak / 1e6)} MB`,
    );
    expect(far.peak).toBeLessThan(150_000_000);
  },
);
