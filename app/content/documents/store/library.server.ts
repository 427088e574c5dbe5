import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import type { DocumentAccessType, DocumentType } from "#model/items/items.ts";
import { factsColumn } from "#model/documents/facts.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { addDocumentVersion, restoreDocumentVersion } from "./document-versions.server.ts";
import {
  addDocument,
  changeDocumentType,
  findDocument,
  findSameContent,
  removeDocument,
  updateDocument,
  type DocumentChanges,
} from "./documents.server.ts";
import { productEntryId } from "#model/entry-ids.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { tellingChanges } from "#visibility/changes/store/tell.server.ts";
import { isoNow } from "#db/ids.ts";
import { endingFault } from "#model/documents/library.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { inOrg } from "#db/tenant.ts";
import type { DocumentsTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";

/**
 * What staff do with the library: each verb writes its rows and tells the audit, in one
 * transaction.
 */

/** A file on the disk that becomes a document or a version of one. */
export interface UploadedFile {
  fileName: string;
  contentType: string;
  blob: { hash: string; size: number };
  encryptedType: string | null;
}

export interface UploadChoices {
  type: DocumentType;
  /** null: as the org's setting says. */
  accessType: DocumentAccessType | null;
  /** YYYY-MM-DD */
  expiresOn: string | null;
  /** Add a file although the library holds the same bytes already. */
  addSame: boolean;
}

export type Added =
  | { id: string; fileName: string }
  | { same: { id: string; name: string }; fileName: string };

/**
 * Adds uploaded files to the library. One whose bytes a document holds already is left out and
 * named, unless `addSame`.
 */
export async function addUploads(
  write: Write,
  files: readonly UploadedFile[],
  choices: UploadChoices,
): Promise<Added[]> {
  const { trx, orgId, now } = write;
  const added: Added[] = [];
  for (const { fileName, contentType, blob, encryptedType } of files) {
    const same = choices.addSame ? null : await findSameContent(trx, orgId, blob.hash);
    if (same !== null) {
      added.push({ same: { id: same.id, name: same.originalName }, fileName });
      continue;
    }
    await recordBlob(trx, orgId, blob, isoNow(now));
    const { type, accessType, expiresOn } = choices;
    const id = await addDocument(write, {
      originalName: fileName,
      contentType,
      size: blob.size,
      blobHash: blob.hash,
      type,
      accessType,
      encryptedType,
      expiresOn,
    });
    await recordAudit(write, {
      action: "document.uploaded",
      subject: fileName,
      detail: { size: blob.size, type, sha256: blob.hash },
    });
    added.push({ id, fileName });
  }
  return added;
}

/** What can be said of a document together with its new version. */
export type VersionChanges = Pick<
  DocumentChanges,
  "originalName" | "expiresOn" | "auditor" | "periodFrom" | "periodTo"
>;

/**
 * Puts an uploaded file behind a document as its new version.
 * @param facts what is said of it; what is left out stays as it was
 * @returns its number, and until when the document is valid now
 * @throws NotFound; Refused
 */
export async function uploadVersion(
  write: Write,
  documentId: string,
  file: UploadedFile,
  facts: VersionChanges = {},
): Promise<{ version: number; expiresOn: string | null }> {
  const { trx, orgId, now } = write;
  const document = await mustFind(trx, orgId, documentId);
  await recordBlob(trx, orgId, file.blob, isoNow(now));
  const { fileName, contentType, blob, encryptedType } = file;
  const number = await tellingChanges(write, { documents: [documentId] }, () =>
    addDocumentVersion(write, documentId, {
      fileName,
      contentType,
      size: blob.size,
      blobHash: blob.hash,
      encryptedType,
    }),
  );
  await recordAudit(write, {
    action: "document.version-uploaded",
    subject: document.originalName,
    detail: { version: number, size: blob.size, sha256: blob.hash },
  });
  await announceVersion(write, document, number);
  const fault =
    facts.originalName === undefined ? null : endingFault(facts.originalName, contentType);
  if (fault !== null) throw new Refused(fault, "name");
  await editDocument(write, documentId, facts);
  return {
    version: number,
    expiresOn: facts.expiresOn === undefined ? document.expiresOn : facts.expiresOn,
  };
}

/**
 * Brings an earlier version of a document back. @returns the new version's number. @throws
 * NotFound; Refused
 */
export async function restoreVersion(
  write: Write,
  documentId: string,
  number: number,
): Promise<number> {
  const { trx, orgId } = write;
  const document = await mustFind(trx, orgId, documentId);
  const restored = await tellingChanges(write, { documents: [documentId] }, () =>
    restoreDocumentVersion(write, documentId, number),
  );
  await recordAudit(write, {
    action: "document.version-restored",
    subject: document.originalName,
    detail: { from: number, version: restored },
  });
  await announceVersion(write, document, restored);
  return restored;
}

async function announceVersion(
  write: Write,
  { id, originalName }: { id: string; originalName: string },
  version: number,
): Promise<void> {
  await announce(write, {
    type: "document.replaced",
    subjectId: id,
    path: `/documents/${id}`,
    facts: { name: originalName, version },
  });
}

/** Changes a document's facts; the audit tells what it was. @throws NotFound */
export async function editDocument(
  write: Write,
  documentId: string,
  changes: DocumentChanges,
): Promise<void> {
  const { trx, orgId } = write;
  const before = await mustFind(trx, orgId, documentId);
  const { releasedFacts, ...rest } = changes;
  const after = {
    ...rest,
    ...(releasedFacts === undefined ? {} : { releasedFacts: factsColumn(releasedFacts) }),
  };
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => before[name] !== after[name],
  );
  if (changed.length === 0) return;
  await updateDocument(trx, orgId, documentId, changes);
  await noteEntries(write, "documents", [documentId]);
  const detail = Object.fromEntries(
    changed.map((name) => [name, `${before[name] || "none"} → ${after[name] || "none"}`]),
  );
  await recordAudit(write, { action: "document.changed", subject: before.originalName, detail });
}

