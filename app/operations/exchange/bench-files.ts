import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import { findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";

/**
 * Stores files for the bench, as uploads are stored. @returns a line of JSON a file: its hash and
 * size
 */
export async function storeBenchFiles(
  { store, blobs, now }: Services,
  slug: string,
  files: readonly string[],
): Promise<string> {
  const org = await findOrgBySlug(store.read, slug);
  if (org === null) throw new Error(`there is no org ${slug}`);
  const lines: string[] = [];
  for (const file of files) {
    const blob = await blobs.put(org.id, createReadStream(file), {
      maxBytes: (await stat(file)).size,
    });
    await store.write((trx) => recordBlob(trx, org.id, blob, isoNow(now())));
    lines.push(JSON.stringify({ hash: blob.hash, size: blob.size }));
  }
  return lines.join("\n");
}
