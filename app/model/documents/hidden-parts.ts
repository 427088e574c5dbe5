/**
 * What a file has that nobody reads who only looks at it, and that goes along with every download:
 * - `words`: they say themselves that they are hidden
 * - `unseen`: their color is that of their ground, or they are too small, or beside the page
 * - `sheets`, `cells`, `slides`: hidden as a whole
 * - `changes`: what was deleted while changes were tracked
 * - `comments`, `speech`: comments, and a speaker's notes
 * - `data`: what pivot tables and links to other workbooks keep of their sources
 * - `files`: other files in it, such as the workbook behind a chart
 */
export const HIDDEN_PARTS = [
  "words",
  "unseen",
  "sheets",
  "cells",
  "slides",
  "changes",
  "comments",
  "speech",
  "data",
  "files",
] as const;
export type HiddenPart = (typeof HIDDEN_PARTS)[number];

const WORDS: Readonly<Record<HiddenPart, string>> = {
  words: "hidden words",
  unseen: "words that don’t show because of their color, size or place",
  sheets: "hidden sheets",
  cells: "hidden rows, columns or cells",
  slides: "hidden slides",
  changes: "tracked changes",
  comments: "comments",
  speech: "speaker notes",
  data: "data kept for pivot tables or links to other workbooks",
  files: "embedded files",
};

/** 'comments', 'speaker notes and comments', in one order whatever order they were found in. */
export function hiddenInWords(parts: readonly HiddenPart[]): string {
  const words = HIDDEN_PARTS.filter((part) => parts.includes(part)).map((part) => WORDS[part]);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}
