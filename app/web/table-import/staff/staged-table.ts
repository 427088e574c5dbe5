import { MAX_COLUMNS } from "#model/table-import.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import { HEAD_ROWS, UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { sheetsOfXlsx } from "#platform/files/tables/xlsx-table.ts";
import { StoredFile } from "#platform/files/upload/blob-access.ts";

/** What waits here at most: a workbook's cells as CSV can be larger than its archive. */
const MAX_STAGED_BYTES = 32 * 1024 * 1024;

interface Blob {
  hash: string;
  size: number;
}

/** How a ZIP archive begins, and with it every workbook. */
const ARCHIVE = "PK\u0003\u0004";
/** How older workbooks begin, and those with a password. */
const COMPOUND = "\u00d0\u00cf\u0011\u00e0";

/**
 * What was uploaded as it waits for its import, judged by its content: a workbook is read once,
 * here.
 * @throws UnreadableTable; Busy when too many workbooks wait
 */
export async function stagedBlob(
  blobs: BlobStore,
  orgId: string,
  blob: Blob,
  maxRows: number,
): Promise<Blob> {
  const file = new StoredFile(blobs, orgId, blob);
  const head = (await file.bytes(0, 4)).toString("latin1");
  if (head === COMPOUND)
    throw new UnreadableTable(
      "This is an older workbook (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.",
    );
  if (head !== ARCHIVE) return blob;
  const sheets = await sheetsOfXlsx(file, {
    maxRows: maxRows + HEAD_ROWS,
    maxColumns: MAX_COLUMNS,
  });
  return blobs.put(orgId, sheets, { maxBytes: MAX_STAGED_BYTES });
}

/** The bytes that wait. */
export function stagedBytes(blobs: BlobStore, orgId: string, hash: string): Promise<Buffer> {
  return blobs.readAll(orgId, hash, MAX_STAGED_BYTES);
}
