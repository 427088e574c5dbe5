import { expect, test } from "vitest";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { readText } from "#platform/files/tables/text-encoding.ts";

const latin = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["plain ASCII", Buffer.from("a,b\n"), "utf-8", true],
  ["UTF-8", Buffer.from("Köln\n"), "utf-8", true],
  ["UTF-8 with its mark", Buffer.from("\ufeffKöln\n"), "utf-8", true],
  ["UTF-16 with its mark", Buffer.from("\ufeffKöln\n", "utf16le"), "utf-16le", true],
  ["UTF-16 without", Buffer.from("name,Köln\n", "utf16le"), "utf-16le", false],
  ["UTF-16 the other way round", Buffer.from("name,Köln\n", "utf16le").swap16(), "utf-16be", false],
  ["what Excel of the West writes", latin("K\xf6ln, 5 m\xb3, caf\xe9\n"), "windows-1252", false],
  ["what it writes in Poland", latin("Bia\xb3y, za\xbf\xf3\xb3\xe6\n"), "windows-1250", false],
  [
    "what it writes in Bulgaria",
    latin("\xd1\xee\xf4\xe8\xff, \xc1\xfa\xeb\xe3\n"),
    "windows-1251",
    false,
  ],
  [
    "what it writes in Japan",
    Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x82, 0xcc, 0x0a]),
    "shift_jis",
    false,
  ],
  ["Japanese mail", Buffer.from("\u001b$BF|K\\\u001b(B\n"), "iso-2022-jp", false],
] as const)(
  "%s is read as it is, and it is said whether that is sure",
  async (_, bytes, encoding, isSure) => {
    expect(await readText(bytes, null)).toMatchObject({ encoding, isSure });
  },
);

test("what was chosen counts, and bytes that are none of it are refused, never replaced", async () => {
  const bytes = latin("K\xf6ln, caf\xe9\n");
  expect((await readText(bytes, "windows-1250")).text).toBe("Köln, café\n");
  await expect(readText(bytes, "utf-8")).rejects.toThrow(UnreadableTable);
  await expect(readText(bytes, "shift_jis")).rejects.toThrow(
    "can’t be read as Japanese (Shift_JIS)",
  );
  const picture = Buffer.from(Array.from({ length: 4_096 }, (__, i) => (i * 37) % 251));
  await expect(readText(picture, null)).rejects.toThrow("isn’t text");
});
