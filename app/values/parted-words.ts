/**
 * Stands in a text where a line's end parted a word with a hyphen. It shows nowhere; the word is
 * found whole, and by its parts: nobody knows whether the hyphen was the word's own.
 */
export const PARTED = "\u00ad";

/** A text as it is shown and compared: with its words whole. */
export function withWholeWords(text: string): string {
  return text.includes(PARTED) ? text.replaceAll(PARTED, "") : text;
}
