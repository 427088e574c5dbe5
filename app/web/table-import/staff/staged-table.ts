import type { BlobStore } from "#platform/files/blob-store.ts";
import {
  decodeText,
  readCsv,
  UnreadableTable,
  type TableRow,
} from "#platform/files/tables/csv-table.ts";
import { xlsxAsCsv } from "#platform/files/tables/xlsx-table.ts";
import { StoredFile } from "#platform/files/upload/blob-access.ts";
import type { StagedUpload } from "#platform/files/upload/stage-upload.ts";

/** What one import takes. */
export const MAX_TABLE_BYTES = 5 * 1024 * 1024;
export const MAX_TABLE_ROWS = 2_000;
const LIMITS = { maxRows: MAX_TABLE_ROWS, maxColumns: 60 };
/** A workbook's cells as CSV: its text can be larger than its archive. */
const MAX_CSV_BYTES = 32 * 1024 * 1024;

/**
 * Makes CSV of what was uploaded, judged by its content: a workbook is read once, here.
 * @returns the blob that holds the CSV
 * @throws UnreadableTable; Busy when too many workbooks wait
 */
export async function tableOf(
  blobs: BlobStore,
  orgId: string,
  { blob }: StagedUpload,
): Promise<{ hash: string; size: number }> {
  const file = new StoredFile(blobs, orgId, blob);
  const head = await file.bytes(0, 4);
  if (head.toString("latin1") !== "PK\u0003\u0004") {
    await readCsv(await decodeText(await blobs.readAll(orgId, blob.hash, MAX_TABLE_BYTES)), LIMITS);
    return blob;
  }
  const csv = await xlsxAsCsv(file, LIMITS);
  if (csv.length === 0) throw new UnreadableTable("The first sheet is empty.");
  await readCsv(csv.toString("utf8"), LIMITS);
  return blobs.put(orgId, csv, { maxBytes: MAX_CSV_BYTES });
}

/** The rows of a staged table, the names on top first. @throws UnreadableTable */
export async function stagedRows(
  blobs: BlobStore,
  orgId: string,
  blobHash: string,
): Promise<TableRow[]> {
  return readCsv(await decodeText(await blobs.readAll(orgId, blobHash, MAX_CSV_BYTES)), LIMITS);
}
