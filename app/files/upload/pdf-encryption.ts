import type { StoredFile } from "./blob-access.ts";

/** How much of the end is searched for the pointer to the cross-reference. */
const TAIL_BYTES = 4 * 1024;
/** How far a cross-reference stream's dictionary reaches at most. */
const DICTIONARY_BYTES = 16 * 1024;
/** Of a cross-reference table, whose trailer stands behind it, this much of the end. */
const TRAILER_SCAN_BYTES = 256 * 1024;

/** `/Encrypt` as a trailer has it: followed by a reference or a dictionary. */
const ENCRYPT = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;

/**
 * Whether a PDF is encrypted: the trailer, or the dictionary of the cross-reference stream that takes its
 * place, names the way (ISO 32000-1, 7.5.5 and 7.6). Reads the end of the file and where it points.
 */
export async function isEncryptedPdf(file: StoredFile): Promise<boolean> {
  const tail = (await file.bytes(file.size - TRAILER_SCAN_BYTES, file.size)).toString("latin1");
  const lastTrailer = tail.lastIndexOf("trailer");
  if (lastTrailer !== -1 && ENCRYPT.test(tail.slice(lastTrailer))) return true;
  const start = startOf(tail.slice(-TAIL_BYTES));
  if (start === null || start >= file.size) return false;
  const there = (await file.bytes(start, start + DICTIONARY_BYTES)).toString("latin1");
  if (/^\s*\d+\s+\d+\s+obj\b/.test(there)) return ENCRYPT.test(there.split("stream")[0] ?? "");
  // A short table's trailer follows it at once; a file that is linearized has its first one there.
  const trailer = there.indexOf("trailer");
  return trailer !== -1 && ENCRYPT.test(there.slice(trailer).split("startxref")[0] ?? "");
}

function startOf(tail: string): number | null {
  const pointer = [...tail.matchAll(/startxref\s+(\d{1,15})/g)].at(-1)?.[1];
  return pointer === undefined ? null : Number(pointer);
}
