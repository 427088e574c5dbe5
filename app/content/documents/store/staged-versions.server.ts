import { NotFound, Refused } from "#db/refusals.ts";
import type { StagedFilesTable, StagedVersionsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import {
  removeStagedFile,
  stagedSince,
  stageFile,
} from "#web/table-import/store/staged-files.server.ts";
import { listVersions, SAME_FILE } from "./document-versions.server.ts";
import { findDocument } from "./documents.server.ts";
import { uploadVersion, type UploadedFile, type VersionChanges } from "./library.server.ts";

/** A file that waits to be published as a document's next version. */
export type StagedVersion = Pick<StagedVersionsTable, "id" | "contentType" | "encryptedType"> &
  Pick<StagedFilesTable, "fileName" | "blobHash" | "size" | "createdAt" | "createdBy">;

/** Versions of a document that wait to be published, the newest first. */
export async function listStagedVersions(
  db: Reader,
  orgId: string,
  documentId: string,
  now: Date,
): Promise<StagedVersion[]> {
  return stagedOf(db, orgId, documentId, now).execute();
}

/** A version of a document that waits to be published; null when none of that id does. */
export async function findStagedVersion(
  db: Reader,
  orgId: string,
  documentId: string,
  id: string,
  now: Date,
): Promise<StagedVersion | null> {
  const row = await stagedOf(db, orgId, documentId, now).where("v.id", "=", id).executeTakeFirst();
  return row ?? null;
}

function stagedOf(db: Reader, orgId: string, documentId: string, now: Date) {
  return inOrg(db, orgId)
    .selectFrom("stagedVersions as v")
    .innerJoin("stagedFiles as f", (join) =>
      join.onRef("f.orgId", "=", "v.orgId").onRef("f.id", "=", "v.id"),
    )
    .select([
      "v.id",
      "v.contentType",
      "v.encryptedType",
      "f.fileName",
      "f.blobHash",
      "f.size",
      "f.createdAt",
      "f.createdBy",
    ])
    .where("v.documentId", "=", documentId)
    .where("f.createdAt", ">=", stagedSince(now))
    .orderBy("f.createdAt", "desc")
    .orderBy("v.id");
}

/**
 * Keeps a file that was sent until somebody publishes it as a document's next version. Visitors see
 * nothing of it.
 * @returns its id
 * @throws NotFound; Refused when it is what the document holds already
 */
export async function stageVersion(
  write: Write,
  documentId: string,
  { fileName, contentType, blob, encryptedType }: UploadedFile,
): Promise<string> {
  const { trx, orgId, by, now } = write;
  const document = await findDocument(trx, orgId, documentId);
  if (document === null) throw new NotFound("document");
  if (document.blobHash === blob.hash) throw new Refused(SAME_FILE);
  const file = { purpose: "version", fileName, blob } as const;
  const id = await stageFile(trx, orgId, file, by.actorName, now);
  await trx
    .insertInto("stagedVersions")
    .values({ orgId, id, documentId, contentType, encryptedType })
    .execute();
  return id;
}

/**
 * Publishes a staged file as its document's next version, together with what is said of it.
 * @param after the version that was shown beside it: another one that came meanwhile is looked at
 *   first
 * @returns the new version's number
 * @throws NotFound when nothing waits, as after it was published; Refused
 */
export async function publishStagedVersion(
  write: Write,
  { documentId, id, after }: { documentId: string; id: string; after: number },
  facts: VersionChanges,
): Promise<number> {
  const { trx, orgId, now } = write;
  const staged = await findStagedVersion(trx, orgId, documentId, id, now);
  if (staged === null) throw new NotFound("staged version");
  const [newest] = await listVersions(trx, orgId, documentId);
  if (newest !== undefined && newest.number !== after)
    throw new Refused(
      `Version ${newest.number} was published in the meantime. Check the details below, then publish again.`,
    );
  const { fileName, contentType, encryptedType, blobHash, size } = staged;
  await removeStagedFile(trx, orgId, id);
  const file = { fileName, contentType, encryptedType, blob: { hash: blobHash, size } };
  return (await uploadVersion(write, documentId, file, facts)).version;
}

/** Forgets a file that was to be a version. @throws NotFound */
export async function discardStagedVersion(
  { trx, orgId, now }: Write,
  documentId: string,
  id: string,
): Promise<void> {
  const staged = await findStagedVersion(trx, orgId, documentId, id, now);
  if (staged === null || !(await removeStagedFile(trx, orgId, id)))
    throw new NotFound("staged version");
}