/** Gives documents one type in place of those that they had. @returns how many. @throws NotFound */
export async function changeTypes(
  write: Write,
  documentIds: readonly string[],
  type: DocumentType,
): Promise<number> {
  const { trx, orgId } = write;
  const ids = [...new Set(documentIds)];
  await changeDocumentType(trx, orgId, ids, type);
  await noteEntries(write, "documents", ids);
  await recordAudit(write, {
    action: "document.types-changed",
    subject: `${ids.length} document(s)`,
    detail: { type, documents: ids.join(" ") },
  });
  return ids.length;
}

/**
 * Removes a document: it leaves every item, its events stay, its blobs go with the next sweep.
 * @throws NotFound
 */
export async function deleteDocument(write: Write, documentId: string): Promise<DocumentsTable> {
  const { trx, orgId } = write;
  const document = await mustFind(trx, orgId, documentId);
  const places = await inOrg(trx, orgId)
    .selectFrom("itemDocuments")
    .select(["productId", "itemUid"])
    .where("documentId", "=", documentId)
    .execute();
  await tellingChanges(write, { documents: [documentId] }, () =>
    removeDocument(trx, orgId, documentId),
  );
  await noteEntries(
    write,
    "items",
    places.map(({ productId, itemUid }) => productEntryId(productId, itemUid)),
  );
  await recordAudit(write, {
    action: "document.deleted",
    subject: document.originalName,
    detail: { document: documentId, sha256: document.blobHash },
  });
  return document;
}

async function mustFind(trx: Writer, orgId: string, documentId: string): Promise<DocumentsTable> {
  const document = await findDocument(trx, orgId, documentId);
  if (document === null) throw new NotFound("document");
  return document;
}
