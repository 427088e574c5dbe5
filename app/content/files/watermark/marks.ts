import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import type { DocumentsTable, TracesTable } from "#db/schema.ts";
import { findCopy, recordCopy, traceFor } from "#content/watermarks/store/watermarks.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { isPicture, PDF } from "#model/visibility/file-rights.ts";
import { formatMoment } from "#values/moments.ts";
import { failureMemory } from "./failure-memory.ts";
import { MAX_MARKED_BYTES, marking, NotMarkable, type Mark, type MarkedSource } from "./marking.ts";
import { BlobMissing } from "#platform/files/blob-store.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { readerOf } from "./reader.ts";

/** For whom something is marked. */
export interface MarkScope {
  services: Pick<Services, "store" | "blobs" | "now" | "log">;
  org: Pick<Org, "id" | "name" | "timeZone">;
  viewer: Viewer;
  ip: string;
  /** The key by which staff ask; the mark names it, too. A member's stands in the viewer. */
  key?: { id: string; name: string };
  /** Says that the reader has left. */
  signal?: AbortSignal | undefined;
}

/** What is marked: a document, or a letter that was made a moment ago and has its bytes with it. */
export type Original = Pick<
  DocumentsTable,
  "id" | "blobHash" | "originalName" | "contentType" | "size"
> & { bytes?: Uint8Array };

/** Bytes that are sent for a file, by their hash. */
export interface ServedBlob {
  hash: string;
  size: number;
}

const COPY_LIFE_MS = 48 * 3_600_000;

/** What a watermark says to this reader of this document today, and the trace behind it. */
export async function markFor(
  { services, org, viewer, ip, key: own }: MarkScope,
  document: Pick<Original, "id" | "blobHash" | "originalName">,
): Promise<{ mark: Mark; trace: TracesTable }> {
  const { store, now } = services;
  const moment = now();
  const by = own ?? (viewer.mode === "accountExternal" ? viewer.key : undefined);
  const { key, kind, ...person } = readerOf(viewer, ip, org.name);
  const reader =
    by === undefined
      ? person
      : { ...person, name: `${person.name ?? ""} (key: ${by.name})`.trimStart() };
  const trace = await traceFor(
    store,
    org.id,
    {
      ...reader,
      viewerKey: by === undefined ? key : `key:${by.id}`,
      viewerKind: kind,
      day: dayIn(moment, org.timeZone),
      documentId: document.id,
      versionHash: document.blobHash,
      documentName: document.originalName,
    },
    moment,
  );
  // The moment is the trace's, so that every page and copy of a day is the same one.
  return {
    mark: {
      name: reader.name,
      email: reader.email,
      organisation: reader.organisation,
      when: formatMoment(trace.createdAt, org.timeZone),
      trace: trace.id,
    },
    trace,
  };
}

/** The file as it is rendered. @throws NotMarkable for a kind that has no pages */
export function markedSource(
  {
    services,
    org,
  }: { services: Pick<Services, "store" | "blobs" | "now" | "log">; org: { id: string } },
  {
    blobHash,
    contentType,
    size,
    bytes,
  }: Pick<Original, "blobHash" | "contentType" | "size" | "bytes">,
): MarkedSource {
  const kind = contentType === PDF ? "pdf" : isPicture(contentType) ? "picture" : null;
  if (kind === null) throw new NotMarkable("damaged");
  return {
    orgId: org.id,
    key: blobHash,
    kind,
    size,
    failures: failureMemory(services, org.id, blobHash),
    open: async () =>
      bytes === undefined ? (await services.blobs.open(org.id, blobHash)).stream : onePiece(bytes),
  };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Copies that are being stored, so that two requests at once store one. */
const underWay = new Map<string, Promise<ServedBlob>>();

/**
 * This reader's own watermarked copy of a PDF: the one of today, else a new one, encrypted like
 * every blob.
 * @returns hash and size of the blob to send
 * @throws NotMarkable; BlobDamaged and BlobMissing for the original
 */
export async function watermarkedCopy(
  scope: MarkScope,
  document: DocumentsTable,
): Promise<ServedBlob> {
  const { mark, trace } = await markFor(scope, document);
  const { store, now } = scope.services;
  const copy = await findCopy(store.read, scope.org.id, trace.id, now());
  if (copy !== null && (await isThere(scope, scope.org.id, copy.blobHash)))
    return { hash: copy.blobHash, size: copy.size };
  // Two requests at once wait for one copy, and for one of them to store it.
  const name = `${scope.org.id} ${trace.id}`;
  const known = underWay.get(name);
  if (known !== undefined) return known;
  const pdf = await marking.pdf(markedSource(scope, document), mark, scope.signal);
  let stored = underWay.get(name);
  if (stored === undefined) {
    stored = storeCopy(scope, pdf, trace).finally(() => underWay.delete(name));
    underWay.set(name, stored);
  }
  return stored;
}

async function storeCopy(
  scope: MarkScope,
  pdf: Uint8Array,
  trace: TracesTable,
): Promise<ServedBlob> {
  const { store, blobs, now } = scope.services;
  const orgId = scope.org.id;
  const blob = await blobs.put(orgId, pdf, { maxBytes: MAX_MARKED_BYTES * 2 });
  const moment = now();
  const { id: traceId, documentId, versionHash, viewerKey, day } = trace;
  await store.write(async (trx) => {
    await recordBlob(trx, orgId, blob, isoNow(moment));
    await recordCopy(trx, {
      orgId,
      traceId,
      documentId,
      versionHash,
      viewerKey,
      day,
      blobHash: blob.hash,
      size: blob.size,
      createdAt: isoNow(moment),
      expiresAt: isoNow(new Date(moment.getTime() + COPY_LIFE_MS)),
    });
  });
  return blob;
}

async function isThere({ services }: MarkScope, orgId: string, hash: string): Promise<boolean> {
  try {
    await services.blobs.stat(orgId, hash);
    return true;
  } catch (error) {
    if (error instanceof BlobMissing) return false;
    throw error;
  }
}
