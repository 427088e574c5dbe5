import { expect, test } from "vitest";
import { FILE_KINDS, contentTypeOfKind, fileTypeInWords } from "#values/file-types.ts";

test("each kind of file that the library takes has its own words, by type and by ending", () => {
  const words = FILE_KINDS.map((kind) => fileTypeInWords(contentTypeOfKind(kind)));
  expect(words).toEqual([
    "PDF",
    "Word document",
    "Excel workbook",
    "PowerPoint presentation",
    "CSV file",
    "Text file",
    "Markdown file",
    "Image (PNG)",
    "Image (JPEG)",
    "ZIP archive",
  ]);
  expect(FILE_KINDS.map((kind) => fileTypeInWords(kind))).toEqual(words);
  expect(fileTypeInWords("XLSX")).toBe("Excel workbook");
  expect(fileTypeInWords("Text/Plain; charset=utf-8")).toBe("Text file");
});

test("another type is no machine's word either", () => {
  expect(fileTypeInWords("application/x-strange")).toBe("File");
  expect(fileTypeInWords("key")).toBe("KEY file");
  expect(fileTypeInWords("")).toBe("File");
});
