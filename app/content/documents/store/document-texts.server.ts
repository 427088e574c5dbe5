import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { notesOf, type FileNote } from "#model/documents/file-notes.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import type { DocumentTextsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/** A file whose text nobody has read yet. */
export interface UnreadFile {
  orgId: string;
  blobHash: string;
  contentType: string;
  size: number;
}

/**
 * Files of documents whose text this reader has not tried to read, the newest first.
 * @param reader the version of what reads: a newer one reads everything again
 */
export async function listUnreadFiles(
  db: Reader,
  {
    reader,
    contentTypes,
    limit,
  }: { reader: number; contentTypes: readonly string[]; limit: number },
): Promise<UnreadFile[]> {
  return acrossTenants(db, "The clock reads the files of all companies.")
    .selectFrom("documents as d")
    .leftJoin("documentTexts as t", (join) =>
      join
        .onRef("t.orgId", "=", "d.orgId")
        .onRef("t.versionHash", "=", "d.blobHash")
        .on("t.reader", "=", reader),
    )
    .select(["d.orgId", "d.blobHash", "d.contentType", "d.size"])
    .where("t.orgId", "is", null)
    .where("d.contentType", "in", contentTypes)
    .groupBy(["d.orgId", "d.blobHash", "d.contentType", "d.size"])
    .orderBy((eb) => eb.fn.max("d.createdAt"), "desc")
    .limit(limit)
    .execute();
}

/**
 * Notes a file's text, or why it has none; what is found on the org's portals changes with it.
 * @param text.sealed the pages, encrypted by the installation's key; null where there is none
 */
export async function recordDocumentText(
  trx: Writer,
  text: Omit<DocumentTextsTable, "readAt">,
  now: Date,
): Promise<void> {
  const { orgId, versionHash, ...values } = text;
  const read = { ...values, readAt: isoNow(now) };
  await trx
    .insertInto("documentTexts")
    .values({ orgId, versionHash, ...read })
    .onConflict((conflict) => conflict.columns(["orgId", "versionHash"]).doUpdateSet(read))
    .execute();
  if (text.sealed !== null || text.pages !== null) await contentChanged(trx, orgId);
}

/** How many pages a file has; null where it has none, or nobody has read it yet. */
export async function findPageCount(
  db: Reader,
  orgId: string,
  versionHash: string,
): Promise<number | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("documentTexts")
    .select("pages")
    .where("versionHash", "=", versionHash)
    .executeTakeFirst();
  return row?.pages ?? null;
}

/** What people are told of a file; nothing of one that nobody has read yet. */
export async function findFileNotes(
  db: Reader,
  orgId: string,
  versionHash: string,
): Promise<FileNote[]> {
  const row = await inOrg(db, orgId)
    .selectFrom("documentTexts")
    .select("notes")
    .where("versionHash", "=", versionHash)
    .executeTakeFirst();
  return notesOf(row?.notes ?? "");
}

/**
 * Notes whether a file asks for a password, on every document and version that has it. What an
 * earlier version of this program took from its bytes, or nobody could tell when it came, is put
 * right so.
 */
export async function recordLock(
  trx: Writer,
  orgId: string,
  versionHash: string,
  encryptedType: string | null,
): Promise<void> {
  for (const table of ["documents", "documentVersions"] as const) {
    const { numUpdatedRows } = await inOrg(trx, orgId)
      .updateTable(table)
      .set({ encryptedType })
      .where("blobHash", "=", versionHash)
      .where("contentType", "=", PDF)
      .where("encryptedType", encryptedType === null ? "is not" : "is", null)
      .executeTakeFirst();
    if (table === "documents" && numUpdatedRows > 0n) await contentChanged(trx, orgId);
  }
}

/** The sealed texts of files that have any, by the hash of their bytes. */
export async function findDocumentTexts(
  db: Reader,
  orgId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await inBatches([...new Set(hashes)], async (batch) => {
    const rows = await inOrg(db, orgId)
      .selectFrom("documentTexts")
      .select(["versionHash", "sealed"])
      .where("versionHash", "in", batch)
      .execute();
    for (const { versionHash, sealed } of rows) if (sealed !== null) found.set(versionHash, sealed);
  });
  return found;
}

/** Removes texts of files that no document holds any more. @returns how many */
export async function purgeDocumentTexts(trx: Writer): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("documentTexts")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("documents as d")
            .select("d.id")
            .whereRef("d.orgId", "=", "documentTexts.orgId")
            .whereRef("d.blobHash", "=", "documentTexts.versionHash"),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
