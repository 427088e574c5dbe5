import type { DocumentAccessType, DocumentType } from "#model/items/items.ts";
import { factsColumn, RELEASED_BY_DEFAULT, type DocumentFact } from "#model/documents/facts.ts";
import { searchText, sortKey } from "#values/names.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustChange, NotFound } from "#db/refusals.ts";
import type { DocumentsTable, DocumentVersionsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** A file of the library; its blob is stored and recorded already. */
export interface DocumentValues {
  /** An id of the caller's choice, for content that names its rows itself; else a random one. */
  id?: string;
  /** The name a reader sees and downloads, with its ending. */
  originalName: string;
  contentType: string;
  /** Plain bytes. */
  size: number;
  blobHash: string;
  type: DocumentType;
  /** null: as the org's setting says. */
  accessType?: DocumentAccessType | null;
  encryptedType?: string | null;
  /** YYYY-MM-DD */
  expiresOn?: string | null;
  auditor?: string | null;
  /** YYYY-MM-DD */
  periodFrom?: string | null;
  periodTo?: string | null;
  /** Shown while it is locked; unless given, those of `RELEASED_BY_DEFAULT`. */
  releasedFacts?: readonly DocumentFact[];
}

/** A document of the org; null when it has none of that id. */
export async function findDocument(
  db: Reader,
  orgId: string,
  documentId: string,
): Promise<DocumentsTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("documents")
    .selectAll()
    .where("id", "=", documentId)
    .executeTakeFirst();
  return row ?? null;
}

/** The org's library, by name. */
export async function listDocuments(db: Reader, orgId: string): Promise<DocumentsTable[]> {
  return inOrg(db, orgId)
    .selectFrom("documents")
    .selectAll()
    .orderBy("sortKey")
    .orderBy("id")
    .execute();
}

/** Documents with whether they are shared: linked by more than one item. */
export async function withSharing<Row extends Pick<DocumentsTable, "orgId" | "id">>(
  db: Reader,
  orgId: string,
  rows: readonly Row[],
): Promise<(Row & { isShared: boolean })[]> {
  const shared = new Set(
    (
      await inOrg(db, orgId)
        .selectFrom("itemDocuments")
        .select("documentId")
        .$if(rows.length === 1, (query) => query.where("documentId", "=", rows[0]?.id ?? ""))
        .groupBy("documentId")
        .having((eb) => eb(eb.fn.countAll<number>(), ">", 1))
        .execute()
    ).map(({ documentId }) => documentId),
  );
  return rows.map((row) => ({ ...row, isShared: shared.has(row.id) }));
}

/**
 * A document of the library that holds these very bytes now, the oldest first; null when none does.
 */
export async function findSameContent(
  db: Reader,
  orgId: string,
  blobHash: string,
): Promise<DocumentsTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("documents")
    .selectAll()
    .where("blobHash", "=", blobHash)
    .orderBy("createdAt")
    .orderBy("id")
    .executeTakeFirst();
  return row ?? null;
}

/** Adds a file to the library, linked to no item yet. @returns its id */
export async function addDocument(
  { trx, orgId, by, now }: Write,
  values: DocumentValues,
): Promise<string> {
  const [id] = await addDocuments(trx, orgId, [{ ...values, createdAt: now }], by.actorName);
  return id ?? "";
}

/**
 * Adds many files at once, each with the time at which it came. @returns their ids, in the same
 * order
 */
export async function addDocuments(
  trx: Writer,
  orgId: string,
  documents: readonly (DocumentValues & { createdAt: Date })[],
  by: string,
): Promise<string[]> {
  const rows = documents.map((document): DocumentsTable => ({
    orgId,
    id: document.id ?? newId(),
    originalName: document.originalName,
    sortKey: sortKey(document.originalName),
    searchText: searchText(document.originalName),
    contentType: document.contentType,
    size: document.size,
    blobHash: document.blobHash,
    type: document.type,
    accessType: document.accessType ?? null,
    encryptedType: document.encryptedType ?? null,
    expiresOn: document.expiresOn ?? null,
    auditor: document.auditor ?? null,
    periodFrom: document.periodFrom ?? null,
    periodTo: document.periodTo ?? null,
    releasedFacts: factsColumn(document.releasedFacts ?? RELEASED_BY_DEFAULT),
    createdAt: isoNow(document.createdAt),
    createdBy: by,
  }));
  await inBatches(rows, (batch) => trx.insertInto("documents").values(batch).execute());
  await inBatches(rows.map(firstVersion), (batch) =>
    trx.insertInto("documentVersions").values(batch).execute(),
  );
  await contentChanged(trx, orgId);
  return rows.map((row) => row.id);
}

function firstVersion({
  orgId,
  id,
  originalName,
  blobHash,
  size,
  contentType,
  encryptedType,
  createdAt,
  createdBy,
}: DocumentsTable): DocumentVersionsTable {
  return {
    orgId,
    documentId: id,
    number: 1,
    fileName: originalName,
    blobHash,
    size,
    contentType,
    encryptedType,
    restoredFrom: null,
    createdAt,
    createdBy,
  };
}

/** What staff can change of a document; what is undefined stays. */
export type DocumentChanges = Partial<
  Pick<
    DocumentValues,
    | "originalName"
    | "type"
    | "accessType"
    | "expiresOn"
    | "auditor"
    | "periodFrom"
    | "periodTo"
    | "releasedFacts"
    | "encryptedType"
  > & { createdAt: Date }
>;

/** Changes what a document is called and what is known of it. @throws NotFound */
export async function updateDocument(
  trx: Writer,
  orgId: string,
  documentId: string,
  { releasedFacts, createdAt, ...changes }: DocumentChanges,
): Promise<void> {
  const before = await findDocument(trx, orgId, documentId);
  if (before === null) throw new NotFound("document");
  const { originalName = before.originalName } = changes;
  await inOrg(trx, orgId)
    .updateTable("documents")
    .set({
      ...changes,
      originalName,
      sortKey: sortKey(originalName),
      searchText: searchText(originalName),
      ...(releasedFacts === undefined ? {} : { releasedFacts: factsColumn(releasedFacts) }),
      ...(createdAt === undefined ? {} : { createdAt: isoNow(createdAt) }),
    })
    .where("id", "=", documentId)
    .execute();
  await contentChanged(trx, orgId);
}

/**
 * Gives documents one type, in place of those that they had. @throws NotFound when one is not the
 * org's
 */
export async function changeDocumentType(
  trx: Writer,
  orgId: string,
  documentIds: readonly string[],
  type: DocumentType,
): Promise<void> {
  await inBatches([...new Set(documentIds)], async (ids) => {
    const result = await inOrg(trx, orgId)
      .updateTable("documents")
      .set({ type })
      .where("id", "in", ids)
      .executeTakeFirst();
    if (Number(result.numUpdatedRows) < ids.length) throw new NotFound("document");
  });
  await contentChanged(trx, orgId);
}

/**
 * Removes a document and its links to items; what happened with it stays in the events. @throws
 * NotFound
 */
export async function removeDocument(
  trx: Writer,
  orgId: string,
  documentId: string,
): Promise<void> {
  mustChange(
    await inOrg(trx, orgId).deleteFrom("documents").where("id", "=", documentId).executeTakeFirst(),
    "document",
  );
  await contentChanged(trx, orgId);
}
