import type { UnreadFile } from "../store/document-texts.server.ts";
import type { Services } from "#platform/context.ts";
import { contentTypeOfKind, type FileKind } from "#values/file-types.ts";
import type { FileNote } from "#model/documents/file-notes.ts";
import { markedSource } from "#content/files/watermark/marks.ts";
import { marking, type TextKind } from "#content/files/watermark/marking.ts";

/** Text of one page of a file; `page` is null where a file has no pages. */
export interface FilePage {
  page: number | null;
  text: string;
}

/** The kinds of files that have a text. */
export const TEXT_KINDS = [
  "pdf",
  "docx",
  "xlsx",
  "pptx",
  "csv",
  "txt",
  "md",
] as const satisfies FileKind[];

export interface FileText {
  /** How many pages, slides it has; null where it has none. */
  count: number | null;
  /** Those with text. */
  pages: FilePage[];
  /** What its pages don't show. */
  notes: readonly FileNote[];
}

/** A file has no text that can be read, now or ever; the message is for the record. */
export class NoText extends Error {
  /** How many pages it has, where that is known. */
  readonly count: number | null;
  /** What its pages don't show. */
  readonly notes: readonly FileNote[];

  constructor(message: string, count: number | null = null, notes: readonly FileNote[] = []) {
    super(message);
    this.count = count;
    this.notes = notes;
  }
}

const MAX_PAGES = 400;
const PAGES_AT_ONCE = 20;
/** Characters of one file; what comes after is not searched. */
const MAX_CHARACTERS = 1_000_000;

type Parts = Pick<Services, "store" | "blobs" | "now" | "log">;

/**
 * The text of a file, page by page. Whatever it is, it is a stranger's: it is read in the bounded
 * processes that show pages, too, and no more of it than is searched comes back.
 * @throws NoText for good; NotMarkable where it may be had later, or not
 */
export async function documentText(services: Parts, file: UnreadFile): Promise<FileText> {
  const kind = TEXT_KINDS.find((one) => contentTypeOfKind(one) === file.contentType);
  switch (kind) {
    case "pdf":
      return withinBounds(await pdfPages(services, file));
    case "docx":
    case "xlsx":
    case "pptx":
      return withinBounds(await otherPages(services, file, kind));
    case undefined:
      throw new NoText("this kind of file has no text");
    default:
      return withinBounds(await otherPages(services, file, "plain"));
  }
}

async function pdfPages(services: Parts, { orgId, ...file }: UnreadFile): Promise<FileText> {
  const source = markedSource({ services, org: { id: orgId } }, { ...file, bytes: undefined });
  const pages: FilePage[] = [];
  let characters = 0;
  let count = 1;
  let notes: readonly FileNote[] = [];
  for (let first = 1; first <= Math.min(count, MAX_PAGES); first += PAGES_AT_ONCE) {
    const outline = await marking.outline(source, first, PAGES_AT_ONCE);
    count = outline.pageCount;
    ({ notes } = outline);
    for (const { number, text } of outline.pages) {
      pages.push({ page: number, text });
      characters += text.length;
    }
    if (characters > MAX_CHARACTERS) break;
  }
  return { count, pages, notes };
}

/**
 * Word's pages and a presentation's slides have numbers; a workbook's sheets have names, and a
 * plain text has no pages.
 */
const NUMBERED: ReadonlySet<TextKind> = new Set(["docx", "pptx"]);

async function otherPages(
  { blobs }: Parts,
  { orgId, blobHash, size }: UnreadFile,
  kind: TextKind,
): Promise<FileText> {
  const open = async () => (await blobs.open(orgId, blobHash)).stream;
  const { pages } = await marking.text({ orgId, key: blobHash, kind, size, open });
  return {
    count: NUMBERED.has(kind) ? pages.length : null,
    pages: pages.map((text, place) => ({ page: NUMBERED.has(kind) ? place + 1 : null, text })),
    notes: [],
  };
}

/** On one line a page, words that a line's end parted whole again, and no more than is searched. */
function withinBounds({ count, pages, notes }: FileText): FileText {
  const kept: FilePage[] = [];
  let left = MAX_CHARACTERS;
  for (const { page, text } of pages) {
    const line = text
      .slice(0, left * 2)
      .replaceAll(/(\p{L})-\n(\p{Ll})/gu, "$1$2")
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .slice(0, left);
    left -= line.length;
    if (line !== "") kept.push({ page, text: line });
    if (left <= 0) break;
  }
  if (kept.length === 0) throw new NoText("it holds no text", count, notes);
  return { count, pages: kept, notes };
}
