/** So many characters of a note stand above the decision. */
const MOST = 240;

/** Whether a note is shown whole above the decision. */
export function isShort(note: string): boolean {
  return note.length <= MOST;
}

/** The beginning of a note, to the end of a word. */
export function shortened(note: string): string {
  if (isShort(note)) return note;
  const begin = note.slice(0, MOST);
  const space = begin.lastIndexOf(" ");
  return `${begin.slice(0, space === -1 ? MOST : space)} …`;
}
