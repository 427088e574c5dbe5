import { PASSWORD } from "#model/visibility/file-rights.ts";
import { labelOfKind, MAX_PIXELS, signatureOf, type FileKind } from "#values/file-types.ts";
import { inspectOffice, inspectZip, isOfficeKind } from "./archives.ts";
import type { StoredFile } from "./blob-access.ts";
import { UploadFault } from "./fault.ts";

/** Segments of a JPEG before its frame; color profiles and previews are a few dozen at most. */
const MAX_SEGMENTS = 1_000;

/** Width times height of a picture, from its header; null when it has no sound one. */
async function pixelsOf(file: StoredFile, kind: "png" | "jpeg"): Promise<number | null> {
  const size = kind === "png" ? await pngSize(file) : await jpegSize(file);
  return size === null || size.width === 0 || size.height === 0 ? null : size.width * size.height;
}

interface Size {
  width: number;
  height: number;
}

/** The first chunk of a PNG is its header (ISO/IEC 15948, 11.2.2). */
async function pngSize(file: StoredFile): Promise<Size | null> {
  const head = await file.bytes(0, 24);
  if (head.length < 24 || head.toString("latin1", 12, 16) !== "IHDR") return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/**
 * The size stands in the frame header, behind segments that each tell their length (ITU-T T.81,
 * B.2).
 */
async function jpegSize(file: StoredFile): Promise<Size | null> {
  let at = 2;
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const head = await file.bytes(at, at + 9);
    if (head.length < 9 || head[0] !== 0xff) return null;
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) return { height: head.readUInt16BE(5), width: head.readUInt16BE(7) };
    const length = head.readUInt16BE(2);
    if (marker === 0xda || marker === 0xd9 || length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** SOF0 to SOF15, without the three markers among them that are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/**
 * The name under which a protected Office document keeps its content, as it stands in the
 * container's directory.
 */
const PROTECTED_PACKAGE = Buffer.from("EncryptedPackage", "utf16le");
/** Where in such a container its directory is looked for. */
const DIRECTORY_SCAN_BYTES = 1024 * 1024;

/**
 * Looks into a stored file for what its first bytes do not tell: Office documents by their parts,
 * archives by their directory, pictures by their size, and whether it is protected by a password;
 * of a PDF, the engine that opens it says that. Reads a few kilobytes of it, unpacks nothing but the list of an Office document's parts.
 * @throws UploadFault when it is not what its name says, or a picture is too large
 */
export async function inspectStored(
  file: StoredFile,
  kind: FileKind,
): Promise<{ encryptedType: string | null }> {
  if (kind === "png" || kind === "jpeg") {
    const pixels = await pixelsOf(file, kind);
    if (pixels === null)
      throw new UploadFault(
        `This file isn’t a valid ${labelOfKind(kind)}. Check the file and its extension.`,
      );
    if (pixels > MAX_PIXELS)
      throw new UploadFault(
        `This image has ${Math.round(pixels / 1e6)} megapixels. At most ${MAX_PIXELS / 1e6} are accepted.`,
      );
    return { encryptedType: null };
  }
  if (kind === "zip")
    return { encryptedType: (await inspectZip(file)).encrypted ? PASSWORD : null };
  if (!isOfficeKind(kind)) return { encryptedType: null };
  if (signatureOf(await file.bytes(0, 16)) === "compound") {
    if (await holdsProtectedPackage(file)) return { encryptedType: PASSWORD };
    throw new UploadFault(
      `The file name says ${labelOfKind(kind)}, but the content is an older Office document.`,
    );
  }
  await inspectOffice(file, kind, labelOfKind(kind));
  return { encryptedType: null };
}

/**
 * The directory of the container lies where its program put it: at the beginning, or at the end.
 */
async function holdsProtectedPackage(file: StoredFile): Promise<boolean> {
  const head = await file.bytes(0, DIRECTORY_SCAN_BYTES);
  if (head.includes(PROTECTED_PACKAGE)) return true;
  return (
    await file.bytes(Math.max(DIRECTORY_SCAN_BYTES, file.size - DIRECTORY_SCAN_BYTES), file.size)
  ).includes(PROTECTED_PACKAGE);
}
