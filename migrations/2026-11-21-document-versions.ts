import type { Kysely } from "kysely";

/**
 * Versions of documents, each with its blob, and the text that the library searches. Every document that
 * is there already gets its content as version 1. Frozen: later changes are later files.
 */
interface Tables {
  documents: {
    orgId: string;
    id: string;
    originalName: string;
    searchText: string;
    blobHash: string;
    size: number;
    contentType: string;
    encryptedType: string | null;
    createdAt: string;
    createdBy: string;
  };
  documentVersions: {
    orgId: string;
    documentId: string;
    number: number;
    fileName: string;
    blobHash: string;
    size: number;
    contentType: string;
    encryptedType: string | null;
    restoredFrom: number | null;
    createdAt: string;
    createdBy: string;
  };
}

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable("documentVersions")
    .addColumn("orgId", "text", (column) => column.notNull())
    .addColumn("documentId", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("fileName", "text", (column) => column.notNull())
    .addColumn("blobHash", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("contentType", "text", (column) => column.notNull())
    .addColumn("encryptedType", "text")
    .addColumn("restoredFrom", "integer")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("createdBy", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("documentVersions_pk", ["orgId", "documentId", "number"])
    .addForeignKeyConstraint(
      "documentVersions_fk_1",
      ["orgId", "documentId"],
      "documents",
      ["orgId", "id"],
      (key) => key.onDelete("cascade"),
    )
    .addForeignKeyConstraint("documentVersions_fk_2", ["orgId", "blobHash"], "blobs", [
      "orgId",
      "hash",
    ])
    .execute();
  // Looking for who names a blob, and for documents of the same content, would read whole tables without these.
  await db.schema
    .createIndex("documentVersions_by_orgId_blobHash")
    .on("documentVersions")
    .columns(["orgId", "blobHash"])
    .execute();
  await db.schema
    .createIndex("documents_by_orgId_blobHash")
    .on("documents")
    .columns(["orgId", "blobHash"])
    .execute();
  await db.schema
    .alterTable("documents")
    .addColumn("searchText", "text", (column) => column.notNull().defaultTo(""))
    .execute();

  for (const row of await db.selectFrom("documents").selectAll().execute()) {
    await db
      .updateTable("documents")
      .set({ searchText: folded(row.originalName) })
      .where("orgId", "=", row.orgId)
      .where("id", "=", row.id)
      .execute();
    const {
      orgId,
      id,
      originalName,
      blobHash,
      size,
      contentType,
      encryptedType,
      createdAt,
      createdBy,
    } = row;
    await db
      .insertInto("documentVersions")
      .values({
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
      })
      .execute();
  }
}

function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
