import { acceptedPictures, PICTURE_KINDS, type PictureKinds } from "#values/picture-kinds.ts";
import { sizeInWords } from "#values/file-size.ts";
import { keptFileName } from "#values/upload-names.ts";
import { pictureSize, signatureOfPicture, type PixelType } from "../picture-size.ts";
import { cleanSvg } from "../svg-clean.ts";
import { NotAnSvg } from "../svg-faults.ts";
import { readMultipart } from "./multipart.ts";
import { UploadFault } from "./fault.ts";

/** A small picture of a form: an icon, a badge, a logo. */
export interface SentPicture {
  fileName: string;
  contentType: PictureType;
  /** As it is kept: an SVG was written anew from what is known to draw. */
  bytes: Uint8Array;
}

export interface PictureForm {
  fields: ReadonlyMap<string, string>;
  /** null when none was chosen, or the one that was is not taken. */
  picture: SentPicture | null;
  /** Why it was not taken. */
  fault: UploadFault | null;
}

const MAX_PIXELS = 25_000_000;

type PictureType = PixelType | "image/svg+xml";

const TYPES: Readonly<Record<string, PictureType>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  svg: "image/svg+xml",
  webp: "image/webp",
  gif: "image/gif",
  ico: "image/x-icon",
};
const NAMES: Readonly<Record<PictureType, string>> = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/svg+xml": "SVG",
  "image/webp": "WebP",
  "image/gif": "GIF",
  "image/x-icon": "ICO",
};

/**
 * Reads a form with at most one picture, which is small enough to be held in memory. Its type is
 * judged by name and content.
 * @throws UploadUnreadable when it is no such form or broke off
 */
export async function readPictureForm(
  request: Request,
  maxBytes: number,
  kinds: PictureKinds = "icon",
): Promise<PictureForm> {
  const fields = new Map<string, string>();
  let picture: SentPicture | null = null;
  let fault: UploadFault | null = null;
  await readMultipart(
    request,
    { maxFiles: 1 },
    {
      field(name, value) {
        if (!fields.has(name)) fields.set(name, value);
      },
      async file({ sentName, bytes, stop }) {
        try {
          picture = await readPicture(sentName, bytes, maxBytes, kinds);
        } catch (error) {
          if (!(error instanceof UploadFault)) throw error;
          fault = error;
          // Fields stand before the file in our forms: nothing that matters comes after it.
          if (error.status === 413) stop();
        }
      },
    },
  );
  return { fields, picture, fault };
}

/**
 * Reads a picture that a form sends, judged by its name and its content.
 * @returns null when no file was chosen
 * @throws UploadFault for what is no such picture, or too large a one (413)
 */
export async function readPicture(
  sentName: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  kinds: PictureKinds = "icon",
): Promise<SentPicture | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxBytes)
      throw new UploadFault(`The file is too large. The limit is ${sizeInWords(maxBytes)}.`, 413);
    pieces.push(piece);
  }
  // What a browser sends when no file was chosen.
  if (size === 0 && sentName === "") return null;
  const fileName = keptFileName(sentName);
  const ending = fileName?.split(".").at(-1)?.toLowerCase() ?? "";
  if (fileName === null || !PICTURE_KINDS[kinds].includes(ending))
    throw new UploadFault(acceptedPictures(kinds));
  const contentType = TYPES[ending] ?? "image/png";
  const whole = Buffer.concat(pieces);
  return {
    fileName,
    contentType,
    bytes: contentType === "image/svg+xml" ? cleaned(whole) : checked(whole, contentType),
  };
}

function cleaned(bytes: Buffer): Uint8Array {
  let text = "";
  try {
    text = decoded(bytes);
    return Buffer.from(cleanSvg(text));
  } catch (error) {
    // A drawing that is broken, or holds what can't be cleaned, hears what it is.
    if (error instanceof NotAnSvg && /<(?:[\w.-]+:)?svg[\s/>]/.test(text))
      throw new UploadFault(error.message, 400, { cause: error });
    if (error instanceof NotAnSvg || error instanceof TypeError || error instanceof RangeError)
      throw new UploadFault("This file isn’t a valid SVG. Check the file and its extension.", 400, {
        cause: error,
      });
    throw error;
  }
}

/**
 * The text of a drawing, by its byte order mark or by what its first line says.
 * @throws TypeError or RangeError for what is no text in that encoding
 */
function decoded(bytes: Buffer): string {
  const head = bytes.toString("latin1", 0, 200);
  const encoding = /^\xfe\xff|^\0</.test(head)
    ? "utf-16be"
    : /^\xff\xfe|^<\0/.test(head)
      ? "utf-16le"
      : (/^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? "utf-8");
  return new TextDecoder(/^utf-?16$/i.test(encoding) ? "utf-8" : encoding, { fatal: true }).decode(
    bytes,
  );
}

function checked(bytes: Buffer, contentType: PixelType): Uint8Array {
  const size = signatureOfPicture(bytes) === contentType ? pictureSize(bytes) : null;
  if (size === null || size.width === 0 || size.height === 0)
    throw new UploadFault(
      `This file isn’t a valid ${NAMES[contentType]}. Check the file and its extension.`,
    );
  if (size.width * size.height > MAX_PIXELS)
    throw new UploadFault(
      `This image has ${Math.round((size.width * size.height) / 1e6)} megapixels. At most ${MAX_PIXELS / 1e6} are accepted.`,
    );
  return bytes;
}
