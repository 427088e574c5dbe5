import { sizeInWords } from "#values/file-size.ts";
import { keptFileName } from "#values/upload-names.ts";
import { pictureSize } from "../picture-size.ts";
import { cleanSvg, NotAnSvg } from "../svg-clean.ts";
import { readMultipart } from "./multipart.ts";
import { UploadFault } from "./upload-fault.ts";

/** A small picture of a form: an icon, a badge, a logo. */
export interface SentPicture {
  fileName: string;
  contentType: "image/png" | "image/jpeg" | "image/svg+xml";
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

const TYPES = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  svg: "image/svg+xml",
} as const;
const NAMES = { "image/png": "PNG", "image/jpeg": "JPEG", "image/svg+xml": "SVG" } as const;

/**
 * Reads a form with at most one picture, which is small enough to be held in memory. Its type is
 * judged by name and content.
 * @throws UploadUnreadable when it is no such form or broke off
 */
export async function readPictureForm(request: Request, maxBytes: number): Promise<PictureForm> {
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
          picture = await readPicture(sentName, bytes, maxBytes);
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
): Promise<SentPicture | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxBytes)
      throw new UploadFault(
        `This picture is larger than ${sizeInWords(maxBytes)}, the most that is accepted.`,
        413,
      );
    pieces.push(piece);
  }
  // What a browser sends when no file was chosen.
  if (size === 0 && sentName === "") return null;
  const fileName = keptFileName(sentName);
  const ending = fileName?.split(".").at(-1)?.toLowerCase() ?? "";
  if (fileName === null || !Object.hasOwn(TYPES, ending))
    throw new UploadFault("Accepted file types: png, jpeg, svg");
  const contentType = TYPES[ending as keyof typeof TYPES];
  return {
    fileName,
    contentType,
    bytes:
      contentType === "image/svg+xml"
        ? cleaned(Buffer.concat(pieces))
        : checked(Buffer.concat(pieces), contentType),
  };
}

function cleaned(bytes: Buffer): Uint8Array {
  try {
    return Buffer.from(cleanSvg(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch (error) {
    // A drawing that is broken, or holds what can't be cleaned, hears what it is.
    if (error instanceof NotAnSvg && bytes.subarray(0, 2_000).includes("<svg"))
      throw new UploadFault(`This SVG can't be used: ${error.message}.`, 400, { cause: error });
    if (error instanceof NotAnSvg || error instanceof TypeError)
      throw new UploadFault("The name says SVG, but the content is not.", 400, { cause: error });
    throw error;
  }
}

function checked(bytes: Buffer, contentType: "image/png" | "image/jpeg"): Uint8Array {
  const isPng = bytes.length > 4 && bytes.readUInt32BE(0) === 0x89504e47;
  const isJpeg = bytes.length > 3 && bytes.readUInt16BE(0) === 0xffd8 && bytes[2] === 0xff;
  const size = (contentType === "image/png" ? isPng : isJpeg) ? pictureSize(bytes) : null;
  if (size === null || size.width === 0 || size.height === 0)
    throw new UploadFault(`The name says ${NAMES[contentType]}, but the content is not.`);
  if (size.width * size.height > MAX_PIXELS)
    throw new UploadFault(
      `This picture has ${Math.round((size.width * size.height) / 1e6)} megapixels; at most ${MAX_PIXELS / 1e6} are accepted.`,
    );
  return bytes;
}
