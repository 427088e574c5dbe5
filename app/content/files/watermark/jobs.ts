// What the application and its rendering processes say to each other. Types alone: the process is
// built by itself.
import type { FileNote } from "#model/documents/file-notes.ts";
import type { HiddenPart } from "#model/documents/hidden-parts.ts";
import type { Encoding } from "#model/text-encodings.ts";
import type { AnswersParts } from "../letter/answers-pdf.ts";
import type { LetterParts } from "../letter/pdf.ts";
import type { Issuer, SignedNda } from "../letter/nda-pdf.ts";
import type { PdfFields } from "#platform/files/questionnaires/pdf-fields.ts";
import type { PageText } from "../texts/pdf/page-text.ts";

/** What a watermark says. */
export interface Mark {
  name: string | null;
  email: string | null;
  organisation: string | null;
  /** The moment, as people read it. */
  when: string;
  /** The short id that staff look up. */
  trace: string;
}

export interface PageSize {
  width: number;
  height: number;
}

/** A file that a process opens, and holds open for the next job. */
interface AboutFile {
  /** The SHA-256 of its bytes. */
  key: string;
  kind: "pdf" | "picture";
}

/** What the pages of a PDF don't show. */
export type PdfNote = Exclude<FileNote, "password">;

/** Files whose text is read apart from pages that are shown. */
export type TextKind = "docx" | "xlsx" | "pptx" | "plain";

/** The text of a file, page by page: sheets, slides; a file without pages has one. */
export interface FileText {
  pages: string[];
  /** Whether there is more than is kept. */
  isCut: boolean;
  /** What it has that who opens it does not see, which was left out. */
  hidden: HiddenPart[];
  /** Whether a part of it is a file of another kind, which is not read. */
  hasUnread: boolean;
  /** How its letters are encoded, where that is a guess. */
  guessed: Encoding | null;
}

export type MarkingJob =
  /** How many pages there are, and how large those from `first` on are shown. */
  | (AboutFile & { do: "outline"; first: number; count: number })
  /**
   * What the pages from `first` on say to those who look at them: as many as there is time for, one
   * at least.
   */
  | (AboutFile & { do: "texts"; first: number; count: number; ms: number })
  /** One page as a PNG, with a watermark where there is one; behind it a first page's thumbnail. */
  | (AboutFile & { do: "page"; number: number; mark: Mark | null })
  /** Draws the first page and the largest one, to see whether it can be done: a thumbnail is left. */
  | (AboutFile & { do: "try" })
  /** The colors of a picture that could be an accent. */
  | (AboutFile & { do: "colors"; kind: "picture" })
  /** The text of a file that is no PDF. */
  | { do: "text"; key: string; kind: TextKind }
  /** The fields of a PDF that ask something, up to one more than `most`. */
  | { do: "fields"; key: string; kind: "form"; most: number }
  /** A PDF with values in these fields, by their places. */
  | { do: "fill"; key: string; kind: "form"; texts: readonly (readonly [number, string])[] }
  /** A PDF with the watermark on every page. */
  | { do: "mark"; mark: Mark }
  /** Puts a watermark on every page and forgets the copy, to see whether it can be done. */
  | (AboutFile & { do: "try-mark"; kind: "pdf"; mark: Mark })
  /** A bridge letter as a PDF. */
  | { do: "letter"; parts: LetterParts }
  /** The answers of a questionnaire as a PDF. */
  | { do: "answers"; parts: AnswersParts }
  /** The record of a signed NDA as a PDF. */
  | { do: "nda"; issuer: Issuer; signed: SignedNda };

export interface Outline {
  pageCount: number;
  notes: PdfNote[];
  pages: (PageSize & { number: number })[];
}

/** What some pages of a file say, in their order. */
export interface PageTexts {
  pageCount: number;
  pages: (PageText & { number: number; isDamaged: boolean })[];
}

/**
 * - `bytes`: the process does not hold this file; ask again with its bytes
 * - `absent`: the file has no such page
 * - `encrypted`, `damaged`: it can't be shown, marked or made
 * - `too-large`: a picture has more pixels than are drawn
 * - `too-complex`: it would take more time or memory than it is given
 * - `unseen`: a mark is put on it, and something hides it
 */
export type MarkingFault =
  | "bytes"
  | "absent"
  | "encrypted"
  | "damaged"
  | "too-large"
  | "too-complex"
  | "unseen";

/** PNG and PDF bytes follow the answer; the last `thumbnail` of them are the first page, small. */
export type MarkingAnswer =
  | { outline: Outline }
  | { texts: PageTexts }
  | { text: FileText }
  | { fields: PdfFields }
  /** `#rrggbb`, the strongest first. */
  | { colors: string[] }
  | { done: "png" | "pdf" | "try-mark"; thumbnail?: number }
  | { tried: PdfNote[]; thumbnail?: number }
  | { fault: MarkingFault };
