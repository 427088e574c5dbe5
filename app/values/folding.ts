/**
 * Texts as they are compared: without case, accents and ligatures. Nothing here takes longer than
 * its text is long, whatever the text holds.
 */

/** Signs that stand for whole phrases of up to 18 letters: they stay as they are. */
const UNFOLDED = /[^\u{FDFA}\u{FDFB}]+/gu;
const MARKS = /\p{M}+/gu;

/**
 * A text without case, accents and ligatures. Marks go first: putting many of them on one letter in
 * order takes time that grows with their square. What is left grows to at most seven letters a sign.
 */
export function foldText(text: string): string {
  const plain = isAscii(text)
    ? text
    : text
        .replaceAll(MARKS, "")
        .replaceAll(UNFOLDED, (part) => part.normalize("NFKD"))
        .replaceAll(MARKS, "");
  return plain.toLowerCase();
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** As many accents and other marks one letter has in any writing, and more. */
export const MOST_MARKS = 8;
const PILED = /\p{M}{9}/u;

/** Said of a text that has more marks on one letter. */
export const TOO_MANY_MARKS = `Use at most ${MOST_MARKS} accents or marks on one letter`;

/** Whether a text has more than `MOST_MARKS` marks in a row: that is no writing. */
export function hasPiledMarks(text: string): boolean {
  return PILED.test(text);
}

/** The same as a rule of a form's text, with `TOO_MANY_MARKS`: every text that is searched has it. */
export function hasFewMarks(text: string): boolean {
  return !hasPiledMarks(text);
}
