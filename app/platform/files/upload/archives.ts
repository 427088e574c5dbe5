import type { Entry, ZipFile } from "yauzl";
import type { FileKind } from "#values/file-types.ts";
import { openArchive, type StoredFile } from "./blob-access.ts";
import { UploadFault } from "./fault.ts";

/** Entries of an archive that are looked at; an Office document names its parts among the first. */
const MAX_ENTRIES = 50_000;
/** The list of an Office document's parts, unpacked; a larger one is no document's. */
const MAX_PARTS_BYTES = 4 * 1024 * 1024;
const PARTS = "[Content_Types].xml";

/** The main part of each kind of Office document, by the type that the list of parts gives it. */
const MAIN_PARTS = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
} as const;
export type OfficeKind = keyof typeof MAIN_PARTS;

export function isOfficeKind(kind: FileKind): kind is OfficeKind {
  return Object.hasOwn(MAIN_PARTS, kind);
}

/**
 * Looks at an archive's directory without unpacking it.
 * @returns whether something in it asks for a password
 * @throws UploadFault when it has no sound directory
 */
export async function inspectZip(file: StoredFile): Promise<{ encrypted: boolean }> {
  let encrypted = false;
  await walk(file, "This isn’t a valid ZIP file.", (entry) => {
    encrypted ||= entry.isEncrypted();
    return encrypted;
  });
  return { encrypted };
}

/**
 * Looks whether an archive is the Office document that its name says: its list of parts has to name
 * the main part of that kind, so that a document with macros or of another kind under this name is
 * refused.
 * @throws UploadFault
 */
export async function inspectOffice(
  file: StoredFile,
  kind: OfficeKind,
  label: string,
): Promise<void> {
  const not = `This file isn’t a valid ${label}. Check the file and its extension.`;
  let parts: string | null = null;
  await walk(file, not, async (entry, archive) => {
    if (entry.fileName !== PARTS) return false;
    parts = await unpack(archive, entry, not);
    return true;
  });
  if (parts === null) throw new UploadFault(not);
  const text: string = parts;
  if (!text.includes(`"${MAIN_PARTS[kind]}"`)) {
    throw new UploadFault(
      /macroEnabled/i.test(text)
        ? `Documents with macros are not accepted. Save it as a ${label} without macros.`
        : not,
    );
  }
}

/** Goes through the entries until `visit` says that it has seen enough. */
async function walk(
  file: StoredFile,
  fault: string,
  visit: (entry: Entry, archive: ZipFile) => boolean | Promise<boolean>,
): Promise<void> {
  let archive: ZipFile;
  try {
    archive = await openArchive(file);
  } catch (cause) {
    throw new UploadFault(fault, 400, { cause });
  }
  await new Promise<void>((resolve, reject) => {
    let seen = 0;
    const refuse = (cause: unknown) =>
      reject(cause instanceof UploadFault ? cause : new UploadFault(fault, 400, { cause }));
    archive.on("error", refuse);
    archive.on("end", () => resolve());
    archive.on("entry", (entry: Entry) => {
      seen += 1;
      Promise.resolve(visit(entry, archive)).then((enough) => {
        if (enough || seen >= MAX_ENTRIES) resolve();
        else archive.readEntry();
      }, refuse);
    });
    archive.readEntry();
  }).finally(() => archive.close());
}

/**
 * The text of one small entry; one that says it is small and unpacks to more is refused half-way.
 */
async function unpack(archive: ZipFile, entry: Entry, fault: string): Promise<string> {
  if (entry.isEncrypted() || entry.uncompressedSize > MAX_PARTS_BYTES) throw new UploadFault(fault);
  const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    archive.openReadStream(entry, (error, opened) =>
      error ? reject(error) : resolve(opened as AsyncIterable<Buffer>),
    );
  });
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > MAX_PARTS_BYTES) throw new UploadFault(fault);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
