import type { TableChoices, TableColumns } from "#model/table-import.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { xlsxAsCsv } from "#platform/files/tables/xlsx-table.ts";
import { StoredFile } from "#platform/files/upload/blob-access.ts";
import type { StagedUpload } from "#platform/files/upload/stage-upload.ts";
import { readChosen, readTable } from "./read-table.ts";

/** What one import takes. */
export const MAX_TABLE_BYTES = 5 * 1024 * 1024;
export const MAX_TABLE_ROWS = 2_000;
const MAX_COLUMNS = 60;
/** A workbook's cells as CSV: its text can be larger than its archive. */
const MAX_CSV_BYTES = 32 * 1024 * 1024;

const AS_IT_IS = { sheet: null, encoding: null, header: null, mapping: null };

/**
 * Makes CSV of what was uploaded, judged by its content: a workbook is read once, here.
 * @returns the blob that holds the CSV
 * @throws UnreadableTable; Busy when too many workbooks wait
 */
export async function tableOf(
  blobs: BlobStore,
  orgId: string,
  { blob }: StagedUpload,
  table: TableColumns<string>,
): Promise<{ hash: string; size: number }> {
  const file = new StoredFile(blobs, orgId, blob);
  const head = await file.bytes(0, 4);
  if (head.toString("latin1") !== "PK\u0003\u0004") {
    const bytes = await blobs.readAll(orgId, blob.hash, MAX_TABLE_BYTES);
    await readTable(bytes, { table, maxRows: MAX_TABLE_ROWS }, AS_IT_IS);
    return blob;
  }
  const csv = await xlsxAsCsv(file, { maxRows: MAX_TABLE_ROWS, maxColumns: MAX_COLUMNS });
  if (csv.length === 0) throw new UnreadableTable("The first sheet is empty.");
  await readTable(csv, { table, maxRows: MAX_TABLE_ROWS }, AS_IT_IS);
  return blobs.put(orgId, csv, { maxBytes: MAX_CSV_BYTES });
}

/** A staged table as it was chosen to be read. @throws UnreadableTable */
export async function stagedTable<Column extends string>(
  blobs: BlobStore,
  orgId: string,
  blobHash: string,
  table: TableColumns<Column>,
  choices: TableChoices<Column>,
) {
  const bytes = await blobs.readAll(orgId, blobHash, MAX_CSV_BYTES);
  return readChosen(bytes, { table, maxRows: MAX_TABLE_ROWS }, choices);
}
