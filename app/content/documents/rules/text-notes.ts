import * as z from "zod";
import { HIDDEN_PARTS, hiddenInWords, type HiddenPart } from "#model/documents/hidden-parts.ts";
import { ENCODINGS, encodingNamed, type Encoding } from "#model/text-encodings.ts";

/**
 * What reading a file's text left out, and why: staff are told at the upload and on the document's
 * page, readers where they look for something.
 */
export interface TextNotes {
  /** The search ends behind this page; null where it does not. */
  searchedPages: number | null;
  /** The file has more text than is searched. */
  isCut: boolean;
  /** Pages of which only the beginning is searched. */
  cutPages: number[];
  /** Pages with text that is not seen on them. */
  hiddenPages: number[];
  /** What the file hides that belongs to no page of its own, such as a sheet. */
  hidden: HiddenPart[];
  /** A part of the file is a file of another kind, which is not read. */
  hasUnread: boolean;
  /** How the letters of a plain text are encoded, where that is a guess. */
  guessed: Encoding | null;
  /** Pages whose text could not be read. */
  unreadPages: number[];
}

export const NOTHING_LEFT_OUT: TextNotes = {
  searchedPages: null,
  isCut: false,
  cutPages: [],
  hiddenPages: [],
  hidden: [],
  hasUnread: false,
  guessed: null,
  unreadPages: [],
};

/** Characters of one file, and pages of it, that are searched; and characters of one page. */
export const MOST_SEARCHED = { characters: 1_000_000, pages: 2_000, onePage: 50_000 } as const;

const numbers = z.array(z.number()).catch([]);
const leftOutSchema = z.object({
  searchedPages: z.number().nullable().catch(null),
  isCut: z.boolean().catch(false),
  cutPages: numbers,
  hiddenPages: numbers,
  hidden: z.array(z.enum(HIDDEN_PARTS)).catch([]),
  hasUnread: z.boolean().catch(false),
  guessed: z
    .string()
    .nullable()
    .catch(null)
    .transform((name) => encodingNamed(name)),
  unreadPages: numbers,
});

/** Notes as their column holds them; null where nothing was left out. */
export function leftOutColumn(notes: TextNotes): string | null {
  const json = JSON.stringify(notes);
  return json === JSON.stringify(NOTHING_LEFT_OUT) ? null : json;
}

/** @returns what `leftOutColumn` wrote */
export function leftOutOf(column: string | null): TextNotes {
  return column === null ? NOTHING_LEFT_OUT : leftOutSchema.parse(JSON.parse(column));
}

/** What became of a file's text, as it is stored. */
export interface ReadText {
  /** Why there is none. */
  fault: string | null;
  hasText: boolean;
  pages: number | null;
  leftOut: TextNotes;
}

/** Page numbers that a sentence has room for. */
const MOST_NAMED = 8;

/**
 * What staff are told of a file's text; empty where all of it is searched.
 * @param read null while nobody has read it yet
 */
export function textNotices(read: ReadText | null): string[] {
  if (read === null)
    return [
      "The text of this file is still being read. Until then, search finds the file by its name only.",
    ];
  // Of a file that is locked more is said than of its text.
  if (read.fault === LOCKED) return [];
  const { cutPages, hiddenPages, hidden, hasUnread, unreadPages, guessed } = read.leftOut;
  const part = searchedPart(read);
  return [
    ...(read.hasText ? [] : [read.fault === WITHOUT_TEXT ? NO_TEXT : UNREADABLE]),
    ...(part === null
      ? []
      : [
          `${part} Search reads up to ${thousands(MOST_SEARCHED.characters)} characters and ${thousands(MOST_SEARCHED.pages)} pages of a file.`,
        ]),
    ...(cutPages.length === 0
      ? []
      : [
          `Only the first ${thousands(MOST_SEARCHED.onePage)} characters of ${pagesInWords(cutPages)} are searched.`,
        ]),
    ...(unreadPages.length === 0
      ? []
      : [`The text of ${pagesInWords(unreadPages)} can’t be read, so search doesn’t find it.`]),
    ...(hiddenPages.length === 0
      ? []
      : [
          `There is hidden text on ${pagesInWords(hiddenPages)}. It is covered, cropped, too small to read, in a color or layer that doesn’t show, or stored behind other characters. Search and the page viewer leave it out, but anyone who downloads the original can copy it. To get rid of it, remove it from the file and upload a new version.`,
        ]),
    ...(hasUnread
      ? ["Another file is inserted into this one. Search doesn’t read the inserted file."]
      : []),
    ...(guessed === null
      ? []
      : [
          `This file doesn’t say how its letters are encoded. It’s shown and searched as ${ENCODINGS[guessed].words}. If the letters look wrong, save the file as UTF-8 and upload a new version.`,
        ]),
    ...(hidden.length === 0
      ? []
      : [
          `This file has hidden text: ${hiddenInWords(hidden)}. Search leaves it out, but anyone who downloads the file can read it. To get rid of it, remove it from the file and upload a new version.`,
        ]),
  ];
}

/** Faults as they are stored. */
export const WITHOUT_TEXT = "it holds no text";
const LOCKED = "can't be marked: encrypted";
const UNREADABLE = "The text of this file can’t be read. Search finds the file by its name only.";
const NO_TEXT =
  "This file has no searchable text. Search finds it by its name only. If it’s a scan, run text recognition (OCR) on it and upload a new version.";

/**
 * What a reader is told who looks for something in a file of which only a part is searched; null
 * where all of it is.
 */
export function searchedPart({
  pages,
  leftOut: { searchedPages, isCut },
}: Pick<ReadText, "pages" | "leftOut">): string | null {
  if (searchedPages !== null && pages !== null)
    return searchedPages <= 1
      ? `Only page 1 of ${pages} is searched.`
      : `Only the first ${thousands(searchedPages)} of ${thousands(pages)} pages are searched.`;
  return isCut ? "Only the beginning of this file is searched." : null;
}

/** What a reader is told of a search in a file: all that it did not look at. */
export function notSearched(read: Pick<ReadText, "pages" | "leftOut">): string[] {
  const { cutPages, unreadPages, hasUnread } = read.leftOut;
  const part = searchedPart(read);
  return [
    ...(part === null ? [] : [part]),
    ...(cutPages.length === 0
      ? []
      : [`Only the beginning of ${pagesInWords(cutPages)} is searched.`]),
    ...(unreadPages.length === 0
      ? []
      : [`The text of ${pagesInWords(unreadPages)} can’t be read and isn’t searched.`]),
    ...(hasUnread ? ["Another file is inserted into this one. It isn’t searched."] : []),
  ];
}

/** 'page 3', 'pages 3 and 4', 'pages 1, 2, 3 and 12 more'. */
function pagesInWords(pages: readonly number[]): string {
  if (pages.length === 1) return `page ${pages[0]}`;
  const isLong = pages.length > MOST_NAMED;
  const named = pages.slice(0, isLong ? MOST_NAMED : -1).join(", ");
  return `pages ${named} and ${isLong ? `${pages.length - MOST_NAMED} more` : pages.at(-1)}`;
}

function thousands(count: number): string {
  return count.toLocaleString("en-US");
}
