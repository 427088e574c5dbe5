import { isUtf8 } from "node:buffer";
import { Pace } from "#db/pace.ts";
import { ENCODINGS, type Encoding } from "#model/text-encodings.ts";
import { UnreadableTable } from "./csv-table.ts";

/** A text, what it was read as, and whether the bytes say so themselves. */
export interface ReadText {
  text: string;
  encoding: Encoding;
  /** false: other encodings would read these bytes, too. */
  isSure: boolean;
}

/**
 * The text of a file from anywhere. UTF-8 and the mark of UTF-16 speak for themselves; for anything
 * else there is only a guess, which somebody has to look at.
 * @param asked what somebody says that it is
 * @throws UnreadableTable when the bytes are none of what was asked for, or no text at all
 */
export async function readText(bytes: Uint8Array, asked: Encoding | null): Promise<ReadText> {
  const own = ownEncoding(bytes);
  const encoding = asked ?? own ?? guessedEncoding(bytes);
  let text: string;
  try {
    text = await decoded(bytes, encoding);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const { words } = ENCODINGS[encoding];
    throw new UnreadableTable(`This file can’t be read as ${words}. Choose another encoding.`, {
      cause,
    });
  }
  if (isBinary(text))
    throw new UnreadableTable("This isn’t a valid CSV file. It contains data that isn’t text.");
  if (MARKUP.test(text.slice(0, 1_000)))
    throw new UnreadableTable(
      "This file is a web page or XML, whatever its name says. Open it in your spreadsheet program and save it as XLSX or CSV.",
    );
  return { text, encoding, isSure: encoding === own };
}

/** What the bytes say themselves; null when they say nothing. */
function ownEncoding(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // Japanese mail's encoding is ASCII to the eye of every other; UTF-16 without a mark has NULs.
  return isUtf8(bytes) && !bytes.subarray(0, LOOKED_INTO).includes(0) && !isIso2022(bytes)
    ? "utf-8"
    : null;
}

/** So many bytes are looked at for a guess. */
const LOOKED_INTO = 64 * 1024;

function isIso2022(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, LOOKED_INTO));
  return head.includes("\u001b$B") || head.includes("\u001b$@");
}

/** What bytes that say nothing are most likely to be: a choice that is offered first. */
function guessedEncoding(bytes: Uint8Array): Encoding {
  const head = bytes.subarray(0, LOOKED_INTO);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Of Latin letters every other byte is zero.
  if (odd > head.length / 8 && odd > 4 * even) return "utf-16le";
  if (even > head.length / 8 && even > 4 * odd) return "utf-16be";
  if (isUtf8(bytes)) return isIso2022(bytes) ? "iso-2022-jp" : "utf-8";
  const japanese = textOf(head, "shift_jis");
  if (/[\u3041-\u30fe]/.test(japanese) && isMostly(japanese, japanese.match(EAST)))
    return "shift_jis";
  const cyrillic = textOf(head, "windows-1251");
  if (isMostly(cyrillic, cyrillic.match(/[\u0410-\u044f]{2}/g))) return "windows-1251";
  // Letters of Europe's middle look like signs inside of words to the West.
  return /\p{L}[¹³¿¼¾¯£¥]\p{L}/u.test(textOf(head, "windows-1252"))
    ? "windows-1250"
    : "windows-1252";
}

const EAST = /[\u3041-\u30fe\u4e00-\u9fff]/g;

/** Whether most of the letters beyond ASCII are of one kind. */
function isMostly(text: string, of: readonly string[] | null): boolean {
  const beyond = text.match(/[\u0080-\u{10ffff}]/gu)?.length ?? 0;
  return (of ?? []).join("").length * 2 > beyond;
}

function textOf(head: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(head, { stream: true });
}

/** What some programs export as 'Excel': a page with a table, or an XML workbook. */
const MARKUP = /^\s*<(?:!doctype\b|html\b|head\b|meta\b|table\b|\?xml\b|!--)/i;

const DECODED_AT_ONCE = 1024 * 1024;

/** @throws TypeError where the bytes are none of this encoding */
async function decoded(bytes: Uint8Array, encoding: Encoding): Promise<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const pace = new Pace();
  let text = "";
  for (let at = 0; at < bytes.length; at += DECODED_AT_ONCE) {
    text += decoder.decode(bytes.subarray(at, at + DECODED_AT_ONCE), { stream: true });
    if (pace.isDue) await pace.breathe();
  }
  return text + decoder.decode();
}

/** A picture or a program: more than one of twenty characters is none that a text has. */
function isBinary(text: string): boolean {
  const head = text.slice(0, LOOKED_INTO);
  const controls = head.match(/[^\P{Cc}\t\n\v\f\r\u001b]/gu)?.length ?? 0;
  return controls * 20 > head.length;
}
