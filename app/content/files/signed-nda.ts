import { keptMarkdownOf } from "#platform/files/store/markdown.server.ts";
import type { NdaSignature } from "#auth/nda/store/nda-signatures.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Store } from "#db/store.ts";
import { dayIn } from "#values/dates.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import { safeFileName } from "#values/sent-file-name.ts";
import { BlobTooLarge, type BlobStore } from "#platform/files/blob-store.ts";
import { dispositionOf } from "#platform/files/answer.ts";
import type { SignedNda } from "./letter/nda-pdf.ts";
import { marking } from "./watermark/marking.ts";

/** The largest record that is kept: text and font make some hundred kilobytes. */
export const MAX_RECORD_BYTES = 20 * 1024 * 1024;

/**
 * The record of a signature as it was stored; made anew from its row where none was, as for an
 * imported one.
 * @throws BlobTooLarge above `maxBytes`; what reading or making it throws
 */
export async function recordBytes(
  { store, blobs }: { store: Store; blobs: BlobStore },
  org: Org,
  signature: NdaSignature,
  maxBytes = MAX_RECORD_BYTES,
): Promise<Uint8Array> {
  if (signature.blobHash !== null) return blobs.readAll(org.id, signature.blobHash, maxBytes);
  const tree =
    signature.body === null ? null : await keptMarkdownOf(store.read, org.id, signature.body);
  const made = await marking.signedNda(org, factsOf(signature, tree));
  if (made.length > maxBytes) throw new BlobTooLarge(maxBytes);
  return made;
}

/**
 * What the file of a record is called, wherever it goes: by the org's day, or the one that staff
 * noted.
 */
export function recordName(
  org: Pick<Org, "name" | "timeZone">,
  { signedAt, importedAt }: Pick<NdaSignature, "signedAt" | "importedAt">,
): string {
  const day = importedAt === null ? dayIn(new Date(signedAt), org.timeZone) : signedAt.slice(0, 10);
  return safeFileName(`${org.name} NDA ${day}.pdf`);
}

/** The answer that hands a record over. */
export function recordAnswer(org: Org, signature: NdaSignature, bytes: Uint8Array): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": dispositionOf(recordName(org, signature), "attachment"),
      "Content-Length": String(bytes.length),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function factsOf(
  {
    name,
    email,
    accountName,
    signedAt,
    ip,
    userAgent,
    title,
    versionHash,
    importedAt,
    importedBy,
    note,
  }: NdaSignature,
  tree: MarkdownTree | null,
): SignedNda {
  return {
    name,
    email,
    accountName,
    signedAt,
    ip,
    userAgent,
    version:
      title === null || tree === null || versionHash === null
        ? null
        : { title, body: tree, hash: versionHash },
    imported: importedAt === null ? null : { at: importedAt, by: importedBy ?? "", note },
  };
}
