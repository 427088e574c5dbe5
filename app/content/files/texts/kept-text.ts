import type { HiddenPart } from "#model/documents/hidden-parts.ts";
import type { Encoding } from "#model/text-encodings.ts";
import type { FileText } from "../watermark/jobs.ts";

/** What is kept of a file at most, in characters and pages: a thousand pages of print. */
export const MAX_CHARACTERS = 1_000_000;
export const MAX_PAGES = 2_000;

/** Pages as they are read, up to what is kept. */
export class KeptText {
  readonly #pages: string[] = [];
  #parts: string[] = [];
  #room = MAX_CHARACTERS;
  isCut = false;
  /** A part of it is a file of another kind, which is not read. */
  hasUnread = false;
  /** How its letters are encoded, where that is a guess. */
  guessed: Encoding | null = null;
  readonly #hidden = new Set<HiddenPart>();

  /** Whether more would be dropped. */
  get isFull(): boolean {
    return this.isCut;
  }

  /** Notes that something is left out that who opens the file does not see. */
  hide(part: HiddenPart): void {
    this.#hidden.add(part);
  }

  hides(part: HiddenPart): boolean {
    return this.#hidden.has(part);
  }

  add(text: string): void {
    if (text.length > this.#room || this.#pages.length >= MAX_PAGES) this.isCut = true;
    const part = this.#pages.length >= MAX_PAGES ? "" : text.slice(0, this.#room);
    if (part === "") return;
    this.#room -= part.length;
    this.#parts.push(part);
  }

  /** What follows stands on the next page. */
  endPage(): void {
    if (this.#pages.length < MAX_PAGES) this.#pages.push(tidy(this.#parts.join("")));
    this.#parts = [];
  }

  /** All pages; those at the end that say nothing are left out. */
  done(): FileText {
    if (this.#parts.length > 0) this.endPage();
    while (this.#pages.at(-1) === "") this.#pages.pop();
    const { isCut, hasUnread, guessed } = this;
    return { pages: this.#pages, isCut, hidden: [...this.#hidden], hasUnread, guessed };
  }
}

/**
 * Text without control characters and halves of characters, with at most one empty line in a row.
 */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(/\p{Cs}/gu, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
