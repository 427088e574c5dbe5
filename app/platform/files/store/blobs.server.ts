import { sql } from "kysely";
import type { BlobsTable, IsoTime } from "#db/schema.ts";
import { dialectOf } from "#db/engine.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/**
 * Notes that the org has a blob. The blob itself is on the disk already (platform/files/blob-store), so that
 * no row ever speaks of bytes that aren't there; noting the same one again only says that it is
 * named again.
 * @param blob SHA-256 (hexadecimal) and number of its plain bytes, as `BlobStore.put` returns them
 */
export async function recordBlob(
  trx: Writer,
  orgId: string,
  blob: { hash: string; size: number },
  now: IsoTime,
): Promise<void> {
  await trx
    .insertInto("blobs")
    .values({ orgId, hash: blob.hash, size: blob.size, createdAt: now })
    .onConflict((conflict) =>
      conflict.columns(["orgId", "hash"]).doUpdateSet({ unnamedSince: null }),
    )
    .execute();
}

/** The org's blob of that hash, or null. */
export async function findBlob(
  db: Reader,
  orgId: string,
  hash: string,
): Promise<BlobsTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("blobs")
    .selectAll()
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row ?? null;
}

/** The blobs of every org, in a fixed order; those that come after `after`, a page at a time. */
export async function listBlobs(
  db: Reader,
  after: { orgId: string; hash: string } | null,
  limit = 500,
): Promise<BlobsTable[]> {
  let query = acrossTenants(db, "The sweep of files goes over all companies.")
    .selectFrom("blobs")
    .selectAll()
    .orderBy("orgId")
    .orderBy("hash")
    .limit(limit);
  if (after !== null)
    query = query.where((eb) =>
      eb.or([
        eb("orgId", ">", after.orgId),
        eb.and([eb("orgId", "=", after.orgId), eb("hash", ">", after.hash)]),
      ]),
    );
  return query.execute();
}

/** What all blobs take, in plain bytes. */
export async function totalSize(db: Reader): Promise<number> {
  const { bytes } = await acrossTenants(db, "A move takes the files of all companies.")
    .selectFrom("blobs")
    .select((eb) => eb.fn.sum<number | null>("size").as("bytes"))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/**
 * Notes which blobs no row names, since now, and which are named again. Which rows could name one
 * is asked of the foreign keys, so that a table of later days counts from its first one on. A
 * moment that has not come yet is one that a wrong clock left, and becomes now.
 */
export async function noteUnnamed(trx: Writer, now: IsoTime): Promise<void> {
  const unnamed = await unnamedIn(trx);
  await acrossTenants(trx, "The sweep of files goes over all companies.")
    .updateTable("blobs")
    .set({ unnamedSince: null })
    .where("unnamedSince", "is not", null)
    .where((eb) => eb.not(eb.and(unnamed)))
    .execute();
  await acrossTenants(trx, "The sweep of files goes over all companies.")
    .updateTable("blobs")
    .set({ unnamedSince: now })
    .where((eb) => eb.or([eb("unnamedSince", "is", null), eb("unnamedSince", ">", now)]))
    .where((eb) => eb.and(unnamed))
    .execute();
}

/**
 * Whether `noteUnnamed` would change anything: asked without the lock, since mostly it would not.
 */
export async function mustNote(db: Reader, now: IsoTime): Promise<boolean> {
  const unnamed = await unnamedIn(db);
  const row = await acrossTenants(db, "The sweep of files goes over all companies.")
    .selectFrom("blobs")
    .select("hash")
    .where((eb) =>
      eb.or([
        eb.and([eb("unnamedSince", "is not", null), eb.not(eb.and(unnamed))]),
        eb.and([eb.or([eb("unnamedSince", "is", null), eb("unnamedSince", ">", now)]), ...unnamed]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Blobs that no row names, and that `noteUnnamed` found so at a moment or before it. */
export async function listUnnamedBlobs(
  db: Reader,
  until: IsoTime,
  after: { orgId: string; hash: string } | null,
  limit = 500,
): Promise<BlobsTable[]> {
  let query = acrossTenants(db, "The sweep of files goes over all companies.")
    .selectFrom("blobs")
    .selectAll("blobs")
    .where("unnamedSince", "<=", until)
    .orderBy("orgId")
    .orderBy("hash")
    .limit(limit);
  for (const unnamed of await unnamedIn(db)) query = query.where(unnamed);
  if (after !== null)
    query = query.where((eb) =>
      eb.or([
        eb("orgId", ">", after.orgId),
        eb.and([eb("orgId", "=", after.orgId), eb("hash", ">", after.hash)]),
      ]),
    );
  return query.execute();
}

/**
 * Forgets a blob, unless a row names it: looked at once more under the write lock. @returns whether
 * it is forgotten
 */
export async function forgetBlob(trx: Writer, orgId: string, hash: string): Promise<boolean> {
  let query = inOrg(trx, orgId).deleteFrom("blobs").where("hash", "=", hash);
  for (const unnamed of await unnamedIn(trx)) query = query.where(unnamed);
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
}

async function unnamedIn(db: Reader) {
  return (await dialectOf(db).columnsNaming(db, "blobs", "hash")).map(
    ({ table, column }) =>
      sql<boolean>`not exists (select 1 from ${sql.table(table)} as naming where naming."orgId" = blobs."orgId" and naming.${sql.ref(column)} = blobs."hash")`,
  );
}

/**
 * What people call the things that are kept in a blob: documents by name, the rest by what it is.
 */
export async function blobNames(db: Reader, orgId: string, hash: string): Promise<string[]> {
  const versions = await inOrg(db, orgId)
    .selectFrom("documentVersions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.orgId", "=", "v.orgId").onRef("d.id", "=", "v.documentId"),
    )
    .select(["d.originalName", "d.blobHash", "v.number"])
    .where("v.blobHash", "=", hash)
    .execute();
  const assets = await inOrg(db, orgId)
    .selectFrom("assets")
    .select(["type", "fileName"])
    .where("blobHash", "=", hash)
    .execute();
  const signatures = await inOrg(db, orgId)
    .selectFrom("ndaSignatures")
    .select("name")
    .where("blobHash", "=", hash)
    .execute();
  const questionnaires = await inOrg(db, orgId)
    .selectFrom("questionnaires")
    .select("fileName")
    .where("blobHash", "=", hash)
    .execute();
  const releases = await inOrg(db, orgId)
    .selectFrom("questionnaireReleases")
    .select("fileName")
    .where("blobHash", "=", hash)
    .execute();
  return [
    ...releases.map(({ fileName }) => `released questionnaire “${fileName}”`),
    ...questionnaires.map(({ fileName }) => `questionnaire "${fileName}"`),
    ...versions.map(({ originalName, number, blobHash }) =>
      blobHash === hash
        ? `document "${originalName}"`
        : `version ${number} of document “${originalName}”`,
    ),
    ...assets.map(({ type, fileName }) => `${type} picture "${fileName}"`),
    ...signatures.map(({ name }) => `NDA signed by ${name}`),
  ];
}
