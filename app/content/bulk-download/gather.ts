import { createHash } from "node:crypto";
import type { PreparedFile } from "./store/bulk-download.server.ts";
import {
  type BulkCandidate,
  bulkFileOf,
  loadBulkCandidates,
  mayTake,
} from "#visibility/store/bulk.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";
import { findFiles } from "#visibility/store/files.server.ts";
import { loadLetters } from "#visibility/store/letters.server.ts";
import { letterFileId, type BulkFailure, type BulkFile } from "#model/bulk-download.ts";
import { BlobDamaged, BlobMissing } from "#platform/files/blob-store.ts";
import { sentLetter } from "#content/files/letter/sent-letter.ts";
import { sentBlob, type SendingRefusal } from "#content/files/watermark/sent-blob.ts";
import { StoredZip } from "#platform/files/stored-zip.ts";
import type { ZipEntry } from "#platform/files/zip-records.ts";
import { isDotOrBlank, withoutEnd } from "#values/ends.ts";

/** For whom an archive is made, and of what. */
export interface BulkScope {
  services: Pick<Services, "blobs" | "store" | "key" | "now" | "log">;
  org: Org;
  scope: PageScope;
  /** The address of the person's machine. */
  ip: string;
}

/**
 * A file that is ready to go into an archive: it was opened, and its bytes are known by their hash.
 */
export interface ReadyFile extends PreparedFile {
  candidate: BulkCandidate;
  size: number;
  modified: Date;
  open: ZipEntry["open"];
}

export interface Gathered {
  ready: ReadyFile[];
  /** What can't be had, and why, as far as this viewer may know. */
  failed: (BulkFile & { reason: BulkFailure; fault: FileFault | null })[];
}

/** What was wrong with a file that this viewer may take. */
export type FileFault = SendingRefusal | "damaged";

/**
 * Judges each file by the rule that single downloads follow, opens every one, and makes the copies
 * and letters that are this viewer's own. The same file twice counts once, by whatever item it is
 * asked for: the first that has it gives it its folder.
 * @param signal ends the work when nobody waits for it any more
 */
export async function gatherFiles(
  bulk: BulkScope,
  wanted: readonly BulkFile[],
  signal?: AbortSignal,
): Promise<Gathered> {
  const candidates = new Map(
    (await loadBulkCandidates(bulk.scope)).map((candidate) => [
      keyOf(bulkFileOf(candidate)),
      candidate,
    ]),
  );
  const gathered: Gathered = { ready: [], failed: [] };
  const failed: { file: BulkFile; reason: BulkFailure | null; fault: FileFault | null }[] = [];
  for (const [key, file] of new Map(wanted.map((one) => [keyOf(one), one]))) {
    signal?.throwIfAborted();
    const candidate = candidates.get(key);
    const allowed = candidate !== undefined && mayTake(candidate);
    if (allowed && gathered.ready.some(({ fileId }) => fileId === file.fileId)) continue;
    const ready = allowed ? await readyFile(bulk, candidate, signal) : null;
    if (ready !== null && typeof ready !== "string") gathered.ready.push(ready);
    else if (candidate === undefined) failed.push({ file, reason: null, fault: null });
    else failed.push({ file, reason: allowed ? "not-available" : "not-allowed", fault: ready });
  }
  const absent = failed.flatMap(({ file, reason }) => (reason === null ? [file] : []));
  const reasons = await reasonsOf(bulk.scope, absent);
  gathered.failed = failed.map(({ file, reason, fault }) => ({
    ...file,
    reason: reason ?? reasons.get(file) ?? "not-found",
    fault,
  }));
  if (gathered.failed.length > 0)
    bulk.services.log.warn(
      {
        orgId: bulk.org.id,
        failedFileIds: gathered.failed.slice(0, MOST_LOGGED).map(({ fileId }) => fileId),
      },
      "Downloading files failed",
    );
  return gathered;
}

/**
 * Why files are not offered for download. Whoever may not know of a file hears what they would hear
 * of one that never was.
 */
async function reasonsOf(
  scope: PageScope,
  absent: readonly BulkFile[],
): Promise<ReadonlyMap<BulkFile, BulkFailure>> {
  if (absent.length === 0) return new Map();
  const [found, letters] = [await findFiles(scope, absent), await loadLetters(scope)];
  return new Map(
    absent.map((file, i) => {
      const { itemUid, fileId, generated } = file;
      const isLetter = fileId === letterFileId(itemUid);
      const own = isLetter ? letters.get(itemUid) : found[i];
      const refusal = generated === isLetter ? (own?.offered.download ?? null) : null;
      return [file, refusal === "nda" || refusal === "view-only" ? refusal : "not-found"];
    }),
  );
}

/** Anybody can ask for files that are not there: so many ids are named in the log. */
const MOST_LOGGED = 50;

function keyOf({ itemUid, fileId, generated }: BulkFile): string {
  return JSON.stringify([itemUid, fileId, generated]);
}

