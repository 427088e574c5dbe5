import { createHash } from "node:crypto";
import type { Reader } from "#db/store.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "#platform/files/blob-store.ts";
import { blobNames, findBlob, listBlobs } from "#platform/files/store/blobs.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";

/** So many files are on their way at a time: a bucket takes longer to answer than to send. */
const TOGETHER = 8;

interface StoredFile {
  orgId: string;
  hash: string;
  size: number;
}

/**
 * Stored files on their way to another place: each is read with its fingerprint compared, written,
 * and read there again. What is there already is only read.
 */
export class FilesOnTheWay {
  readonly #from: BlobStore;
  readonly #to: BlobStore;
  /** Files that were read whole at the target, or that the source has not whole. */
  readonly #settled = new Set<string>();
  files = 0;
  bytes = 0;
  /** In words, one for each file that the source has not whole. */
  readonly faults: string[] = [];

  constructor(from: BlobStore, to: BlobStore) {
    this.#from = from;
    this.#to = to;
  }

  /**
   * Brings over every file that a row of the source names.
   * @param db the source; between two calls it may have been written to
   * @param tell is told now and then how far it is
   */
  async bring(db: Reader, tell: (files: number, bytes: number) => void): Promise<void> {
    let after: StoredFile | null = null;
    for (;;) {
      const rows: StoredFile[] = await listBlobs(db, after);
      for (let at = 0; at < rows.length; at += TOGETHER)
        await this.#bringSome(db, rows.slice(at, at + TOGETHER), tell);
      after = rows.at(-1) ?? null;
      if (after === null) return;
    }
  }

  async #bringSome(
    db: Reader,
    rows: readonly StoredFile[],
    tell: (files: number, bytes: number) => void,
  ): Promise<void> {
    const ended = await Promise.allSettled(
      rows.map(async (row) => {
        const name = `${row.orgId}/${row.hash}`;
        if (this.#settled.has(name) || !(await this.#isSettled(db, row))) return;
        this.#settled.add(name);
        tell(this.files, this.bytes);
      }),
    );
    // All have ended: none goes on once the places are closed.
    for (const one of ended) if (one.status === "rejected") throw one.reason;
  }

  /** Whether nothing is left to do for a file. */
  async #isSettled(db: Reader, row: StoredFile): Promise<boolean> {
    if ((await wholeFault(this.#to, row)) !== null) {
      const fault = await this.#copy(row);
      if (fault !== null) {
        // One that a running server removed meanwhile is nobody's loss.
        if ((await findBlob(db, row.orgId, row.hash)) === null) return false;
        const names = await blobNames(db, row.orgId, row.hash);
        const org = (await findOrg(db, row.orgId))?.slug ?? row.orgId;
        this.faults.push(`${org}: ${names.join(", ") || "an unreferenced file"} (${fault})`);
        return true;
      }
      const written = await wholeFault(this.#to, row);
      if (written !== null)
        throw new Error(`a stored file that was just written is ${written}: ${row.hash}`);
    }
    this.files += 1;
    this.bytes += row.size;
    return true;
  }

  /** @returns what is wrong with the file at the source; null when nothing is */
  async #copy({ orgId, hash, size }: StoredFile): Promise<string | null> {
    try {
      const { stream } = await this.#from.open(orgId, hash);
      const kept = await this.#to.put(orgId, stream, { maxBytes: size });
      return kept.hash === hash && kept.size === size ? null : "damaged";
    } catch (error) {
      return faultInWords(error);
    }
  }
}

/** Reads a file to its end. @returns what is wrong with it; null when nothing is */
async function wholeFault(
  blobs: BlobStore,
  { orgId, hash, size }: StoredFile,
): Promise<string | null> {
  try {
    const { stream } = await blobs.open(orgId, hash);
    const digest = createHash("sha256");
    let read = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      digest.update(piece);
      read += piece.length;
    }
    return read === size && digest.digest("hex") === hash ? null : "damaged";
  } catch (error) {
    return faultInWords(error);
  }
}

/** @throws what is no fault of a stored file */
function faultInWords(error: unknown): string {
  if (error instanceof BlobMissing) return "missing";
  if (error instanceof BlobDamaged) return "damaged";
  throw error;
}
