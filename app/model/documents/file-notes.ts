/**
 * What a file is that people would not expect of it, and would otherwise meet too late:
 * - `password`: whoever opens it needs a password
 * - `xfa`: a form that Adobe's programs alone draw; for all others it has a page that says so
 * - `attachments`: it carries files, as a portfolio does
 */
export const FILE_NOTES = ["password", "xfa", "attachments"] as const;
export type FileNote = (typeof FILE_NOTES)[number];

/** As staff are told at the upload and on the document's page. */
const STAFF_WORDS: Readonly<Record<FileNote, string>> = {
  password:
    "This file asks for a password. Its pages can't be shown or marked, the search doesn't read it, and visitors need the password to open it.",
  xfa: "This form can be drawn by Adobe Acrobat and Reader alone (dynamic XFA). Everywhere else it is a placeholder page, and the search finds nothing else in it. Print it to a PDF and upload that.",
  attachments:
    "Files are attached to this PDF, as in a portfolio. Its pages don't show them, and the search doesn't read them. To have them shown, upload them as documents of their own.",
};

/** As visitors are told where they look at the file, and what a download does about it. */
const READER_WORDS: Readonly<Record<Exclude<FileNote, "password">, readonly [string, string]>> = {
  xfa: [
    "This form can be drawn by Adobe Acrobat and Reader alone. What you see here is its placeholder page.",
    "Download it to open it there.",
  ],
  attachments: [
    "Files are attached to this PDF. They are not shown here.",
    "Download it to open them.",
  ],
};

/** What staff are told of a file. */
export function staffNotes(notes: readonly FileNote[]): string[] {
  return notes.map((note) => STAFF_WORDS[note]);
}

/**
 * What staff are told of files that were uploaded, each with its name: its notes, and that it can't
 * be marked where that is so.
 */
export function uploadNotes(
  files: readonly { fileName: string; notes: readonly FileNote[]; unmarked: string | null }[],
): string[] {
  return files.flatMap(({ fileName, notes, unmarked }) =>
    [...staffNotes(notes), ...(unmarked === null ? [] : [unmarked])].map(
      (words) => `“${fileName}”: ${words}`,
    ),
  );
}

/** What a message has room for. */
const MAX_NOTES = 380;

/** A message about files that were added, and what staff should know of them. */
export function addedWords(added: string, notes: readonly string[]): string {
  const words = notes.join(" ");
  return words.length <= MAX_NOTES
    ? [added, ...notes].join(" ")
    : `${added} Some of them need a look: each document's own page says what its visitors won't see.`;
}

/** What a visitor who looks at a file's pages is told of it. */
export function readerNotes(notes: readonly FileNote[], mayDownload: boolean): string[] {
  return notes.flatMap((note) => {
    if (note === "password") return [];
    const [words, download] = READER_WORDS[note];
    return [mayDownload ? `${words} ${download}` : words];
  });
}

/** Notes as a column holds them: names with spaces between them. */
export function notesColumn(notes: readonly FileNote[]): string {
  return FILE_NOTES.filter((note) => notes.includes(note)).join(" ");
}

/** The notes that a column holds; what a later version wrote is left out. */
export function notesOf(column: string): FileNote[] {
  const held = new Set(column.split(" "));
  return FILE_NOTES.filter((note) => held.has(note));
}
