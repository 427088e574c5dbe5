import { isUtf8 } from "node:buffer";

/**
 * How a text file that was taken is encoded: UTF-16 where it says so, else UTF-8, else what Excel of
 * the West writes.
 * @param cut whether the bytes are the beginning of the file
 */
export function textCharset(
  bytes: Uint8Array,
  cut = false,
): "utf-16le" | "utf-16be" | "utf-8" | "windows-1252" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (isUtf8(bytes)) return "utf-8";
  // The last character may go on behind the cut.
  const isCutOff = cut && [1, 2, 3].some((left) => isUtf8(bytes.subarray(0, -left)));
  return isCutOff ? "utf-8" : "windows-1252";
}

/**
 * The text of a file, as pages show it: lines end as they end here, and characters that control
 * something are none.
 * @param cut whether the bytes are the beginning of the file: half a character at their end is left
 *   out then
 */
export function fileText(bytes: Uint8Array, cut = false): string {
  const text = new TextDecoder(textCharset(bytes, cut)).decode(bytes, { stream: cut });
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "\ufffd");
}
