/** Stands in a cell whose formula has no result in the file: it gets one where it is opened. */
export const NO_RESULT = "#FORMULA?";

/** What spreadsheet programs show in place of a result. */
const ERRORS: ReadonlySet<string> = new Set(
  "#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #GETTING_DATA #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN! #ERROR! #BUSY!".split(
    " ",
  ),
);

/** Characters that no text has: all control characters but tabs and line breaks. */
const NO_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Why a cell can't be what somebody wrote; null where nothing speaks against it. */
export function cellFault(text: string): string | null {
  if (text === NO_RESULT)
    return "A formula has no result in the file. Open the file in your spreadsheet program, save it, then import it again.";
  if (ERRORS.has(text)) return `A cell shows an error: ${text}`;
  const [found] = NO_TEXT.exec(text) ?? [];
  if (found === undefined) return null;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `A cell has a character that isn’t text (U+${code})`;
}
