import { signatureOf } from "../../domain/file-types.ts";
import { sizeInWords } from "../../domain/sizes.ts";
import { pictureSize } from "../picture-size.ts";
import { cleanSvg, NotAnSvg } from "../svg-clean.ts";
import { UploadFault } from "./upload-fault.ts";

/** Small pictures that staff put on a page: icons, badges, logos. */
const MAX_SIDE = 4_096;

export interface CleanPicture {
  bytes: Buffer;
  contentType: "image/png" | "image/jpeg" | "image/svg+xml";
}

/**
 * The bytes of an upload, up to a limit.
 * @throws UploadFault (413) for more
 */
export async function pictureBytes(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > maxBytes) throw new UploadFault(`This picture is larger than ${sizeInWords(maxBytes)}, the most that is accepted.`, 413);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * A picture as it may be shown: PNG or JPEG by their content, whatever they are called, or an SVG written anew
 * from what draws (files/svg-clean).
 * @throws UploadFault for anything else
 */
export function cleanPicture(bytes: Buffer): CleanPicture {
  const signature = signatureOf(bytes);
  if (signature === "png" || signature === "jpeg") {
    const size = pictureSize(bytes);
    if (size === null || size.width === 0 || size.height === 0) throw new UploadFault("This picture can't be read.");
    if (size.width > MAX_SIDE || size.height > MAX_SIDE) throw new UploadFault(`This picture is ${size.width} by ${size.height} pixels; at most ${MAX_SIDE} a side are accepted.`);
    return { bytes, contentType: signature === "png" ? "image/png" : "image/jpeg" };
  }
  try {
    return { bytes: Buffer.from(cleanSvg(new TextDecoder("utf-8", { fatal: true }).decode(bytes))), contentType: "image/svg+xml" };
  } catch (error) {
    if (error instanceof NotAnSvg && bytes.subarray(0, 2_000).includes("<svg")) throw new UploadFault(`This SVG can't be used: ${error.message}.`);
    throw new UploadFault("This is no picture that is accepted: use png, jpeg or svg.");
  }
}
