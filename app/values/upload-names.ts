import { endingOf } from "./file-types.ts";
import { isDotOrBlank, withoutEnd } from "./ends.ts";

/** The longest name that file systems take, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 255;

/**
 * Controls, line separators, marks that turn the direction of writing, and what has no width: a
 * name with them is not what it seems.
 */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Surrogate}]/gu;

/**
 * The name under which an uploaded file is kept: without folders, unseen characters, outer blanks
 * and leading dots, composed (NFC), and no longer than file systems take; its ending stays.
 * @returns null when nothing is left to call it by
 */
export function keptFileName(sent: string): string | null {
  const own = sent.split(/[\\/]/).at(-1) ?? "";
  const clean = withoutEnd(
    own
      .replace(/\s+/g, " ")
      .replace(UNSEEN, "")
      .normalize("NFC")
      .trim()
      .replace(/^\.+\s*/, ""),
    isDotOrBlank,
  );
  if (clean === "" || !/[\p{L}\p{N}]/u.test(clean)) return null;
  return cut(clean);
}

/** Whether a name can be given to a document as it is. */
export function isKeptFileName(name: string): boolean {
  return keptFileName(name) === name;
}

/**
 * A message's short form of a name as it was sent: nobody's message gets longer or stranger by it.
 */
export function nameInWords(sent: string): string {
  const clean = sent.replace(/\s+/g, " ").replace(UNSEEN, "").trim();
  return clean.length > 80
    ? `${[...clean].slice(0, 60).join("")}…${clean.slice(-16)}`
    : clean || "A file without a name";
}

function cut(name: string): string {
  if (bytesOf(name) <= MAX_NAME_BYTES) return name;
  const ending = endingOf(name) === "" ? "" : `.${endingOf(name)}`;
  let stem = Array.from(name.slice(0, name.length - ending.length));
  while (bytesOf(stem.join("") + ending) > MAX_NAME_BYTES) stem = stem.slice(0, -1);
  return stem.join("").trimEnd() + ending;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
