import { isUtf8 } from "node:buffer";
import {
  ACCEPTED_WORDS,
  HEAD_BYTES,
  isText,
  kindOfName,
  labelOfKind,
  mayBegin,
  signatureOf,
  type FileKind,
  type Signature,
} from "#values/file-types.ts";
import { UploadFault } from "./fault.ts";

/**
 * The kind that a name claims.
 * @throws UploadFault for one that the library does not take
 */
export function claimedKind(fileName: string): FileKind {
  const kind = kindOfName(fileName);
  if (kind === null)
    throw new UploadFault(`This kind of file is not accepted. Accepted are ${ACCEPTED_WORDS}.`);
  return kind;
}

/**
 * Passes a file's bytes on while looking at them: its first ones have to be those of the kind that
 * its name claims, and text has to be text to its end.
 * @throws UploadFault from the iteration, before the byte that is wrong is passed on
 */
export async function* checkedBytes(
  bytes: AsyncIterable<Uint8Array>,
  kind: FileKind,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  const text = isText(kind) ? new TextCheck({ onlyUnicode: kind === "md" }) : null;
  for await (const piece of bytes) {
    let ready = piece;
    if (head !== null) {
      ready = head.length === 0 ? piece : Buffer.concat([head, piece]);
      head = ready;
      if (ready.length < HEAD_BYTES) continue;
      checkHead(ready, kind);
      head = null;
      text?.begin(ready);
    }
    text?.add(ready);
    yield ready;
  }
  if (head !== null) {
    if (head.length === 0) throw new UploadFault("This file is empty.");
    checkHead(head, kind);
    text?.begin(head);
    text?.add(head);
    yield head;
  }
  text?.end();
}

const SIGNATURE_WORDS: Readonly<Record<Exclude<Signature, "none">, string>> = {
  pdf: "a PDF",
  png: "a PNG image",
  jpeg: "a JPEG image",
  zip: "a ZIP archive or an Office document",
  compound: "an older Office document",
};

/** What a text document of an office program begins with, which is none to its reader. */
const RTF = Buffer.from("{\\rtf");

function checkHead(head: Uint8Array, kind: FileKind): void {
  if (isText(kind) && RTF.equals(head.subarray(0, RTF.length)))
    throw new UploadFault(
      `The file name says ${labelOfKind(kind)}, but the content is an RTF document. Save it as PDF or DOCX and upload that.`,
    );
  if (mayBegin(kind, head)) return;
  const signature = signatureOf(head);
  const claim = labelOfKind(kind);
  if (signature === "none")
    throw new UploadFault(`This file isn’t a valid ${claim}. Check the file and its extension.`);
  throw new UploadFault(
    `The file name says ${claim}, but the content is ${SIGNATURE_WORDS[signature]}.`,
  );
}

const NO_TEXT = "This isn’t UTF-8 or UTF-16 text. Save it as UTF-8 and upload it again.";
const HOLDS_NUL = "This isn’t a text file. Save it as plain text and upload it again.";

/** Characters that control something and that no text has: of tabs, line ends and the like it has. */
const isControl = (byte: number) =>
  byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b;

/**
 * Follows a text from its first byte to its last: UTF-8, or UTF-16 with its mark, and no NUL. A list
 * or a plain text may be what Excel and editors of Windows write, too, where every byte is a letter;
 * then it has no characters that control something.
 */
class TextCheck {
  readonly #onlyUnicode: boolean;
  #isUtf8 = true;
  #hasControls = false;
  /** null: UTF-8, which is checked without making text of it. */
  #wide: TextDecoder | null = null;
  /** The beginning of a letter that the next bytes complete. */
  #rest: Uint8Array = new Uint8Array(0);

  constructor({ onlyUnicode }: { onlyUnicode: boolean }) {
    this.#onlyUnicode = onlyUnicode;
  }

  begin([first, second]: Uint8Array): void {
    if (first === 0xff && second === 0xfe)
      this.#wide = new TextDecoder("utf-16le", { fatal: true });
    if (first === 0xfe && second === 0xff)
      this.#wide = new TextDecoder("utf-16be", { fatal: true });
  }

  add(bytes: Uint8Array): void {
    if (this.#wide !== null) return this.#decode(this.#wide, bytes);
    if (this.#isUtf8) {
      const whole = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
      const end = lettersEnd(whole);
      this.#isUtf8 = isUtf8(whole.subarray(0, end));
      this.#rest = whole.slice(end);
    }
    if (bytes.includes(0)) throw new UploadFault(HOLDS_NUL);
    this.#hasControls ||= bytes.some(isControl);
    this.#refuseBytes();
  }

  /** @throws UploadFault for what is neither Unicode nor letters of one byte each */
  #refuseBytes(): void {
    if (!this.#isUtf8 && (this.#onlyUnicode || this.#hasControls)) throw new UploadFault(NO_TEXT);
  }

  end(): void {
    if (this.#wide !== null) this.#decode(this.#wide, null);
    if (this.#rest.length > 0) this.#isUtf8 = false;
    this.#refuseBytes();
  }

  #decode(decoder: TextDecoder, bytes: Uint8Array | null): void {
    let text: string;
    try {
      text = bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw new UploadFault(NO_TEXT, 400, { cause });
    }
    if (text.includes("\u0000")) throw new UploadFault(HOLDS_NUL);
  }
}

/** Where the last whole letter of UTF-8 ends: the bytes may break off inside one. */
function lettersEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const letter = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return letter > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
