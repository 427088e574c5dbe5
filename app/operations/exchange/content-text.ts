import { isUtf8 } from "node:buffer";
import { ContentError } from "./content-ids.ts";

/**
 * The text of a content folder's file: UTF-8, or UTF-16 with its mark. Anything else would be a
 * guess, and letters that are none would come in as others.
 * @throws ContentError that names the line
 */
export function contentText(name: string, bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const text = new TextDecoder().decode(bytes);
  if (isUtf8(bytes)) return text;
  const line = text.slice(0, text.indexOf("\ufffd")).split("\n").length;
  throw new ContentError([
    {
      file: name,
      line,
      key: "(text)",
      message: "this file isn’t UTF-8. Save it as UTF-8, and import it again",
    },
  ]);
}
