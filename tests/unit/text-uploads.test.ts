import { expect, test } from "vitest";
import { fileText, textCharset } from "#platform/files/markdown/file-text.ts";
import { checkedBytes } from "#platform/files/upload/stream-check.ts";
import type { FileKind } from "#values/file-types.ts";

/** What becomes of bytes that come in pieces of this length. */
async function taken(kind: FileKind, bytes: Buffer, length: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  try {
    const came: Uint8Array[] = [];
    for await (const piece of checkedBytes(pieces(), kind)) came.push(piece);
    return Buffer.concat(came).equals(bytes) ? "taken" : "changed";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

const latin = Buffer.from("Firma;Ort\r\nM\xfcller;K\xf6ln, 5 \x80\r\nZo\xe9;\xc3\r\n", "latin1");

test.each([
  ["a list of Excel's", "csv", latin, "taken"],
  ["a text of Windows", "txt", latin, "taken"],
  ["Markdown of another encoding", "md", latin, /isn’t UTF-8 or UTF-16 text/],
  ["UTF-8", "md", Buffer.from("Köln 東京 🎉\n".repeat(9)), "taken"],
  ["a list with NULs", "csv", Buffer.concat([latin, Buffer.from([0])]), /isn’t a text file/],
  ["a program", "csv", Buffer.from([0x61, 0xe4, 0x01, 0x0a]), /isn’t UTF-8 or UTF-16 text/],
  ["a text that breaks off inside a letter", "txt", Buffer.from([0x61, 0x0a, 0xc3]), "taken"],
  ["an RTF document", "txt", Buffer.from("{\\rtf1\\ansi Words}"), /content is an RTF document/],
  ["UTF-8 with a mark of old mail", "txt", Buffer.from("a\u0001ö\n"), "taken"],
] as const)("%s as %s, in pieces of any length", async (_, kind, bytes, outcome) => {
  for (const length of [1, 2, 7, 1_000]) expect(await taken(kind, bytes, length)).toMatch(outcome);
});

test("a text is shown as it is encoded, also where its beginning ends inside a letter", () => {
  expect([textCharset(latin), fileText(latin)]).toEqual([
    "windows-1252",
    "Firma;Ort\nMüller;Köln, 5 €\nZoé;Ã\n",
  ]);
  const utf8 = Buffer.from("Köln 東");
  for (const left of [1, 2]) {
    const cut = utf8.subarray(0, -left);
    expect([textCharset(cut, true), fileText(cut, true)]).toEqual(["utf-8", "Köln "]);
  }
  expect(fileText(Buffer.from("\ufeffKöln\r\n", "utf16le"))).toBe("Köln\n");
});
