import path from "node:path";

/** The kinds of file that a content folder may hold, by ending. */
const TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  csv: "text/csv",
  txt: "text/plain",
  md: "text/markdown",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  zip: "application/zip",
  svg: "image/svg+xml",
};

/** The content type that a file's ending stands for; null for an ending that no content folder may hold. */
export function contentTypeOf(fileName: string): string | null {
  const ending = path.extname(fileName).slice(1).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? null) : null;
}

/** Whether a content type can be a logo, a banner or another picture of the portal. */
export function isPicture(contentType: string): boolean {
  return contentType.startsWith("image/");
}

/** The ending of a file of that type in a content folder, without its dot; the first of several. */
export function endingOfType(contentType: string): string {
  return Object.keys(TYPES).find((ending) => TYPES[ending] === contentType) ?? "bin";
}
