import * as z from "zod";
import { UnreadableTable } from "./csv-table.ts";

/*
 * The sheets of a workbook as they wait for their import: a line that lists them, and the CSV of
 * each behind it.
 */
const MARK = "\u0000SHEETS\u0000";

const listed = z.object({
  /** The place of the sheet that is most likely meant. */
  active: z.number(),
  sheets: z.array(
    z.object({
      name: z.string(),
      isHidden: z.boolean(),
      /** Of its CSV, in bytes; 0 for an empty one, null for one that is too large. */
      length: z.number().nullable(),
      hiddenRows: z.array(z.number()).default([]),
      hiddenColumns: z.array(z.number()).default([]),
      totalRows: z.array(z.number()).default([]),
    }),
  ),
});
type Listed = z.output<typeof listed>;

export interface StagedSheet {
  name: string;
  isHidden: boolean;
  /** null: too large. */
  csv: Uint8Array | null;
  /** The filled rows that are hidden, by their numbers. */
  hiddenRows: readonly number[];
  /** The hidden columns, by their places. */
  hiddenColumns: readonly number[];
  /** The rows in which its tables sum up their columns, by their numbers. */
  totalRows: readonly number[];
}

/** Sheets as the file that waits. */
export function packSheets(sheets: readonly StagedSheet[], active: number): Uint8Array {
  const list: Listed = {
    active,
    sheets: sheets.map(({ name, isHidden, csv, hiddenRows, hiddenColumns, totalRows }) => ({
      name,
      isHidden,
      length: csv?.length ?? null,
      hiddenRows: [...hiddenRows],
      hiddenColumns: [...hiddenColumns],
      totalRows: [...totalRows],
    })),
  };
  const head = new TextEncoder().encode(`${MARK}${JSON.stringify(list)}\n`);
  const pieces = [head, ...sheets.flatMap(({ csv }) => (csv === null ? [] : [csv]))];
  const packed = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    packed.set(piece, at);
    at += piece.length;
  }
  return packed;
}

/**
 * The sheets of a file that waits; null when it is none of a workbook.
 * @throws UnreadableTable for one that only begins like it
 */
export function stagedSheets(bytes: Uint8Array): { sheets: StagedSheet[]; active: number } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, MARK.length).equals(Buffer.from(MARK))) return null;
  const end = file.indexOf("\n");
  const list = listed.safeParse(jsonOf(file.subarray(MARK.length, end).toString("utf8")));
  if (!list.success)
    throw new UnreadableTable("This isn’t a valid CSV file. It contains data that isn’t text.");
  let at = end + 1;
  const sheets = list.data.sheets.map(({ length, ...sheet }) => {
    if (length === null) return { ...sheet, csv: null };
    at += length;
    return { ...sheet, csv: file.subarray(at - length, at) };
  });
  return { sheets, active: list.data.active };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
