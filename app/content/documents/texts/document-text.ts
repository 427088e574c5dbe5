import type { UnreadFile } from "../store/document-texts.server.ts";
import type { Services } from "#platform/context.ts";
import { contentTypeOfKind, type FileKind } from "#values/file-types.ts";
import type { FileNote } from "#model/documents/file-notes.ts";
import { markedSource } from "#content/files/watermark/marks.ts";
import {
  marking,
  NotMarkable,
  type MarkedSource,
  type PageTexts,
  type TextKind,
} from "#content/files/watermark/marking.ts";
import { PARTED } from "#values/parted-words.ts";
import {
  MOST_SEARCHED,
  NOTHING_LEFT_OUT,
  WITHOUT_TEXT,
  type TextNotes,
} from "../rules/text-notes.ts";

/** Text of one page of a file; `page` is null where a file has no pages. */
export interface FilePage {
  page: number | null;
  text: string;
}

/** The same as it is kept: on one line, with where its own lines end. */
export interface KeptPage extends FilePage {
  lines: string;
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
  pages: KeptPage[];
  leftOut: TextNotes;
  /** What its pages don't show. */
  notes: readonly FileNote[];
}

/** A file has no text that can be read, now or ever; the message is for the record. */
export class NoText extends Error {
  /** How many pages it has, where that is known. */
  readonly count: number | null;
  readonly leftOut: TextNotes;
  /** What its pages don't show. */
  readonly notes: readonly FileNote[];

  constructor(
    message: string,
    { count, leftOut, notes }: Pick<FileText, "count" | "leftOut" | "notes"> = {
      count: null,
      leftOut: NOTHING_LEFT_OUT,
      notes: [],
    },
  ) {
    super(message);
    this.count = count;
    this.leftOut = leftOut;
    this.notes = notes;
  }
}

/** Pages that are asked for at once, and about how long they may take. */
const PAGES_AT_ONCE = 50;
const MS_AT_ONCE = 3_000;

type Parts = Pick<Services, "store" | "blobs" | "now" | "log">;

/**
 * The text of a file, page by page, as who looks at the file sees it. Whatever it is, it is a
 * stranger's: it is read in the bounded processes that show pages, too, and no more of it than is
 * searched comes back.
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

/** A file as it was read, before its text is brought within bounds. */
interface RawText {
  count: number | null;
  pages: FilePage[];
  leftOut: TextNotes;
  notes: readonly FileNote[];
}

async function pdfPages(services: Parts, { orgId, ...file }: UnreadFile): Promise<RawText> {
  const source = markedSource({ services, org: { id: orgId } }, { ...file, bytes: undefined });
  const pages: FilePage[] = [];
  const leftOut: TextNotes = {
    ...NOTHING_LEFT_OUT,
    cutPages: [],
    hiddenPages: [],
    unreadPages: [],
  };
  const { pageCount: count, notes } = await marking.outline(source, 1, 0);
  let characters = 0;
  let first = 1;
  while (first <= Math.min(count, MOST_SEARCHED.pages)) {
    const read = await readFrom(source, first);
    if (read === null) {
      leftOut.unreadPages.push(first);
      first += 1;
      continue;
    }
    for (const { number, text, hasHidden, isCut, isDamaged } of read.pages) {
      pages.push({ page: number, text });
      characters += text.length;
      if (hasHidden) leftOut.hiddenPages.push(number);
      if (isCut) leftOut.cutPages.push(number);
      if (isDamaged) leftOut.unreadPages.push(number);
    }
    first += Math.max(1, read.pages.length);
    if (characters > MOST_SEARCHED.characters) break;
    if (leftOut.unreadPages.length > MOST_UNREAD) break;
  }
  const end = first - 1;
  if (end < count) leftOut.searchedPages = end;
  return { count, pages, leftOut, notes };
}

/** After so many pages that take too much nobody waits for the others. */
const MOST_UNREAD = 5;

/** @returns null where the page takes more than it is given */
async function readFrom(source: MarkedSource, first: number): Promise<PageTexts | null> {
  try {
    return await marking.texts(source, { first, count: PAGES_AT_ONCE, ms: MS_AT_ONCE });
  } catch (error) {
    if (error instanceof NotMarkable && error.fault === "too-complex") return null;
    throw error;
  }
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
): Promise<RawText> {
  const open = async () => (await blobs.open(orgId, blobHash)).stream;
  const { pages, ...left } = await marking.text({
    orgId,
    key: blobHash,
    kind,
    size,
    open,
  });
  return {
    count: NUMBERED.has(kind) ? pages.length : null,
    pages: pages.map((text, place) => ({ page: NUMBERED.has(kind) ? place + 1 : null, text })),
    leftOut: { ...NOTHING_LEFT_OUT, ...left },
    notes: [],
  };
}

/** On one line a page, words that a line's end parted marked as such, and no more than is searched. */
function withinBounds({ count, pages, leftOut, notes }: RawText): FileText {
  const kept: KeptPage[] = [];
  let left: number = MOST_SEARCHED.characters;
  let cutAt: number | null = null;
  let isCut = leftOut.isCut;
  for (const [place, { page, text }] of pages.entries()) {
    const whole = inOneLine(text);
    const line = whole.text.slice(0, left).trimEnd();
    if (whole.text.length > left) {
      isCut = true;
      cutAt = page ?? place + 1;
    }
    left -= line.length;
    if (line !== "") kept.push({ page, text: line, lines: whole.lines });
    if (left <= 0 || cutAt !== null) {
      if (place + 1 < pages.length) isCut = true;
      cutAt ??= page;
      break;
    }
  }
  // Where pages have numbers, what ends within one counts as searched up to it.
  const searchedPages =
    isCut && cutAt !== null && count !== null && cutAt < count ? cutAt : leftOut.searchedPages;
  const found = { count, leftOut: { ...leftOut, isCut, searchedPages }, notes };
  if (kept.length === 0) throw new NoText(WITHOUT_TEXT, found);
  return { ...found, pages: kept };
}

/** A text on one line, with the lengths of its own lines, so that they can be had again. */
function inOneLine(text: string): { text: string; lines: string } {
  const lines = text
    .replaceAll(/(?<=\p{L})[-\u00ad]\n(?=\p{Ll})/gu, PARTED)
    .split("\n")
    .map((line) => line.replaceAll(/[\s\p{Cc}]+/gu, " ").trim())
    .filter((line) => line !== "");
  return { text: lines.join(" "), lines: lines.map(({ length }) => length).join(" ") };
}

/** A page's text in its own lines. */
export function inItsLines({ text, lines }: Pick<KeptPage, "text" | "lines">): string {
  if (lines === "") return text;
  const parts: string[] = [];
  let from = 0;
  for (const length of lines.split(" ").map(Number)) {
    if (from >= text.length) break;
    parts.push(text.slice(from, from + length));
    from += length + 1;
  }
  return parts.join("\n");
}
