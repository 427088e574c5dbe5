import { pictureSize, signatureOfPicture } from "./picture-size.ts";

/** Pixels of all the pictures in one drawing. */
const MAX_PIXELS = 25_000_000;
const DATA_ADDRESS =
  /^[ ]*data:image\/(?:png|jpe?g|pjpeg|webp|gif)[ ]*((?:;[ ]*[\w-]+=[\w."-]*[ ]*){0,5});[ ]*base64[ ]*,/i;

/** A picture that lies in the drawing itself, or what it is called where it can't stay. */
export type KeptPicture = { address: string; pixels: number } | { lost: string };

/**
 * A picture of pixels that a drawing holds: programs put them there as data. Its bytes say what it
 * is, whatever the address says.
 * @param before the pixels of those that were kept already
 */
export function keptPicture(address: string, before: number): KeptPicture {
  const head = DATA_ADDRESS.exec(address.slice(0, 300));
  if (head === null)
    return {
      lost: /^\s*data:/i.test(address)
        ? "an embedded image that isn’t PNG, JPEG, WebP or GIF"
        : "an image that isn’t in the file",
    };
  const text = address.slice(head[0].length).replace(/[ \t]+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return { lost: "a damaged embedded image" };
  const bytes = Buffer.from(text, "base64");
  const type = signatureOfPicture(bytes);
  const size = pictureSize(bytes);
  if (type === null || type === "image/x-icon" || size === null || size.width * size.height === 0)
    return { lost: "a damaged embedded image" };
  const pixels = before + size.width * size.height;
  if (pixels > MAX_PIXELS)
    return { lost: `embedded images of more than ${MAX_PIXELS / 1e6} megapixels` };
  return { address: `data:${type};base64,${bytes.toString("base64")}`, pixels };
}
