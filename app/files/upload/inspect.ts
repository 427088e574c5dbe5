import { labelOfKind, MAX_PIXELS, signatureOf, type FileKind } from "../../values/file-types.ts";
import { inspectOffice, inspectZip, isOfficeKind } from "./archives.ts";
import type { StoredFile } from "./blob-access.ts";
import { isEncryptedPdf } from "./pdf-encryption.ts";
import { pixelsOf } from "./pixels.ts";
import { UploadFault } from "./upload-fault.ts";

/** What a stored document's `encryptedType` says when it asks its reader for a password. */
const PASSWORD = "password";

/** The name under which a protected Office document keeps its content, as it stands in the container's directory. */
const PROTECTED_PACKAGE = Buffer.from("EncryptedPackage", "utf16le");
/** Where in such a container its directory is looked for. */
const DIRECTORY_SCAN_BYTES = 1024 * 1024;

/**
 * Looks into a stored file for what its first bytes do not tell: Office documents by their parts, archives
 * by their directory, pictures by their size, and whether it is protected by a password. Reads a few
 * kilobytes of it, unpacks nothing but the list of an Office document's parts.
 * @throws UploadFault when it is not what its name says, or a picture is too large
 */
export async function inspectStored(
  file: StoredFile,
  kind: FileKind,
): Promise<{ encryptedType: string | null }> {
  if (kind === "pdf") return { encryptedType: (await isEncryptedPdf(file)) ? PASSWORD : null };
  if (kind === "png" || kind === "jpeg") {
    const pixels = await pixelsOf(file, kind);
    if (pixels === null)
      throw new UploadFault(`The name says ${labelOfKind(kind)}, but the content is not.`);
    if (pixels > MAX_PIXELS)
      throw new UploadFault(
        `This picture has ${Math.round(pixels / 1e6)} megapixels; at most ${MAX_PIXELS / 1e6} are accepted.`,
      );
    return { encryptedType: null };
  }
  if (kind === "zip")
    return { encryptedType: (await inspectZip(file)).encrypted ? PASSWORD : null };
  if (!isOfficeKind(kind)) return { encryptedType: null };
  if (signatureOf(await file.bytes(0, 16)) === "compound") {
    if (await holdsProtectedPackage(file)) return { encryptedType: PASSWORD };
    throw new UploadFault(
      `The name says ${labelOfKind(kind)}, but the content is an older Office document.`,
    );
  }
  await inspectOffice(file, kind, labelOfKind(kind));
  return { encryptedType: null };
}

/** The directory of the container lies where its program put it: at the beginning, or at the end. */
async function holdsProtectedPackage(file: StoredFile): Promise<boolean> {
  const head = await file.bytes(0, DIRECTORY_SCAN_BYTES);
  if (head.includes(PROTECTED_PACKAGE)) return true;
  return (
    await file.bytes(Math.max(DIRECTORY_SCAN_BYTES, file.size - DIRECTORY_SCAN_BYTES), file.size)
  ).includes(PROTECTED_PACKAGE);
}
