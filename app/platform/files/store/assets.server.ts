import { sql } from "kysely";
import { isoNow, newId } from "#db/ids.ts";
import { holds } from "#db/patterns.ts";
import type { AssetsTable } from "#db/schema.ts";
import { dialectOf } from "#db/engine.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/**
 * Adds a picture of the org (logo, banner, icon, badge ...) whose blob is recorded already. An
 * asset never changes: a new picture is a new asset, so that its address can be cached for ever.
 * @param values.type what it is for: logo, logo-dark, banner, favicon, icon, badge or company
 * @param values.blobHash SHA-256 (hexadecimal) of its bytes; the org must have that blob
 * @returns the asset's id
 */
export async function createAsset(
  { trx, orgId, now }: Omit<Write, "by">,
  values: { type: string; fileName: string; contentType: string; blobHash: string },
): Promise<string> {
  const id = newId();
  const { type, fileName, contentType, blobHash } = values;
  await trx
    .insertInto("assets")
    .values({
      orgId,
      id,
      type,
      fileName,
      contentType,
      blobHash,
      revision: 1,
      createdAt: isoNow(now),
    })
    .execute();
  return id;
}

/** The org's asset, or null: another org's id and one that does not exist look the same. */
export async function findAsset(
  db: Reader,
  orgId: string,
  assetId: string,
): Promise<AssetsTable | null> {
  return (await assetRows(db, orgId, assetId).executeTakeFirst()) ?? null;
}

/**
 * The org's asset while something names it: a card, an item, a company, the settings. What was
 * replaced is kept for history and is nobody's to look at.
 */
export async function findShownAsset(
  db: Reader,
  orgId: string,
  assetId: string,
): Promise<AssetsTable | null> {
  const row = await assetRows(db, orgId, assetId)
    .where(await named(db))
    .executeTakeFirst();
  return row ?? null;
}

function assetRows(db: Reader, orgId: string, assetId: string) {
  return inOrg(db, orgId).selectFrom("assets").selectAll().where("id", "=", assetId);
}

/** How long a picture stays that nothing names. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Forgets pictures that nothing names and that no version in history would bring back; the sweep of
 * orphans takes their bytes.
 * @returns how many
 */
export async function purgeAssets(trx: Writer, now: Date): Promise<number> {
  const isIn = (column: string) => holds(sql.ref(column), sql.ref("assets.id"));
  const inHistory = sql<boolean>`exists (select 1 from changes as c where c."orgId" = assets."orgId" and (${isIn("c.beforeJson")} or ${isIn("c.afterJson")}))`;
  const { numDeletedRows } = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("assets")
    .where("createdAt", "<", isoNow(new Date(now.getTime() - KEPT_MS)))
    .where(sql<boolean>`not (${await named(trx)})`)
    .where(sql<boolean>`not (${inHistory})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Whether a row names an asset. Which rows could is asked of the foreign keys, so that a table of
 * later days counts from its first one on.
 */
async function named(db: Reader) {
  const columns = await dialectOf(db).columnsNaming(db, "assets", "id");
  const naming = columns.map(
    ({ table, column }) =>
      sql<boolean>`exists (select 1 from ${sql.table(table)} as naming where naming."orgId" = assets."orgId" and naming.${sql.ref(column)} = assets."id")`,
  );
  return sql<boolean>`(${sql.join(naming, sql` or `)})`;
}
