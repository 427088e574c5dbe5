import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { blobBody } from "#platform/files/blob-body.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import { loadInstallationKey } from "#platform/files/installation-key.ts";

const ORG = "AAAAAAAAAAAAAAAAAAAAAA";

async function storeWith(bytes: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), "blob-body-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const blobs = new BlobStore(path.join(folder, "blobs"), await loadInstallationKey(folder));
  const { hash } = await blobs.put(ORG, bytes, { maxBytes: 10_000_000 });
  return { blobs, hash };
}

const descriptors = async () => (await readdir("/proc/self/fd")).length;

test("a body that nobody reads opens no file", async () => {
  const { blobs, hash } = await storeWith(new Uint8Array(300_000).fill(7));
  const before = await descriptors();
  const bodies = Array.from({ length: 50 }, () => new Response(blobBody(blobs, ORG, hash)));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await descriptors()).toBeLessThan(before + 10);
  expect(bodies).toHaveLength(50);
});

test("a body that is read to its end is the blob, and one that is given up closes its file", async () => {
  const bytes = new Uint8Array(1_000_000).map((_, i) => i % 251);
  const { blobs, hash } = await storeWith(bytes);
  const before = await descriptors();
  const read = await new Response(blobBody(blobs, ORG, hash)).arrayBuffer();
  expect(Buffer.from(read).equals(bytes)).toBe(true);
  for (let i = 0; i < 20; i += 1) {
    const reader = blobBody(blobs, ORG, hash).getReader();
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
  }
  expect(await descriptors()).toBeLessThan(before + 5);
});
