import type { Reader } from "../../../../db/store.ts";

/** `sha256:…` of an org's picture by its id; null for none. */
export type FileOf = (assetId: string | null) => string | null;

/** What is stored of an org's pictures. */
export async function assetFiles(db: Reader, orgId: string): Promise<FileOf> {
  const rows = await db
    .selectFrom("assets")
    .select(["id", "blobHash"])
    .where("orgId", "=", orgId)
    .execute();
  const hashes = new Map(rows.map(({ id, blobHash }) => [id, `sha256:${blobHash}`]));
  return (assetId) => (assetId === null ? null : (hashes.get(assetId) ?? null));
}
