import type { CopyKind } from "./clean-copy.ts";
import type { Mark } from "./jobs.ts";
import { MarkCheck } from "./mark-check.ts";
import { MarkForms } from "./mark-form.ts";
import type { MarkFont } from "./overlay.ts";
import { BrokenPdf } from "./pdf-syntax.ts";
import type { Pdfium } from "./pdfium.ts";
import { markedPdf, type MarkedPdf } from "./stamp.ts";
import { Unshowable } from "./unshowable.ts";

/** What is usually added to a file of so many bytes; more goes into memory of its own. */
export const roomFor = (size: number) => 1024 * 1024 + Math.floor(size / 16);
/** How long pages are drawn to look for their marks, in milliseconds; so long twice at most. */
const CHECK_MS = 3_000;
/** Stands in a file that somebody has signed. */
const SIGNED = "/ByteRange";
/** A larger file takes more memory to be written anew than there is: it is marked signed. */
const MAX_ANEW_BYTES = 24 * 1024 * 1024;

/**
 * A PDF that is held open, with the watermark on every page, as text. What is not as it must be, is
 * protected or signed is written anew first: a signature does not hold for a copy that says more,
 * and leads back to the file without it. Where something hides the mark, what lies over the pages is
 * made a part of them.
 * @returns bytes that are good until the next job
 * @throws Unshowable: `damaged`; `too-complex`; `unseen` when something would hide the mark
 */
export async function markedCopy(
  pdfium: Pdfium,
  key: string,
  mark: Mark,
  font: MarkFont,
): Promise<Uint8Array> {
  // Adobe's programs draw such a form in place of the pages that carry the mark.
  if (pdfium.isDrawnByAdobe(pdfium.documents.held(key))) throw new Unshowable("unseen");
  const forms = new MarkForms(mark, font);
  let fault: "damaged" | "unseen" = "damaged";
  for (const kind of ["as it is", "opened", "rebuilt", "flat"] as const) {
    if (fault === (kind === "flat" ? "damaged" : "unseen")) continue;
    try {
      if (kind === "as it is") refuseSigned(pdfium.documents.bytes(key));
      else await takeClean(pdfium, key, kind);
      return await attempt(pdfium, key, forms);
    } catch (error) {
      if (error instanceof Unshowable && error.fault === "unseen") fault = "unseen";
      else if (!(error instanceof BrokenPdf) && !isDamaged(error)) throw error;
    }
  }
  throw new Unshowable(fault);
}

function isDamaged(error: unknown): boolean {
  return error instanceof Unshowable && error.fault === "damaged";
}

/** @throws BrokenPdf */
function refuseSigned({ buffer, byteOffset, length }: Uint8Array): void {
  if (length > MAX_ANEW_BYTES) return;
  if (Buffer.from(buffer, byteOffset, length).includes(SIGNED)) throw new BrokenPdf("signed");
}

/** Holds a clean copy of a document open in its place. @throws Unshowable */
async function takeClean(pdfium: Pdfium, key: string, kind: CopyKind): Promise<void> {
  const pieces = pdfium.documents.cleanCopy(key, kind);
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const fill = async (write: (offset: number, piece: Uint8Array) => void) => {
    let at = 0;
    for (const piece of pieces) {
      write(at, piece);
      at += piece.length;
    }
  };
  await pdfium.documents.take(key, size, fill, roomFor(size));
}

/** @throws BrokenPdf; Unshowable */
async function attempt(pdfium: Pdfium, key: string, forms: MarkForms): Promise<Uint8Array> {
  const original = pdfium.documents.held(key);
  const shown = pdfium.pageSizes(original);
  const check = new MarkCheck(pdfium);
  const first = await markedPdf(pdfium.documents.bytes(key), shown, forms, new Set());
  const once = checked(pdfium, key, first, check, 1);
  if ("bytes" in once) return once.bytes;
  // Where something hides it, or there was no time to look, it lies over everything.
  const notes = new Set([...once.unseen, ...once.unlooked]);
  const second = await markedPdf(pdfium.documents.bytes(key), shown, forms, notes);
  const isLooked = ({ number }: { number: number }) => once.unseen.includes(number);
  const pages = second.pages.map((page) => ({ ...page, isSure: !isLooked(page) }));
  const twice = checked(pdfium, key, { ...second, pages }, check, 0);
  if ("bytes" in twice) return twice.bytes;
  if (twice.unseen.length > 0) throw new Unshowable("unseen");
  throw new Unshowable("too-complex");
}

/** Pages on which the mark does not show, and those that there was no time for. */
interface NotSeen {
  unseen: number[];
  unlooked: number[];
}

/**
 * Opens a copy and looks for its marks: on its first pages, whatever the file says, and on
 * every page where the file itself does not say that nothing hides them.
 * @throws BrokenPdf where it can't be opened, or has other pages
 */
function checked(
  pdfium: Pdfium,
  key: string,
  { head, update, pages }: MarkedPdf,
  check: MarkCheck,
  always: number,
): { bytes: Uint8Array } | NotSeen {
  const original = pdfium.documents.held(key);
  const late = performance.now() + CHECK_MS;
  return pdfium.documents.withUpdate(key, head, update, (copy, bytes) => {
    const count = pdfium.pageCount(original);
    if (pdfium.pageCount(copy) !== count) throw new BrokenPdf("another copy");
    const found: NotSeen = { unseen: [], unlooked: [] };
    for (const page of pages) {
      const { number, isSure } = page;
      if (number > count || (isSure && number > always)) continue;
      if (performance.now() > late) found.unlooked.push(number);
      else if (!check.isSeen(original, copy, page)) found.unseen.push(number);
    }
    return found.unseen.length + found.unlooked.length === 0 ? { bytes: bytes() } : found;
  });
}
