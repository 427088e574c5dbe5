import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";
import { isPicture, PDF } from "#model/visibility/file-rights.ts";
import { MAX_MARKED_BYTES, marking } from "#content/files/watermark/marking.ts";
import { markedSource } from "#content/files/watermark/marks.ts";

/** A file as it lies in the store, before a row speaks of it. */
export interface TriedFile {
  contentType: string;
  blob: { hash: string; size: number };
  encryptedType: string | null;
}

const REFUSED =
  "This file was not added: showing its pages takes more time or memory than one file is given. Save it in a simpler form, for example by printing it to a PDF, or choose “Allow without a watermark” on the Traces page for files that can't be shown.";

/**
 * Draws the first and the largest page of a file that was sent, once: what takes too much is
 * refused, or taken where the org offers unmarked what can't be shown. Files that are damaged,
 * protected or too large for pages are taken as ever: those who may download them get them.
 * @returns what the person is told; null when the file is taken
 */
export async function showingFault(
  services: Pick<Services, "store" | "blobs" | "now" | "log">,
  org: Pick<Org, "id" | "customization">,
  { contentType, blob, encryptedType }: TriedFile,
  signal?: AbortSignal,
): Promise<string | null> {
  const hasPages = contentType === PDF || isPicture(contentType);
  if (!hasPages || encryptedType !== null || blob.size > MAX_MARKED_BYTES) return null;
  const source = markedSource(
    { services, org },
    { blobHash: blob.hash, contentType, size: blob.size },
  );
  const fault = await marking.trial(source, signal);
  return fault === "too-complex" && org.customization.viewOnlyFallback === "refuse"
    ? REFUSED
    : null;
}
