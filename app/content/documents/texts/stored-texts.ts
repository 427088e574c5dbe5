import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { errorWords } from "#values/error-words.ts";
import {
  findDocumentTexts,
  findReadText,
  findUnreadFile,
  listUnreadFiles,
  recordDocumentText,
  recordLock,
  TEXT_READER,
  type UnreadFile,
} from "../store/document-texts.server.ts";
import type { Reader, Store } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { contentTypeOfKind } from "#values/file-types.ts";
import { notesColumn } from "#model/documents/file-notes.ts";
import { PASSWORD, PDF } from "#model/visibility/file-rights.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { BlobDamaged, BlobMissing } from "#platform/files/blob-store.ts";
import { NotMarkable } from "#content/files/watermark/marking.ts";
import {
  documentText,
  inItsLines,
  NoText,
  TEXT_KINDS,
  type FilePage,
  type FileText,
  type KeptPage,
} from "./document-text.ts";
import { leftOutColumn, NOTHING_LEFT_OUT, textNotices } from "../rules/text-notes.ts";

const AT_ONCE = 10;
/** How long an upload waits for its texts; they are read to their end all the same. */
const PATIENCE_MS = 4_000;

/** The types of files that have a text. */
export const READ_TYPES: ReadonlySet<string> = new Set(TEXT_KINDS.map(contentTypeOfKind));

const pageSchema = z.tuple([z.number().nullable(), z.string(), z.string()]);
const pagesSchema = z.array(pageSchema);
const firstPageSchema = z.tuple([pageSchema], z.unknown());

