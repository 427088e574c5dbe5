/**
 * The text of a file, as pages show it: lines end as they end here, and characters that control
 * something are none.
 * @param cut whether the bytes are the beginning of the file: half a character at their end is left
 *   out then
 */
export function fileText(bytes: Uint8Array, cut = false): string {
  const text = new TextDecoder().decode(bytes, { stream: cut });
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "\ufffd");
}
