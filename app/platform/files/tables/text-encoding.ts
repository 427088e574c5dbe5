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

/**
 * How the text of a file is encoded: what its bytes say, else what they are most likely to be.
 * @param isCut whether the bytes are the beginning of the file, and may end inside of a letter
 */
export function encodingOf(
  bytes: Uint8Array,
  isCut: boolean,
): Pick<ReadText, "encoding" | "isSure"> {
  const ends = isCut ? [0, 1, 2, 3] : [0];
  for (const left of ends) {
    const own = ownEncoding(left === 0 ? bytes : bytes.subarray(0, -left));
    if (own !== null) return { encoding: own, isSure: true };
  }
  return { encoding: guessedEncoding(bytes), isSure: false };
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
  // What is not ASCII says more, wherever it begins.
  const from = Math.max(
    0,
    bytes.findIndex((byte) => byte >= 0x80),
  );
  const telling = bytes.subarray(from, from + LOOKED_INTO);
  const eastern = easternEncoding(telling);
  if (eastern !== null) return eastern;
  const cyrillic = textOf(telling, "windows-1251");
  if (isMostly(cyrillic, cyrillic.match(/[\u0410-\u044f]{2}/g))) return "windows-1251";
  // Letters of Europe's middle look like signs inside of words to the West.
  return /\p{L}[¹³¿¼¾¯£¥]\p{L}/u.test(textOf(telling, "windows-1252"))
    ? "windows-1250"
    : "windows-1252";
}

const KANA = String.fromCharCode(...Array.from({ length: 0xbe }, (_, at) => 0x3041 + at));
/** The characters that each language of the East has most of. */
const FREQUENT: readonly (readonly [Encoding, ReadonlySet<string>])[] = [
  ["shift_jis", new Set(KANA)],
  ["euc-jp", new Set(KANA)],
  [
    "euc-kr",
    new Set(
      "이다는의에을를가은한로하고지사기정보안리스인자제있시해대도서으과나일들어전원관용수부성",
    ),
  ],
  [
    "gb18030",
    new Set(
      "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经安全数据信息系统公司访问密码请",
    ),
  ],
  [
    "big5",
    new Set(
      "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經安全資料訊息系統公司存取密碼請",
    ),
  ],
];
/** One of so many characters is a frequent one in a text of that language. */
const ONE_OF = 6;

/** The encoding of the East in which the bytes are most like a text; null where none is. */
function easternEncoding(bytes: Uint8Array): Encoding | null {
  let best: { encoding: Encoding | null; share: number } = { encoding: null, share: 1 / ONE_OF };
  for (const [encoding, frequent] of FREQUENT) {
    const text = soundText(bytes, encoding);
    if (text === null) continue;
    const east = text.match(EAST);
    const beyond = text.match(/[\u0080-\u{10ffff}]/gu)?.length ?? 0;
    if (!isMostly(text, east)) continue;
    let count = 0;
    for (const character of text) if (frequent.has(character)) count += 1;
    const share = count / beyond;
    if (share > best.share) best = { encoding, share };
  }
  return best.encoding;
}

/** Bytes as the beginning of a text in an encoding; null where they are none. */
function soundText(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

const EAST = /[\u3001-\u30fe\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]/g;

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
