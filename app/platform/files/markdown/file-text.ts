import type { Encoding } from "#model/text-encodings.ts";
import { encodingOf } from "../tables/text-encoding.ts";

/**
 * How a text file that was taken is encoded: as its bytes say, else as they most likely are.
 * @param cut whether the bytes are the beginning of the file
 */
export function textCharset(bytes: Uint8Array, cut = false): Encoding {
  return encodingOf(bytes, cut).encoding;
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
