import { isDotOrBlank, withoutEnd } from "./ends.ts";

/** Names of files as they leave: in a header, inside an archive. */

/**
 * Control and direction characters, which could show another ending than there is, and what file
 * systems refuse.
 */
const HOSTILE = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const SEPARATORS = /[/\\:*?"<>|]/g;
const MAX_BYTES = 200;
const ENDING = /\.[A-Za-z0-9]{1,8}$/;

/**
 * A name that every file system takes and that reads as what it is: no path, no control or
 * direction characters, no dot in front, at most 200 bytes, its ending kept.
 */
export function safeFileName(name: string): string {
  const clean = withoutEnd(
    name
      .normalize("NFC")
      .replace(HOSTILE, "")
      .replace(SEPARATORS, "-")
      .replace(/\s+/g, " ")
      .replace(/^[. ]+/, ""),
    isDotOrBlank,
  );
  if (clean === "") return "document";
  const ending = ENDING.exec(clean)?.[0] ?? "";
  let stem = clean.slice(0, clean.length - ending.length);
  while (new TextEncoder().encode(stem + ending).byteLength > MAX_BYTES)
    stem = [...stem].slice(0, -1).join("");
  return stem + ending;
}

/** Letters that no decomposition turns into ASCII. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
};

/**
 * A name in ASCII, for clients that take no other: letters without their marks, a low line for
 * everything else.
 */
export function asciiName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/gu, (character) => SPELLED[character] ?? "_");
}
