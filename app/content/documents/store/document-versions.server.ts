import { isoNow } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { DocumentsTable, DocumentVersionsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** New content for a document; its blob is stored and recorded already. */
export interface VersionValues {
  /** What the file was called when it came. */
  fileName: string;
  contentType: string;
  /** Plain bytes. */
  size: number;
  blobHash: string;
  encryptedType?: string | null;
}

/** A document's versions, the newest first. */
export async function listVersions(
  db: Reader,
  orgId: string,
  documentId: string,
): Promise<DocumentVersionsTable[]> {
  return inOrg(db, orgId)
    .selectFrom("documentVersions")
    .selectAll()
    .where("documentId", "=", documentId)
    .orderBy("number", "desc")
    .execute();
}

/** One version of a document; null when it has none of that number. */
export async function findVersion(
  db: Reader,
  orgId: string,
  documentId: string,
  number: number,
): Promise<DocumentVersionsTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("documentVersions")
    .selectAll()
    .where("documentId", "=", documentId)
    .where("number", "=", number)
    .executeTakeFirst();
  return row ?? null;
}

/** Said of a new version that is none. */
export const SAME_FILE = "This is the file the document already has. Nothing was changed.";

/**
 * Puts new content behind a document, whose name, links and access stay; what it held before stays
 * as an earlier version.
 * @returns the new version's number
 * @throws NotFound; Refused when it is what the document holds already
 */
export async function addDocumentVersion(
  write: Write,
  documentId: string,
  values: VersionValues,
): Promise<number> {
  const { trx, orgId } = write;
  const document = await lockedDocument(trx, orgId, documentId);
  if (document.blobHash === values.blobHash) throw new Refused(SAME_FILE);
  const number = await appendVersion(write, document, {
    ...values,
    encryptedType: values.encryptedType ?? null,
    restoredFrom: null,
  });
  await contentChanged(trx, orgId);
  return number;
}

/**
 * Brings an earlier version back, as a new one: nothing between the two is lost.
 * @returns the new version's number
 * @throws NotFound; Refused when it is what the document holds already
 */
export async function restoreDocumentVersion(
  write: Write,
  documentId: string,
  number: number,
): Promise<number> {
  const { trx, orgId } = write;
  const document = await lockedDocument(trx, orgId, documentId);
  const version = await findVersion(trx, orgId, documentId, number);
  if (version === null) throw new NotFound("version");
  if (version.blobHash === document.blobHash)
    throw new Refused(
      `The current version is identical to version ${number}. Nothing was changed.`,
    );
  const { fileName, blobHash, size, contentType, encryptedType } = version;
  const restored = await appendVersion(write, document, {
    fileName,
    blobHash,
    size,
    contentType,
    encryptedType,
    restoredFrom: number,
  });
  await contentChanged(trx, orgId);
  return restored;
}

type Content = Required<VersionValues> & Pick<DocumentVersionsTable, "restoredFrom">;

async function appendVersion(
  { trx, by, now }: Omit<Write, "orgId">,
  { orgId, id }: DocumentsTable,
  content: Content,
): Promise<number> {
  const [newest] = await listVersions(trx, orgId, id);
  const number = (newest?.number ?? 0) + 1;
  await trx
    .insertInto("documentVersions")
    .values({
      orgId,
      documentId: id,
      number,
      ...content,
      createdAt: isoNow(now),
      createdBy: by.actorName,
    })
    .execute();
  const { blobHash, size, contentType, encryptedType } = content;
  await inOrg(trx, orgId)
    .updateTable("documents")
    .set({ blobHash, size, contentType, encryptedType })
    .where("id", "=", id)
    .execute();
  return number;
}

async function lockedDocument(
  trx: Writer,
  orgId: string,
  documentId: string,
): Promise<DocumentsTable> {
  const row = await inOrg(trx, orgId)
    .selectFrom("documents")
    .selectAll()
    .where("id", "=", documentId)
    .executeTakeFirst();
  if (row === undefined) throw new NotFound("document");
  return row;
}
