import type { DocumentAccessType, DocumentType } from "#model/items/items.ts";
import { factsColumn } from "#model/documents/document-facts.ts";
import { recordAudit, type Actor } from "#tenancy/audit/store/audit.server.ts";
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
import { isoNow } from "#db/ids.ts";
import { NotFound } from "#db/refusals.ts";
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
  trx: Writer,
  orgId: string,
  files: readonly UploadedFile[],
  choices: UploadChoices,
  by: Actor,
  now: Date,
): Promise<Added[]> {
  const added: Added[] = [];
  for (const { fileName, contentType, blob, encryptedType } of files) {
    const same = choices.addSame ? null : await findSameContent(trx, orgId, blob.hash);
    if (same !== null) {
      added.push({ same: { id: same.id, name: same.originalName }, fileName });
      continue;
    }
    await recordBlob(trx, orgId, blob, isoNow(now));
    const { type, accessType, expiresOn } = choices;
    const id = await addDocument(
      trx,
      orgId,
      {
        originalName: fileName,
        contentType,
        size: blob.size,
        blobHash: blob.hash,
        type,
        accessType,
        encryptedType,
        expiresOn,
      },
      by.actorName,
      now,
    );
    await recordAudit(trx, {
      orgId,
      by,
      action: "document.uploaded",
      subject: fileName,
      detail: { size: blob.size, type, sha256: blob.hash },
      now,
    });
    added.push({ id, fileName });
  }
  return added;
}

/**
 * Puts an uploaded file behind a document as its new version.
 * @param choices until when the document is valid with it; nothing leaves that as it is
 * @returns its number, and until when the document is valid now
 * @throws NotFound; Refused
 */
export async function uploadVersion(
  trx: Writer,
  orgId: string,
  documentId: string,
  file: UploadedFile,
  by: Actor,
  now: Date,
  { expiresOn }: { expiresOn?: string | null } = {},
): Promise<{ version: number; expiresOn: string | null }> {
  const document = await mustFind(trx, orgId, documentId);
  await recordBlob(trx, orgId, file.blob, isoNow(now));
  const { fileName, contentType, blob, encryptedType } = file;
  const number = await addDocumentVersion(
    trx,
    orgId,
    documentId,
    { fileName, contentType, size: blob.size, blobHash: blob.hash, encryptedType },
    by.actorName,
    now,
  );
  await recordAudit(trx, {
    orgId,
    by,
    action: "document.version-uploaded",
    subject: document.originalName,
    detail: { version: number, size: blob.size, sha256: blob.hash },
    now,
  });
  if (expiresOn === undefined) return { version: number, expiresOn: document.expiresOn };
  await editDocument(trx, orgId, documentId, { expiresOn }, by, now);
  return { version: number, expiresOn };
}

/**
 * Brings an earlier version of a document back. @returns the new version's number. @throws
 * NotFound; Refused
 */
export async function restoreVersion(
  trx: Writer,
  orgId: string,
  documentId: string,
  number: number,
  by: Actor,
  now: Date,
): Promise<number> {
  const document = await mustFind(trx, orgId, documentId);
  const restored = await restoreDocumentVersion(trx, orgId, documentId, number, by.actorName, now);
  await recordAudit(trx, {
    orgId,
    by,
    action: "document.version-restored",
    subject: document.originalName,
    detail: { from: number, version: restored },
    now,
  });
  return restored;
}

/** Changes a document's facts; the audit tells what it was. @throws NotFound */
export async function editDocument(
  trx: Writer,
  orgId: string,
  documentId: string,
  changes: DocumentChanges,
  by: Actor,
  now: Date,
): Promise<void> {
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
  const detail = Object.fromEntries(
    changed.map((name) => [name, `${before[name] || "none"} → ${after[name] || "none"}`]),
  );
  await recordAudit(trx, {
    orgId,
    by,
    action: "document.changed",
    subject: before.originalName,
    detail,
    now,
  });
}

/** Gives documents one type in place of those that they had. @returns how many. @throws NotFound */
export async function changeTypes(
  trx: Writer,
  orgId: string,
  documentIds: readonly string[],
  type: DocumentType,
  by: Actor,
  now: Date,
): Promise<number> {
  const ids = [...new Set(documentIds)];
  await changeDocumentType(trx, orgId, ids, type);
  await recordAudit(trx, {
    orgId,
    by,
    action: "document.types-changed",
    subject: `${ids.length} document(s)`,
    detail: { type, documents: ids.join(" ") },
    now,
  });
  return ids.length;
}

/**
 * Removes a document: it leaves every item, its events stay, its blobs go with the next sweep.
 * @throws NotFound
 */
export async function deleteDocument(
  trx: Writer,
  orgId: string,
  documentId: string,
  by: Actor,
  now: Date,
): Promise<DocumentsTable> {
  const document = await mustFind(trx, orgId, documentId);
  await removeDocument(trx, orgId, documentId);
  await recordAudit(trx, {
    orgId,
    by,
    action: "document.deleted",
    subject: document.originalName,
    detail: { document: documentId, sha256: document.blobHash },
    now,
  });
  return document;
}

async function mustFind(trx: Writer, orgId: string, documentId: string): Promise<DocumentsTable> {
  const document = await findDocument(trx, orgId, documentId);
  if (document === null) throw new NotFound("document");
  return document;
}
