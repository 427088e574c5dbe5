/**
 * What a file is that people would not expect of it, and would otherwise meet too late:
 * - `password`: whoever opens it needs a password
 * - `xfa`: a form that Adobe's programs alone draw; for all others it has a page that says so
 * - `attachments`: it has files attached, as a portfolio does
 * - `media`: it has sound, video or models, which a page has a still picture of at most
 */
export const FILE_NOTES = ["password", "xfa", "attachments", "media"] as const;
export type FileNote = (typeof FILE_NOTES)[number];

/** As staff are told at the upload and on the document's page. */
const STAFF_WORDS: Readonly<Record<FileNote, string>> = {
  password:
    "This file is protected by a password. Its pages can’t be shown or watermarked, and search finds it by its name only. Visitors need the password to open it.",
  xfa: "Only Adobe Acrobat and Reader can show this form (dynamic XFA). Everywhere else it is a placeholder page, and search reads only that page. Print the form to a PDF and upload that instead.",
  attachments:
    "This PDF has files attached, as in a portfolio. Its pages don’t show them, and search doesn’t read them. To show them, upload each one as its own document.",
  media:
    "This PDF has audio, video or 3D models. Its pages show a still picture of them, or nothing. Visitors can play them only in a file that they download.",
};

/** As visitors are told where they look at the file, and what a download does about it. */
const READER_WORDS: Readonly<Record<Exclude<FileNote, "password">, readonly [string, string]>> = {
  xfa: [
    "Only Adobe Acrobat and Reader can show this form. This is its placeholder page.",
    "Download it to open it there.",
  ],
  attachments: [
    "This PDF has files attached. They aren’t shown here.",
    "Download it to open them.",
  ],
  media: [
    "This PDF has audio, video or 3D models. They don’t play here.",
    "Download it to play them.",
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

/** A note of `uploadNotes` where the name of its file stands beside it. */
export function withoutName(note: string, fileName: string): string {
  const name = `“${fileName}”: `;
  return note.startsWith(name) ? note.slice(name.length) : note;
}

/** The same where the sentence before it begins with that name. */
function withoutSaid(note: string, before: string): string {
  const end = note.indexOf("”: ");
  return end !== -1 && before.startsWith(note.slice(0, end + 1))
    ? withoutName(note, note.slice(1, end))
    : note;
}

/** What a message has room for. */
const MAX_NOTES = 380;

/** A message about files that were added, and what staff should know of them. */
export function addedWords(added: string, notes: readonly string[]): string {
  const words = notes.map((note) => withoutSaid(note, added)).join(" ");
  if (words === "") return added;
  return words.length <= MAX_NOTES
    ? `${added} ${words}`
    : `${added} Check the notes on each document’s page. They say what visitors won’t see.`;
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