/** What is wrong when a file can't be sent; that it can't be read is logged, since it is nobody's wish. */
async function readyFile(
  { services, org, scope, ip }: BulkScope,
  candidate: BulkCandidate,
  signal: AbortSignal | undefined,
): Promise<ReadyFile | FileFault> {
  const { blobs, log } = services;
  const named = bulkFileOf(candidate);
  const mark = { services, org, viewer: scope.viewer, ip, signal };
  if (candidate.file === null) {
    const letter = await sentLetter(mark, scope, candidate.letter);
    if ("refused" in letter) return letter.refused === "busy" ? "busy" : "damaged";
    const { hash, size, modified } = letter;
    return {
      ...named,
      candidate,
      hash,
      size,
      modified,
      open: (start) => letter.open({ start, end: size }),
    };
  }
  const { document } = candidate.file;
  try {
    // The original, or the copy with this reader's name on it.
    const sent = await sentBlob(mark, scope, candidate.file);
    if ("refused" in sent) return sent.refused;
    const { size } = await blobs.stat(org.id, sent.hash);
    const open = async (start: number) => (await blobs.open(org.id, sent.hash, { start })).stream;
    return {
      ...named,
      candidate,
      hash: sent.hash,
      size,
      modified: new Date(document.createdAt),
      open,
    };
  } catch (error) {
    if (!(error instanceof BlobDamaged || error instanceof BlobMissing)) throw error;
    log.error({ documentId: document.id, error: error.message }, "damaged file");
    return "damaged";
  }
}

/** Files by their paths in an archive, each in the folder of its card. */
export function placedFiles(files: readonly ReadyFile[]): ReadonlyMap<string, ReadyFile> {
  const paths = archivePaths(
    files.map(({ candidate }) => ({
      folder: candidate.cardTitle,
      name: nameOf(candidate),
    })),
  );
  return new Map(files.map((file, i) => [paths[i] ?? "", file]));
}

/** What a file is called that somebody may take. */
export function nameOf({ file, letter }: BulkCandidate): string {
  return file === null ? letter.fileName : file.document.originalName;
}

/** What leaves as one archive. */
export interface Archive {
  zip: StoredZip;
  byPath: ReadonlyMap<string, ReadyFile>;
  /** By it these very bytes are known. */
  etag: string;
}

/**
 * Files as one archive.
 * @param beside entries that are no documents of the portal; they come first
 */
export function archiveOf(
  byPath: ReadonlyMap<string, ReadyFile>,
  beside: readonly ZipEntry[] = [],
): Archive {
  const documents = [...byPath].map(([name, { size, modified, hash, open }]): ZipEntry => ({
    name,
    size,
    modified,
    hash,
    open,
  }));
  const entries = [...beside, ...documents];
  const digest = createHash("sha256");
  for (const { name, size, modified, hash } of entries)
    digest.update(JSON.stringify([name, size, Math.floor(modified.getTime() / 1_000), hash]));
  return {
    zip: new StoredZip(entries),
    byPath,
    etag: `"${digest.digest("base64url").slice(0, 32)}"`,
  };
}

/** 'Acme-Cloud-Trust-Center.zip' */
export function archiveName({ name, customization }: Pick<Org, "name" | "customization">): string {
  return `${`${name} ${customization.portalTitle}`.trim().replace(/\s+/g, "-")}.zip`;
}

/** Bytes of one name, well below what file systems take. */
const MAX_BYTES = 180;

/**
 * What Windows refuses in a name, and what does not show or turns the text around it: controls,
 * bidi marks, zero-width characters.
 */
const REFUSED = /[<>:"/\\|?*]|\p{Cc}/gu;
const UNSEEN = /\p{Cf}|[\u2028\u2029\ufffe\uffff]|\p{Cs}/gu;

/** Names that are devices on Windows, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/**
 * A name that every system can unpack: one path segment, no dots that lead elsewhere, no character
 * that a file system refuses or a reader can't see, at most 180 bytes with its ending kept.
 */
export function safeName(name: string, otherwise: string): string {
  const plain = withoutEnd(
    name.normalize("NFC").replace(UNSEEN, "").replace(REFUSED, "_").replace(/\s+/g, " ").trim(),
    isDotOrBlank,
  ).replace(/^\.+/, (dots) => "_".repeat(dots.length));
  if (plain === "") return otherwise;
  const { stem, ending } = parts(DEVICE.test(plain) ? `_${plain}` : plain);
  return withoutEnd(cut(stem, MAX_BYTES - Buffer.byteLength(ending)), isDotOrBlank) + ending;
}

/**
 * Paths inside an archive: a folder a card, in it the files by name. The same name twice in one
 * folder gets a number, and so do names that differ in case alone, which are one file on many
 * systems.
 */
export function archivePaths(files: readonly { folder: string; name: string }[]): string[] {
  const taken = new Set<string>();
  const folders = new Map<string, string>();
  return files.map(({ folder, name }) => {
    const within = folders.get(folder) ?? safeName(folder, "Documents");
    folders.set(folder, within);
    const { stem, ending } = parts(safeName(name, "document"));
    for (let number = 1; ; number += 1) {
      const mark = number === 1 ? "" : ` (${number})`;
      const path = `${within}/${stem}${mark}${ending}`;
      const key = path.normalize("NFKC").toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  });
}

/** The name before its ending, and the ending with its dot: 'report', '.pdf'. */
function parts(name: string): { stem: string; ending: string } {
  const ending = /(?<=.)\.[^.\s]{1,10}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/** The text without what goes beyond so many bytes; no character is cut in two. */
function cut(text: string, bytes: number): string {
  let size = 0;
  let kept = "";
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}
