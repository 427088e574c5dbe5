// What the application and its marking workers say to each other. Types alone: the worker is built by itself.
import type { LetterParts } from "../letter/letter-pdf.ts";
import type { Issuer, SignedNda } from "../letter/nda-pdf.ts";

/** What a watermark says (product.md §6). */
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

export type MarkingJob =
  /** How many pages there are, and how large those from `first` on are shown. */
  | {
      do: "outline";
      key: string;
      kind: "pdf" | "picture";
      first: number;
      count: number;
      bytes?: Uint8Array;
    }
  /** One page as a watermarked PNG. */
  | {
      do: "page";
      key: string;
      kind: "pdf" | "picture";
      number: number;
      mark: Mark;
      bytes?: Uint8Array;
    }
  /** A PDF with the watermark on every page. */
  | { do: "mark"; mark: Mark; bytes: Uint8Array }
  /** A bridge letter as a PDF. */
  | { do: "letter"; parts: LetterParts; bytes?: undefined }
  /** The record of a signed NDA as a PDF. */
  | { do: "nda"; issuer: Issuer; signed: SignedNda; bytes?: undefined };

export interface Outline {
  pageCount: number;
  pages: (PageSize & { number: number; text: string })[];
}

/**
 * - `bytes`: the worker does not hold this file any more; ask again with its bytes
 * - `encrypted`, `damaged`, `too-large`: it can't be shown, marked or made
 */
export type MarkingFault = "bytes" | "encrypted" | "damaged" | "too-large";

export type MarkingAnswer =
  | { outline: Outline }
  | { png: Uint8Array }
  | { pdf: Uint8Array }
  | { fault: MarkingFault };
