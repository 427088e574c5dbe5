import { ACCEPTED_WORDS, isText, kindOfName, labelOfKind, mayBegin, signatureOf, type FileKind, type Signature } from "../../domain/file-types.ts";
import { UploadFault } from "./upload-fault.ts";

/** Enough to know every signature by. */
const HEAD_BYTES = 16;

/**
 * The kind that a name claims.
 * @throws UploadFault for one that the library does not take
 */
export function claimedKind(fileName: string): FileKind {
  const kind = kindOfName(fileName);
  if (kind === null) throw new UploadFault(`This kind of file is not accepted. Accepted are ${ACCEPTED_WORDS}.`);
  return kind;
}

/**
 * Passes a file's bytes on while looking at them: its first ones have to be those of the kind that its name
 * claims, and text has to be text to its end.
 * @throws UploadFault from the iteration, before the byte that is wrong is passed on
 */
export async function* checkedBytes(bytes: AsyncIterable<Uint8Array>, kind: FileKind): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  const text = isText(kind) ? new TextCheck() : null;
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
  png: "a PNG picture",
  jpeg: "a JPEG picture",
  zip: "a ZIP archive or an Office document",
  compound: "an older Office document",
};

function checkHead(head: Uint8Array, kind: FileKind): void {
  const signature = signatureOf(head);
  if (mayBegin(kind, signature)) return;
  const claim = labelOfKind(kind);
  if (signature === "none") throw new UploadFault(`The name says ${claim}, but the content is not.`);
  throw new UploadFault(`The name says ${claim}, but the content is ${SIGNATURE_WORDS[signature]}.`);
}

/** Follows a text from its first byte to its last: UTF-8, or UTF-16 with its mark, and no NUL. */
class TextCheck {
  #decoder = new TextDecoder("utf-8", { fatal: true });

  begin(head: Uint8Array): void {
    const [first, second] = head;
    if (first === 0xff && second === 0xfe) this.#decoder = new TextDecoder("utf-16le", { fatal: true });
    if (first === 0xfe && second === 0xff) this.#decoder = new TextDecoder("utf-16be", { fatal: true });
  }

  add(bytes: Uint8Array): void {
    this.#check(() => this.#decoder.decode(bytes, { stream: true }));
  }

  end(): void {
    this.#check(() => this.#decoder.decode());
  }

  #check(decode: () => string): void {
    let text: string;
    try {
      text = decode();
    } catch (cause) {
      throw new UploadFault("This is no text in UTF-8 or UTF-16. Save it as UTF-8 and upload it again.", 400, { cause });
    }
    if (text.includes("\u0000")) throw new UploadFault("This is no text: it holds NUL characters.");
  }
}
