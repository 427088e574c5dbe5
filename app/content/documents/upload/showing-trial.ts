import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";
import type { FileNote } from "#model/documents/file-notes.ts";
import { isPicture, PASSWORD, PDF } from "#model/visibility/file-rights.ts";
import { keepThumbnail } from "#content/files/watermark/kept-pages.ts";
import { MAX_MARKED_BYTES, marking } from "#content/files/watermark/marking.ts";
import { markedSource } from "#content/files/watermark/marks.ts";

/** A file as it lies in the store, before a row speaks of it. */
export interface TriedFile {
  contentType: string;
  blob: { hash: string; size: number };
  encryptedType: string | null;
}

const REFUSED =
  "This file is too complex to show as pages, so it wasn’t added. Save it in a simpler form, for example by printing it to a PDF, or choose “Allow without a watermark” on the Traces page for files that can’t be shown.";

type Trying = Pick<Services, "store" | "blobs" | "now" | "log">;

/** What a trial found out about a file. */
export interface Showing {
  /** What the person is told; null when the file is taken. */
  fault: string | null;
  encryptedType: string | null;
  /** What staff are told of it at the upload. */
  notes: readonly FileNote[];
}

/**
 * Draws the first and the largest page of a file that was sent, once: what takes too much is
 * refused, or taken where the org offers unmarked what can't be shown. Files that are damaged,
 * protected or too large for pages are taken as ever: those who may download them get them. Whether
 * a PDF asks for a password, the engine says that opens it.
 */
export async function tryShowing(
  services: Trying,
  org: Pick<Org, "id" | "customization">,
  { contentType, blob, encryptedType }: TriedFile,
  signal?: AbortSignal,
): Promise<Showing> {
  const hasPages = contentType === PDF || isPicture(contentType);
  if (!hasPages || encryptedType !== null || blob.size > MAX_MARKED_BYTES)
    return { fault: null, encryptedType, notes: encryptedType === null ? [] : ["password"] };
  const source = markedSource(
    { services, org },
    { blobHash: blob.hash, contentType, size: blob.size },
  );
  const notes: FileNote[] = [];
  const fault = await marking.trial(source, signal, (found, thumbnail) => {
    notes.push(...found);
    keepThumbnail(source, thumbnail);
  });
  const isLocked = fault === "encrypted";
  if (isLocked) notes.push("password");
  const isRefused = fault === "too-complex" && org.customization.viewOnlyFallback === "refuse";
  return {
    fault: isRefused ? REFUSED : null,
    encryptedType: isLocked ? PASSWORD : null,
    notes,
  };
}
