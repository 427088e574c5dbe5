import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import { failureMemory } from "#content/files/watermark/failure-memory.ts";
import {
  MAX_MARKED_BYTES,
  marking,
  type MarkingRefusal,
} from "#content/files/watermark/marking.ts";
import { markedSource } from "#content/files/watermark/marks.ts";
import { sizeInWords } from "#values/file-size.ts";
import type { TriedFile } from "./showing-trial.ts";

type Trying = Pick<Services, "store" | "blobs" | "now" | "log">;
type Owner = Pick<Org, "id" | "customization">;

const WHY: Record<MarkingRefusal, string> = {
  encrypted: "it is protected by a password",
  damaged: "it is damaged or has no pages",
  absent: "it is damaged or has no pages",
  "too-large": `it is larger than ${sizeInWords(MAX_MARKED_BYTES)}`,
  "too-complex": "it takes too much time or memory",
  unseen: "its pages would hide the watermark",
  busy: "the server is busy",
};

/**
 * Puts a watermark on a file that was sent, once, and forgets the copy. The failure is kept in mind
 * whatever the org's settings are.
 * @returns what staff are told where downloads are marked and this file's can't be; else null
 */
export async function markingFault(
  services: Trying,
  org: Owner,
  file: TriedFile,
  signal?: AbortSignal,
): Promise<string | null> {
  if (!isTried(file)) return null;
  const { contentType, blob } = file;
  if (blob.size > MAX_MARKED_BYTES) return inWords(org, "too-large");
  const source = markedSource(
    { services, org },
    { blobHash: blob.hash, contentType, size: blob.size },
  );
  return inWords(org, await marking.markTrial(source, signal));
}

/** The same of a file that lies in the library: it is not tried, what is known is told. */
export async function knownMarkingFault(
  services: Trying,
  org: Owner,
  file: TriedFile,
): Promise<string | null> {
  if (!isTried(file) || !org.customization.watermarkDownloads) return null;
  if (file.blob.size > MAX_MARKED_BYTES) return inWords(org, "too-large");
  const failures = await failureMemory(services, org.id, file.blob.hash).known();
  const known = failures.find(({ part }) => part === "mark")?.fault ?? null;
  return inWords(org, known);
}

/** What asks for a password says so by a note of its own. */
const isTried = ({ contentType, encryptedType }: TriedFile) =>
  contentType === PDF && encryptedType === null;

function inWords({ customization }: Owner, fault: MarkingRefusal | null): string | null {
  if (fault === null || !customization.watermarkDownloads) return null;
  const then =
    customization.viewOnlyFallback === "offer"
      ? "Downloads of it won’t have a watermark."
      : "Visitors whose downloads are watermarked can’t download it.";
  return `This file can’t be watermarked because ${WHY[fault]}. ${then}`;
}
