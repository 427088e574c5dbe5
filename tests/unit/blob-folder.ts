import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { afterEach, beforeEach } from "vitest";
import { CHUNK_BYTES, TAG_BYTES } from "#platform/files/blob-format.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import { InstallationKey } from "#platform/files/installation-key.ts";

/** What the tests of the blob store share: a real folder for each test, two orgs, and ways to damage files. */
export const ACME = "acme_0123456789-AbCdEf";
export const GLOBEX = "globex_0123456789-AbCd";
export const KEY = new InstallationKey(Buffer.alloc(32, 7));
export const LIMIT = { maxBytes: 1_000_000_000 };
export const SEALED_CHUNK = CHUNK_BYTES + TAG_BYTES;

export interface BlobFolder {
  folder: string;
  store: BlobStore;
  fileOf(orgId: string, hash: string): string;
  /** Temporary files. */
  leftovers(): string[];
  /** Reads a range to its end. */
  read(orgId: string, hash: string, range?: { start?: number; end?: number }): Promise<Buffer>;
}

/** A blob store in a folder of its own, made anew before each test of the file that calls this. */
export function useBlobFolder(): BlobFolder {
  const world: BlobFolder = {
    folder: "",
    store: new BlobStore(tmpdir(), KEY),
    fileOf: (orgId, hash) => path.join(world.folder, orgId, hash.slice(0, 2), hash),
    leftovers: () =>
      existsSync(path.join(world.folder, "tmp")) ? readdirSync(path.join(world.folder, "tmp")) : [],
    read: async (orgId, hash, range) => drain((await world.store.open(orgId, hash, range)).stream),
  };
  beforeEach(() => {
    world.folder = mkdtempSync(path.join(tmpdir(), "blob-store-"));
    world.store = new BlobStore(world.folder, KEY);
  });
  afterEach(() => rmSync(world.folder, { recursive: true, force: true }));
  return world;
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export async function drain(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Changes a file where it lies: the bytes in place, or those that `change` returns. */
export function alter(file: string, change: (bytes: Buffer) => Buffer | void): void {
  const bytes = readFileSync(file);
  writeFileSync(file, change(bytes) ?? bytes);
}

export async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** So many random bytes as they come from a network, 64 KiB at a time. */
export async function* arriving(bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK_BYTES)
    yield randomBytes(Math.min(left, CHUNK_BYTES));
}
