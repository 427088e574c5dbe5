import * as z from "zod";
import {
  findDocumentTexts,
  listUnreadFiles,
  recordDocumentText,
  recordLock,
  type UnreadFile,
} from "../store/document-texts.server.ts";
import type { Reader } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { contentTypeOfKind } from "#values/file-types.ts";
import { notesColumn, type FileNote } from "#model/documents/file-notes.ts";
import { PASSWORD, PDF } from "#model/visibility/file-rights.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { BlobDamaged, BlobMissing } from "#platform/files/blob-store.ts";
import { NotMarkable } from "#content/files/watermark/marking.ts";
import { documentText, NoText, TEXT_KINDS, type FilePage } from "./document-text.ts";

/** What reads files: raised where it reads more or better, so that all of them are read again. */
const READER = 3;
const AT_ONCE = 10;

const pagesSchema = z.array(z.tuple([z.number().nullable(), z.string()]));

/** A text is sealed for its own file alone: moved to another one it does not open. */
function purposeOf(orgId: string, hash: string): string {
  return `document-text ${orgId} ${hash}`;
}

/**
 * Reads the text of every file that nobody has read yet: of uploads, of imports, and after an
 * upgrade of what was there before. What can't be read is noted and not tried again; what had no
 * room is left for the next time.
 * @param ended ends it between two files
 * @returns how many files were read, and how many are left for another time
 */
export async function readMissedTexts(
  services: Pick<Services, "store" | "blobs" | "key" | "now" | "log">,
  ended: () => boolean = () => false,
): Promise<{ read: number; left: number }> {
  const { store } = services;
  const contentTypes = TEXT_KINDS.map((kind) => contentTypeOfKind(kind));
  const left = new Set<string>();
  let read = 0;
  while (!ended()) {
    const limit = AT_ONCE + left.size;
    const unread = (
      await listUnreadFiles(store.read, { reader: READER, contentTypes, limit })
    ).filter(({ orgId, blobHash }) => !left.has(`${orgId} ${blobHash}`));
    if (unread.length === 0) break;
    for (const file of unread) {
      if (ended()) break;
      if (await readOne(services, file)) read += 1;
      else left.add(`${file.orgId} ${file.blobHash}`);
    }
  }
  return { read, left: left.size };
}

/** @returns whether what came of it was noted */
async function readOne(
  services: Pick<Services, "store" | "blobs" | "key" | "now" | "log">,
  file: UnreadFile,
): Promise<boolean> {
  const { store, key, now } = services;
  const { orgId, blobHash } = file;
  let pages: FilePage[] | null = null;
  let count: number | null = null;
  let fault: string | null = null;
  let isGone = false;
  let notes: readonly FileNote[] = [];
  try {
    ({ pages, count, notes } = await documentText(services, file));
  } catch (error) {
    // What the file itself is to blame for stays so; a bad day of the disk's or the machine's
    // passes.
    const isLasting =
      error instanceof NoText ||
      error instanceof BlobMissing ||
      error instanceof BlobDamaged ||
      (error instanceof NotMarkable && error.fault !== "busy");
    if (!isLasting) {
      const reason = error instanceof Error ? error.message : String(error);
      services.log.warn({ orgId, hash: blobHash, error: reason }, "a file's text was not read");
      return false;
    }
    fault = error.message;
    isGone = error instanceof BlobMissing || error instanceof BlobDamaged;
    if (error instanceof NoText) ({ count, notes } = error);
    if (error instanceof NotMarkable && error.fault === "encrypted") notes = ["password"];
  }
  const sealed =
    pages === null
      ? null
      : key.seal(
          purposeOf(orgId, blobHash),
          JSON.stringify(pages.map(({ page, text }) => [page, text])),
        );
  const text = {
    orgId,
    versionHash: blobHash,
    reader: READER,
    fault,
    sealed,
    pages: count,
    notes: notesColumn(notes),
  };
  await store.write(async (trx) => {
    await recordDocumentText(trx, text, now());
    // The engine that opens it has said it; where there are no bytes, nobody has.
    if (file.contentType === PDF && !isGone)
      await recordLock(trx, orgId, blobHash, notes.includes("password") ? PASSWORD : null);
  });
  return true;
}

/**
 * The texts of files, page by page, by the hash of their bytes; a file that has none, or was not
 * read yet, is missing.
 */
export async function documentTexts(
  db: Reader,
  key: InstallationKey,
  orgId: string,
  hashes: readonly string[],
): Promise<Map<string, FilePage[]>> {
  const sealed = await findDocumentTexts(db, orgId, hashes);
  return new Map(
    [...sealed].map(([hash, text]) => [
      hash,
      pagesSchema
        .parse(JSON.parse(key.open(purposeOf(orgId, hash), text)))
        .map(([page, words]) => ({ page, text: words })),
    ]),
  );
}