/** What files are read with. */
export type Reading = Pick<Services, "store" | "blobs" | "key" | "now" | "log">;

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
  services: Reading,
  ended: () => boolean = () => false,
): Promise<{ read: number; left: number }> {
  const { store } = services;
  const contentTypes = [...READ_TYPES];
  const left = new Set<string>();
  let read = 0;
  while (!ended()) {
    const limit = AT_ONCE + left.size;
    const unread = (
      await listUnreadFiles(store.read, { reader: TEXT_READER, contentTypes, limit })
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

/**
 * Files that are being read, by the store that is told of them: so the clock and an upload read none
 * of them twice.
 */
const underWay = new WeakMap<Store, Map<string, Promise<boolean>>>();

/**
 * Reads the text of a file that somebody asks for, where nobody has read it yet.
 * @returns whether what came of it is known; what takes longer is read to its end all the same
 */
export async function readOnDemand(services: Reading, file: UnreadFile): Promise<boolean> {
  if (!READ_TYPES.has(file.contentType)) return true;
  if ((await findReadText(services.store.read, file.orgId, file.blobHash)) !== null) return true;
  const waited = new AbortController();
  const patience = delay(PATIENCE_MS, false, { signal: waited.signal, ref: false });
  const reading = readOne(services, file);
  try {
    return await Promise.race([reading, patience]);
  } finally {
    waited.abort();
    patience.catch(() => undefined);
    reading.catch(() => undefined);
  }
}

/** @returns whether what came of it was noted */
function readOne(services: Reading, file: UnreadFile): Promise<boolean> {
  const own = underWay.get(services.store) ?? new Map<string, Promise<boolean>>();
  underWay.set(services.store, own);
  const name = `${file.orgId} ${file.blobHash}`;
  const reading = own.get(name) ?? readAndNote(services, file).finally(() => own.delete(name));
  own.set(name, reading);
  return reading;
}

async function readAndNote(services: Reading, file: UnreadFile): Promise<boolean> {
  const { store, key, now } = services;
  const { orgId, blobHash } = file;
  let found: Pick<FileText, "count" | "leftOut" | "notes"> & { pages: KeptPage[] | null };
  let fault: string | null = null;
  let isGone = false;
  try {
    found = await documentText(services, file);
  } catch (error) {
    // What the file itself is to blame for stays so; a bad day of the disk's or the machine's
    // passes.
    const isLasting =
      error instanceof NoText ||
      error instanceof BlobMissing ||
      error instanceof BlobDamaged ||
      (error instanceof NotMarkable && error.fault !== "busy");
    if (!isLasting) {
      const reason = errorWords(error);
      services.log.warn({ orgId, hash: blobHash, error: reason }, "a file’s text was not read");
      return false;
    }
    fault = error.message;
    isGone = error instanceof BlobMissing || error instanceof BlobDamaged;
    const isLocked = error instanceof NotMarkable && error.fault === "encrypted";
    found = {
      ...(error instanceof NoText
        ? error
        : {
            count: null,
            leftOut: NOTHING_LEFT_OUT,
            notes: isLocked ? (["password"] as const) : [],
          }),
      pages: null,
    };
  }
  const { count, leftOut, notes, pages } = found;
  const sealed =
    pages === null
      ? null
      : key.seal(
          purposeOf(orgId, blobHash),
          JSON.stringify(pages.map(({ page, text, lines }) => [page, text, lines])),
        );
  const text = {
    orgId,
    versionHash: blobHash,
    reader: TEXT_READER,
    fault,
    sealed,
    pages: count,
    notes: notesColumn(notes),
    leftOutJson: leftOutColumn(leftOut),
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
 * What staff are told of the texts of files that they sent a moment ago, each with its name: the
 * files are read here, as far as there is time, and to their end beside everything else. Never
 * fails: the files are there, whatever becomes of their texts, which the clock reads later.
 */
export async function noticesAfterUpload(
  services: Reading,
  orgId: string,
  files: readonly { fileName: string; contentType: string; blob: { hash: string } }[],
): Promise<string[]> {
  const { store, log } = services;
  const own = files.filter(({ contentType }) => READ_TYPES.has(contentType));
  if (own.length === 0) return [];
  const unread = (error: unknown) => {
    const reason = errorWords(error);
    log.warn({ orgId, error: reason }, "the text of an upload was not read");
    return null;
  };
  const waited = new AbortController();
  const patience = delay(PATIENCE_MS, null, { signal: waited.signal, ref: false });
  const reading = (async () => {
    for (const { blob } of own) {
      const file = await findUnreadFile(store.read, orgId, blob.hash);
      if (file !== null) await readOne(services, file);
      // The clock goes on from here.
      if (waited.signal.aborted) return;
    }
  })().catch(unread);
  await Promise.race([reading, patience.catch(() => undefined)]);
  waited.abort();
  const notices: string[] = [];
  for (const { fileName, blob } of own) {
    const read = await findReadText(store.read, orgId, blob.hash).catch(unread);
    for (const words of textNotices(read)) notices.push(`“${fileName}”: ${words}`);
  }
  return notices;
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
      opened(key, orgId, hash, text).map(([page, words]) => ({ page, text: words })),
    ]),
  );
}

/** The text of a file page by page, in its own lines; null where it has none or was not read yet. */
export async function documentLines(
  db: Reader,
  key: InstallationKey,
  orgId: string,
  hash: string,
): Promise<FilePage[] | null> {
  const sealed = (await findDocumentTexts(db, orgId, [hash])).get(hash);
  if (sealed === undefined) return null;
  return opened(key, orgId, hash, sealed).map(([page, text, lines]) => ({
    page,
    text: inItsLines({ text, lines }),
  }));
}

/** The first page of a file's text, in its own lines; null where it has none or was not read yet. */
export async function firstPageLines(
  db: Reader,
  key: InstallationKey,
  orgId: string,
  hash: string,
): Promise<string | null> {
  return (await firstPages(db, key, orgId, [hash])).get(hash)?.inLines ?? null;
}

/**
 * The first pages of files by the hash of their bytes: on one line, and in their own lines. A file
 * that has no text, or was not read yet, is missing.
 */
export async function firstPages(
  db: Reader,
  key: InstallationKey,
  orgId: string,
  hashes: readonly string[],
): Promise<Map<string, { text: string; inLines: string }>> {
  const sealed = await findDocumentTexts(db, orgId, hashes);
  return new Map(
    [...sealed].flatMap(([hash, kept]) => {
      const { data } = firstPageSchema.safeParse(unsealed(key, orgId, hash, kept));
      if (data === undefined) return [];
      const [, text, lines] = data[0];
      return [[hash, { text, inLines: inItsLines({ text, lines }) }] as const];
    }),
  );
}

function opened(key: InstallationKey, orgId: string, hash: string, sealed: string) {
  return pagesSchema.parse(unsealed(key, orgId, hash, sealed));
}

function unsealed(key: InstallationKey, orgId: string, hash: string, sealed: string): unknown {
  return JSON.parse(key.open(purposeOf(orgId, hash), sealed));
}
