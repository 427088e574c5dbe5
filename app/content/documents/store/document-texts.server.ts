import { leftOutOf, searchedPart, type ReadText } from "../rules/text-notes.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { notesOf, type FileNote } from "#model/documents/file-notes.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import type { DocumentTextsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/**
 * What reads files: raised where it reads more or better, so that all of them are read again. What
 * an earlier one read is not handed out: it may have read what nobody should.
 */
export const TEXT_READER = 4;

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
    .where("t.versionHash", "is", null)
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

/** What became of a file's text; null where nobody has read it yet. */
export async function findReadText(
  db: Reader,
  orgId: string,
  versionHash: string,
): Promise<ReadText | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("documentTexts")
    .select((eb) => ["fault", "pages", "leftOutJson", eb("sealed", "is not", null).as("hasText")])
    .where("versionHash", "=", versionHash)
    .where("reader", "=", TEXT_READER)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { fault, pages, leftOutJson } = row;
  return { fault, pages, hasText: Boolean(row.hasText), leftOut: leftOutOf(leftOutJson) };
}

/** What a file's row says of its text beside the text itself. */
interface TextRow {
  reader: number | null;
  hasText: unknown;
  pages: number | null;
  leftOutJson: string | null;
}

/** Whether there is a text of a file, by the reader of today. */
export function hasTextNow({ reader, hasText }: Pick<TextRow, "reader" | "hasText">): boolean {
  return reader === TEXT_READER && Boolean(hasText);
}

/** What is told of a file of which only a part is searched; null for every other one. */
export function searchedPartOf({ pages, leftOutJson, ...text }: TextRow): string | null {
  if (!hasTextNow(text) || leftOutJson === null) return null;
  return searchedPart({ pages, leftOut: leftOutOf(leftOutJson) });
}

/**
 * One file whose text this reader has not tried to read; null where it has, or no document holds it
 * or waits for it.
 */
export async function findUnreadFile(
  db: Reader,
  orgId: string,
  hash: string,
): Promise<UnreadFile | null> {
  if ((await findReadText(db, orgId, hash)) !== null) return null;
  const row = await inOrg(db, orgId)
    .selectFrom("documents")
    .select(["orgId", "blobHash", "contentType", "size"])
    .where("blobHash", "=", hash)
    .executeTakeFirst();
  return row ?? (await stagedFile(db, orgId, hash));
}

/** A file that waits to be a document's next version. */
async function stagedFile(db: Reader, orgId: string, hash: string): Promise<UnreadFile | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("stagedFiles as f")
    .innerJoin("stagedVersions as v", (join) =>
      join.onRef("v.orgId", "=", "f.orgId").onRef("v.id", "=", "f.id"),
    )
    .select(["f.orgId", "f.blobHash", "v.contentType", "f.size"])
    .where("f.blobHash", "=", hash)
    .executeTakeFirst();
  return row ?? null;
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
 * Notes whether a file asks for a password, on every document and version that has it, and on those
 * that wait to be one. What an
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
  const staged = await inOrg(trx, orgId)
    .selectFrom("stagedFiles")
    .select("id")
    .where("blobHash", "=", versionHash)
    .execute();
  for (const { id } of staged)
    await inOrg(trx, orgId)
      .updateTable("stagedVersions")
      .set({ encryptedType })
      .where("id", "=", id)
      .where("contentType", "=", PDF)
      .execute();
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
      .where("reader", "=", TEXT_READER)
      .execute();
    for (const { versionHash, sealed } of rows) if (sealed !== null) found.set(versionHash, sealed);
  });
  return found;
}

/** What holds a file whose text is kept: documents, their versions, and what waits to be one. */
const HOLDERS = ["documents", "documentVersions", "stagedFiles"] as const;

/**
 * Removes texts of files that no document holds any more, in no version, and none waits for.
 * @returns how many
 */
export async function purgeDocumentTexts(trx: Writer): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("documentTexts")
    .where((eb) =>
      eb.and(
        HOLDERS.map((holder) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom(holder)
                .select(`${holder}.blobHash`)
                .whereRef(`${holder}.orgId`, "=", "documentTexts.orgId")
                .whereRef(`${holder}.blobHash`, "=", "documentTexts.versionHash"),
            ),
          ),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
