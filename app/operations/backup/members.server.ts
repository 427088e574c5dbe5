import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { codeOf } from "#platform/files/errors.ts";
import { BackupRefused, type Member } from "#model/backup.ts";
import { readPart, withFile } from "./tar.ts";

/** The folder of stored files, in a backup as in a data folder. */
export const BLOBS = "blobs";

/** A file as a manifest names it. */
export async function memberOf(name: string, file: string, size: number): Promise<Member> {
  const hash = createHash("sha256");
  for await (const piece of readFileOf(file, size)) hash.update(piece);
  return { name, size, sha256: hash.digest("hex") };
}

/**
 * The bytes of a file that has that many of them. @throws BackupRefused when it is missing or
 * shorter
 */
export async function* readFileOf(file: string, size: number): AsyncGenerator<Buffer> {
  const handle = await open(file, "r").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") throw new BackupRefused(`${file} is missing.`);
    throw error;
  });
  try {
    yield* readPart(handle, { at: 0, size }, file);
  } finally {
    await handle.close();
  }
}

/** Hands a source on, and to a hash. */
export async function* hashed(
  source: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    hash.update(piece);
    yield piece;
  }
}

/** One piece as a source. */
export async function* once(piece: Buffer): AsyncGenerator<Buffer> {
  yield piece;
}

/** Writes a new file to the disk. @throws Error when the source gives another number of bytes */
export async function writeFileOf(
  file: string,
  { name, size }: { name: string; size: number },
  source: AsyncIterable<Buffer>,
): Promise<Member> {
  const hash = createHash("sha256");
  let written = 0;
  await withFile(file, "wx", async (handle) => {
    for await (const piece of hashed(source, hash)) {
      for (let at = 0; at < piece.length;)
        at += (await handle.write(piece, at, piece.length - at)).bytesWritten;
      written += piece.length;
    }
    await handle.sync();
  });
  if (written !== size) throw new Error(`${name} changed while it was read`);
  return { name, size, sha256: hash.digest("hex") };
}
