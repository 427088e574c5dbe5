import { describe, expect, test } from "vitest";
import {
  NOTHING_LEFT_OUT,
  leftOutColumn,
  leftOutOf,
  notSearched,
  searchedPart,
  textNotices,
  type TextNotes,
} from "#content/documents/rules/text-notes.ts";
import { addedWords, uploadNotes, withoutName } from "#model/documents/file-notes.ts";
import { wording } from "../wording.ts";

const read = (notes: Partial<TextNotes>, pages: number | null = 450) => ({
  fault: null,
  hasText: true,
  pages,
  leftOut: { ...NOTHING_LEFT_OUT, ...notes },
});

test("a note names its file, and not twice where the name stands beside it", () => {
  const [note = ""] = uploadNotes([{ fileName: "a.pdf", notes: ["password"], unmarked: null }]);
  expect(note).toMatch(/^“a\.pdf”: This file is protected/);
  expect(withoutName(note, "a.pdf")).toMatch(/^This file is protected/);
  expect(withoutName(note, "b.pdf")).toBe(note);
  expect(addedWords("“a.pdf” has been added.", [note])).toMatch(/^“a\.pdf” has been added\. This/);
  expect(addedWords("Version 2 has been added.", [note])).toMatch(/added\. “a\.pdf”: This/);
  expect(addedWords("“a.pdf” has been added.", [])).toBe("“a.pdf” has been added.");
});

describe("what reading a file's text left out", () => {
  test("is kept as it is, and nothing is kept where that is nothing", () => {
    const notes = { ...NOTHING_LEFT_OUT, searchedPages: 400, hiddenPages: [3] };
    expect(leftOutOf(leftOutColumn(notes))).toEqual(notes);
    expect(leftOutColumn(NOTHING_LEFT_OUT)).toBeNull();
    expect(leftOutOf('{"searchedPages":"x","later":1}')).toEqual(NOTHING_LEFT_OUT);
  });

  test.each([
    [{}, null, [], []],
    [
      { searchedPages: 1_333, isCut: true },
      2_450,
      [/^Only the first 1,333 of 2,450 pages are searched\. Search reads up to 1,000,000 char/],
      ["Only the first 1,333 of 2,450 pages are searched."],
    ],
    [{ searchedPages: 1 }, 450, [/^Only page 1 of 450 is/], ["Only page 1 of 450 is searched."]],
    [
      { isCut: true },
      null,
      [/^Only the beginning of this file is searched\./],
      [wording.onlyBeginningSearched],
    ],
    [
      { cutPages: [3] },
      450,
      [/^Only the first 50,000 characters of page 3 are searched/],
      ["Only the beginning of page 3 is searched."],
    ],
    [
      { unreadPages: [7, 9] },
      450,
      [/^The text of pages 7 and 9 can’t be read/],
      ["The text of pages 7 and 9 can’t be read and isn’t searched."],
    ],
    // Readers are not told where to look for what is hidden.
    [{ hiddenPages: [1, 2, 3] }, 450, [/^There is hidden text on pages 1, 2 and 3\./], []],
    [
      { hiddenPages: Array.from({ length: 20 }, (_, at) => at + 1) },
      450,
      [/on pages 1, 2, 3, 4, 5, 6, 7, 8 and 12 more\./],
      [],
    ],
    [
      { hidden: ["speech", "sheets"] },
      null,
      [/^This file has hidden text: hidden sheets and speaker notes\. Search leaves it out/],
      [],
    ],
    [
      { hasUnread: true },
      null,
      [/^Another file is inserted into this one\. Search doesn’t read/],
      ["Another file is inserted into this one. It isn’t searched."],
    ],
    [
      { guessed: "shift_jis" },
      null,
      [/shown and searched as Japanese \(Shift_JIS\)\. If the letters look wrong/],
      [],
    ],
  ] as const)("%j is told to staff and readers", (notes, pages, staff, readers) => {
    const of = read(notes as Partial<TextNotes>, pages);
    const told = textNotices(of);
    expect(told).toHaveLength(staff.length);
    for (const [at, words] of staff.entries()) expect(told[at]).toMatch(words);
    expect(notSearched(of)).toEqual(readers);
  });

  test("a file without text, one that can't be read, and one that nobody has read yet", () => {
    const [unread] = textNotices(null);
    expect(unread).toContain("still being read");
    const none = (fault: string) => textNotices({ ...read({}), hasText: false, fault });
    expect(none("it holds no text")).toEqual([expect.stringContaining("no searchable text")]);
    expect(none("can't be marked: damaged")).toEqual([expect.stringContaining("can’t be read")]);
    // Of a file that is locked more is said than of its text.
    expect(none("can't be marked: encrypted")).toEqual([]);
    const all = { ...read({ hiddenPages: [1] }), hasText: false, fault: "it holds no text" };
    expect(textNotices(all)).toEqual([
      expect.stringContaining("no searchable text"),
      expect.stringContaining("There is hidden text on page 1"),
    ]);
    expect(searchedPart(read({}))).toBeNull();
  });
});
