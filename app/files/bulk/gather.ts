import { createHash } from "node:crypto";
import type { PreparedFile } from "../../features/bulk-download/store.server.ts";
import {
  bulkFileOf,
  loadBulkCandidates,
  mayTake,
  type BulkCandidate,
} from "../../visibility/store/bulk.server.ts";
import type { PageScope } from "../../visibility/store/scope.server.ts";
import type { Org } from "../../features/orgs/store/orgs.server.ts";
import type { Services } from "../../context.ts";
import type { BulkFile } from "../../features/bulk-download/rules.ts";
import { BlobDamaged, BlobMissing } from "../blob-store.ts";
import { sentLetter } from "../letter/sent-letter.ts";
import { sentBlob } from "../watermark/sent-blob.ts";
import { StoredZip, type ZipEntry } from "../stored-zip.ts";
import { archivePaths } from "../zip-names.ts";

/** For whom an archive is made, and of what. */
export interface BulkScope {
  services: Pick<Services, "blobs" | "store" | "key" | "now" | "log">;
  org: Org;
  scope: PageScope;
  /** The address of the person's machine. */
  ip: string;
}

/** A file that is ready to go into an archive: it was opened, and its bytes are known by their hash. */
export interface ReadyFile extends PreparedFile {
  candidate: BulkCandidate;
  size: number;
  modified: Date;
  open: ZipEntry["open"];
}

export interface Gathered {
  ready: ReadyFile[];
  /** What can't be had: not there, not this viewer's, or not readable. The answer tells no difference. */
  failed: BulkFile[];
}

/**
 * Judges each file by the rule that single downloads follow, opens every one, and makes the copies and
 * letters that are this viewer's own. The same file twice counts once.
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
  for (const [key, file] of new Map(wanted.map((one) => [keyOf(one), one]))) {
    signal?.throwIfAborted();
    const candidate = candidates.get(key);
    const ready =
      candidate === undefined || !mayTake(candidate)
        ? null
        : await readyFile(bulk, candidate, signal);
    if (ready === null) gathered.failed.push(file);
    else gathered.ready.push(ready);
  }
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

/** Anybody can ask for files that are not there: so many ids are named in the log. */
const MOST_LOGGED = 50;

function keyOf({ itemUid, fileId, generated }: BulkFile): string {
  return JSON.stringify([itemUid, fileId, generated]);
}

/** null when what is stored can't be read; that is logged, since it is nobody's wish. */
async function readyFile(
  { services, org, scope, ip }: BulkScope,
  candidate: BulkCandidate,
  signal: AbortSignal | undefined,
): Promise<ReadyFile | null> {
  const { blobs, log } = services;
  const named = bulkFileOf(candidate);
  const mark = { services, org, viewer: scope.viewer, ip, signal };
  if (candidate.file === null) {
    const letter = await sentLetter(mark, scope, candidate.letter);
    if ("refused" in letter) return null;
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
    if ("refused" in sent) return null;
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
    return null;
  }
}

/**
 * Files as one archive, each in the folder of its card, and the tag by which these very bytes are known. A
 * document that several items of one card link lies there once.
 */
export function archiveOf(all: readonly ReadyFile[]): {
  zip: StoredZip;
  byPath: ReadonlyMap<string, ReadyFile>;
  etag: string;
} {
  const files = [
    ...new Map(
      all.map((file) => [JSON.stringify([file.candidate.cardTitle, file.fileId]), file]),
    ).values(),
  ];
  const paths = archivePaths(
    files.map(({ candidate }) => ({
      folder: candidate.cardTitle,
      name: candidate.file?.document.originalName ?? candidate.letter?.fileName ?? "",
    })),
  );
  const byPath = new Map(files.map((file, i) => [paths[i] ?? "", file]));
  const entries = [...byPath].map(([name, { size, modified, hash, open }]): ZipEntry => ({
    name,
    size,
    modified,
    hash,
    open,
  }));
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
