import { inSlices } from "../../../db/pace.ts";
import type { UnreadFile } from "../../../db/document-texts.ts";
import type { Services } from "../../context.ts";
import { contentTypeOfKind, type FileKind } from "../../domain/file-types.ts";
import { markedSource } from "../marking/marks.ts";
import { marking } from "../marking/marking.ts";
import { StrictZip } from "../strict-zip.ts";
import { decodeText } from "../tables/csv-table.ts";
import { StoredFile } from "../upload/blob-access.ts";

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

/** A file has no text that can be read, now or ever; the message is for the record. */
export class NoText extends Error {}

const MEGABYTE = 1024 ** 2;
const MAX_PAGES = 400;
const PAGES_AT_ONCE = 20;
/** Characters of one file; what comes after is not searched. */
const MAX_CHARACTERS = 1_000_000;
const MAX_PLAIN_BYTES = 8 * MEGABYTE;
const MAX_ARCHIVE_BYTES = 64 * MEGABYTE;
/** Of one part of an office file, unpacked. */
const MAX_PART_BYTES = 24 * MEGABYTE;

type Parts = Pick<Services, "store" | "blobs" | "now" | "log">;

/**
 * The text of a file, page by page: of PDF files by the renderer's processes, of office files from their own
 * archives, which are read within limits. Nothing of it is interpreted: no entities but the five, no scripts, no links.
 * @throws NoText for good; NotMarkable where it may be had later, or not
 */
export async function documentText(services: Parts, file: UnreadFile): Promise<FilePage[]> {
  const kind = TEXT_KINDS.find((one) => contentTypeOfKind(one) === file.contentType);
  switch (kind) {
    case "pdf":
      return withinBounds(await pdfPages(services, file));
    case "docx":
    case "xlsx":
    case "pptx":
      return withinBounds(await officePages(services, file, kind));
    case undefined:
      throw new NoText("this kind of file has no text");
    default: {
      const { orgId, blobHash, size } = file;
      const bytes = await new StoredFile(services.blobs, orgId, { hash: blobHash, size }).bytes(
        0,
        Math.min(size, MAX_PLAIN_BYTES),
      );
      return withinBounds([{ page: null, text: await decodeText(bytes) }]);
    }
  }
}

async function pdfPages(services: Parts, { orgId, ...file }: UnreadFile): Promise<FilePage[]> {
  const source = markedSource({ services, org: { id: orgId } }, { ...file, bytes: undefined });
  const pages: FilePage[] = [];
  let characters = 0;
  for (let first = 1, count = 1; first <= Math.min(count, MAX_PAGES); first += PAGES_AT_ONCE) {
    const outline = await marking.outline(source, first, PAGES_AT_ONCE);
    count = outline.pageCount;
    for (const { number, text } of outline.pages) {
      pages.push({ page: number, text });
      characters += text.length;
    }
    if (characters > MAX_CHARACTERS) break;
  }
  return pages;
}

/** Which parts of an office file hold its text, and which page each of them is. */
const PARTS = {
  docx: { part: /^word\/document\.xml$/, text: "w:t", breaks: "w:p" },
  pptx: { part: /^ppt\/slides\/slide(\d{1,4})\.xml$/, text: "a:t", breaks: "a:p" },
  xlsx: { part: /^xl\/sharedStrings\.xml$/, text: "t", breaks: "si" },
} as const;

async function officePages(
  { blobs }: Parts,
  { orgId, blobHash, size }: UnreadFile,
  kind: keyof typeof PARTS,
): Promise<FilePage[]> {
  if (size > MAX_ARCHIVE_BYTES) throw new NoText("too large");
  const { part, text, breaks } = PARTS[kind];
  const zip = await StrictZip.ofBlob(new StoredFile(blobs, orgId, { hash: blobHash, size }), {
    maxEntries: 20_000,
    maxBytes: 1024 * MEGABYTE,
  });
  try {
    const found = [...zip.files.keys()].flatMap((name) => {
      const match = part.exec(name);
      return match === null
        ? []
        : [{ name, page: match[1] === undefined ? null : Number(match[1]) }];
    });
    const pages: FilePage[] = [];
    for (const { name, page } of found
      .toSorted((a, b) => (a.page ?? 0) - (b.page ?? 0))
      .slice(0, MAX_PAGES)) {
      const xml = (await zip.bytes(name, MAX_PART_BYTES)).toString("utf8");
      pages.push({ page, text: await inSlices(textOfXml(xml, text, breaks)) });
    }
    return pages;
  } finally {
    zip.close();
  }
}

/** What stands in the elements of one name, a line for each that ends one of another. */
function* textOfXml(xml: string, name: string, breaks: string): Generator<void, string, void> {
  const wanted = new RegExp(`<${name}(?:\\s[^<>]*)?>([^<]*)</${name}>|</${breaks}>`, "g");
  let text = "";
  for (const [, words] of xml.matchAll(wanted)) {
    text +=
      words === undefined
        ? "\n"
        : words.replaceAll(/&(#\d{1,7}|#x[\da-fA-F]{1,6}|\w{2,4});/g, entity);
    if (text.length > MAX_CHARACTERS) break;
    yield;
  }
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function entity(whole: string, name: string): string {
  if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code >= 32 && code <= 0x10_ffff ? String.fromCodePoint(code) : " ";
}

/** On one line a page, words that a line's end parted whole again, and no more than is searched. */
function withinBounds(pages: readonly FilePage[]): FilePage[] {
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
  if (kept.length === 0) throw new NoText("it holds no text");
  return kept;
}
