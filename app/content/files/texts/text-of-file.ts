import type { FileText, TextKind } from "../watermark/jobs.ts";
import { Unshowable } from "../watermark/unshowable.ts";
import { StrictZip, ZipRefused } from "#platform/files/strict-zip.ts";
import { partFinder, partText } from "#platform/files/office-package.ts";
import { encodingOf } from "#platform/files/tables/text-encoding.ts";
import { KeptText, MAX_CHARACTERS } from "./kept-text.ts";
import { presentationText, wordText } from "./office-text.ts";
import type { PartReader } from "./office-parts.ts";
import { workbookText } from "./workbook-text.ts";
import { NotReadXml } from "./xml-tokens.ts";

/** An office file unpacked, with its pictures: more is a bomb, or nothing for a search. */
const ZIP_LIMITS = { maxEntries: 20_000, maxBytes: 512 * 1024 * 1024 };
/** One part of it, which is read as a whole: what a process has memory for. */
const MAX_PART_BYTES = 16 * 1024 * 1024;
/** A letter takes four bytes at most. */
const MAX_PLAIN_BYTES = MAX_CHARACTERS * 4;

/**
 * The text of a stranger's file; runs in a process whose time and memory are bounded.
 * @param bytes the whole file
 * @throws Unshowable: `damaged` for what is not of its kind, `too-complex` for a part that is too
 *   large
 */
export async function textOfFile(kind: TextKind, bytes: Buffer): Promise<FileText> {
  const kept = new KeptText();
  if (kind === "plain") plainText(bytes, kept);
  else await officeText(kind, bytes, kept);
  return kept.done();
}

function plainText(bytes: Buffer, kept: KeptText): void {
  const isCut = bytes.length > MAX_PLAIN_BYTES;
  const some = bytes.subarray(0, MAX_PLAIN_BYTES);
  const { encoding, isSure } = encodingOf(some, isCut);
  if (!isSure) kept.guessed = encoding;
  kept.add(new TextDecoder(encoding).decode(some, { stream: isCut }));
  kept.isCut ||= isCut;
}

async function officeText(
  kind: "docx" | "xlsx" | "pptx",
  bytes: Buffer,
  kept: KeptText,
): Promise<void> {
  let zip: StrictZip | null = null;
  try {
    zip = await StrictZip.ofBytes(bytes, ZIP_LIMITS);
    const read = { docx: wordText, xlsx: workbookText, pptx: presentationText }[kind];
    await read(partsOf(zip), kept);
  } catch (error) {
    if (error instanceof ZipRefused || error instanceof NotReadXml) throw new Unshowable("damaged");
    throw error;
  } finally {
    zip?.close();
  }
}

function partsOf(zip: StrictZip): PartReader {
  const find = partFinder(zip.files.keys());
  return async (wanted) => {
    const name = find(wanted);
    if (name === null) return null;
    if (zip.sizeOf(name) > MAX_PART_BYTES) throw new Unshowable("too-complex");
    return partText(await zip.bytes(name, MAX_PART_BYTES));
  };
}
