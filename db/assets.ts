import { isoNow, newId } from "./ids.ts";
import type { AssetsTable } from "./schema.ts";
import type { Reader, Writer } from "./store.ts";

/**
 * Adds a picture of the org (logo, banner, icon, badge ...) whose blob is recorded already. An asset never
 * changes: a new picture is a new asset, so that its address can be cached for ever.
 * @param values.type what it is for: logo, logo-dark, banner, favicon, icon, badge or company
 * @param values.blobHash SHA-256 (hexadecimal) of its bytes; the org must have that blob
 * @returns the asset's id
 */
export async function createAsset(
  trx: Writer,
  orgId: string,
  values: { type: string; fileName: string; contentType: string; blobHash: string },
  now: Date = new Date(),
): Promise<string> {
  const id = newId();
  const { type, fileName, contentType, blobHash } = values;
  await trx
    .insertInto("assets")
    .values({ orgId, id, type, fileName, contentType, blobHash, revision: 1, createdAt: isoNow(now) })
    .execute();
  return id;
}

/** The org's asset, or null: another org's id and one that does not exist look the same. */
export async function findAsset(db: Reader, orgId: string, assetId: string): Promise<AssetsTable | null> {
  const row = await db.selectFrom("assets").selectAll().where("orgId", "=", orgId).where("id", "=", assetId).executeTakeFirst();
  return row ?? null;
}
