import { recordFileEvents, type FileEvent } from "#tenancy/visitor-events/store/events.server.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { fileAnswer } from "#platform/files/answer.ts";
import { noteGatedRead } from "#content/files/gated-reads.ts";
import { ZipEntryFailed } from "#platform/files/stored-zip.ts";
import type { ArchiveSource } from "#model/bulk-download.ts";
import { errorWords } from "#values/error-words.ts";
import type { Archive, BulkScope, ReadyFile } from "./gather.ts";

/**
 * The archive itself, whole or a range of it. A file that fails while it is sent cuts the answer
 * off and is recorded. Files that are not for everyone are recorded one by one before their bytes
 * leave, the others once the archive was sent whole, by `afterwards`.
 * @param archive.id what the rows of one archive have in common
 * @param archive.source what the record says of where they come from
 * @param afterwards work for when the answer was handed over whole
 */
export function archiveAnswer(
  bulk: BulkScope,
  viewer: Viewer,
  request: Request,
  archive: { id: string; name: string; source: ArchiveSource } & Archive,
  afterwards: (work: () => void) => void,
): Response {
  const { id, name, source, zip, byPath, etag } = archive;
  const files = [...byPath.values()];
  const told = { archive: id, source };
  const { response, range } = fileAnswer(request, {
    name,
    contentType: "application/zip",
    size: zip.size,
    etag,
    disposition: "attachment",
    open: async (part) => {
      const stream = zip.stream(part, async (entry, bytes) => {
        const file = byPath.get(entry.name);
        if (file !== undefined && isGated(file))
          await noteGatedRead(bulk.services, bulk.org.id, {
            ...eventOf(bulk, viewer, file, told),
            bytes,
          });
      });
      stream.once("error", (error) => {
        if (error instanceof ZipEntryFailed)
          noteDamage(bulk, viewer, byPath.get(error.entry.name), { error, source });
      });
      return stream;
    },
  });
  if (range !== null && range.end === zip.size && request.method !== "HEAD") {
    afterwards(
      () =>
        void record(
          bulk,
          files.filter((file) => !isGated(file)).map((file) => eventOf(bulk, viewer, file, told)),
        ),
    );
  }
  return response;
}

function isGated({ candidate: { file, letter } }: ReadyFile): boolean {
  return (file ?? letter).gated;
}

function noteDamage(
  bulk: BulkScope,
  viewer: Viewer,
  file: ReadyFile | undefined,
  { error, source }: { error: ZipEntryFailed; source: ArchiveSource },
): void {
  bulk.services.log.error({ fileId: file?.fileId, error: error.message }, "damaged file");
  if (file !== undefined)
    void record(bulk, [eventOf(bulk, viewer, file, { archive: null, source })]);
}

function eventOf(
  { scope }: BulkScope,
  viewer: Viewer,
  file: ReadyFile,
  { archive, source }: { archive: string | null; source: ArchiveSource },
): FileEvent {
  const { itemUid, fileId, size, hash } = file;
  const damaged = archive === null;
  return {
    name: damaged ? "file damaged" : "file engaged",
    access: "download",
    viewer,
    productId: scope.productId,
    itemUid,
    documentId: fileId,
    source,
    bytes: damaged ? null : size,
    detail: damaged ? { hash } : { archive },
  };
}

/** The reader never waits for it. */
async function record({ services, org }: BulkScope, events: readonly FileEvent[]): Promise<void> {
  const { store, now, log } = services;
  try {
    await store.write((trx) => recordFileEvents({ trx, orgId: org.id, now: now() }, events));
  } catch (error) {
    log.warn({ error: errorWords(error) }, "an event could not be recorded");
  }
}
