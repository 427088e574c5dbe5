import type { BlobsTable, IsoTime } from "./schema.ts";
import type { Reader, Writer } from "./store.ts";

/**
 * Notes that the org has a blob. The blob itself is on the disk already (files/blob-store), so that no row
 * ever speaks of bytes that aren't there; noting the same one again changes nothing.
 * @param blob SHA-256 (hexadecimal) and number of its plain bytes, as `BlobStore.put` returns them
 */
export async function recordBlob(trx: Writer, orgId: string, blob: { hash: string; size: number }, now: IsoTime): Promise<void> {
  await trx
    .insertInto("blobs")
    .values({ orgId, hash: blob.hash, size: blob.size, createdAt: now })
    .onConflict((conflict) => conflict.columns(["orgId", "hash"]).doNothing())
    .execute();
}

/** The org's blob of that hash, or null. */
export async function findBlob(db: Reader, orgId: string, hash: string): Promise<BlobsTable | null> {
  const row = await db.selectFrom("blobs").selectAll().where("orgId", "=", orgId).where("hash", "=", hash).executeTakeFirst();
  return row ?? null;
}
