import { createHmac } from "node:crypto";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import path from "node:path";

export type ContentNoun =
  | "product"
  | "company"
  | "document"
  | "subprocessor"
  | "grade"
  | "faq"
  | "control"
  | "topic"
  | "topic-update"
  | "profile"
  | "nda-version";

/** The id under which an org keeps what a content folder calls `uid`. */
export type ContentIds = (noun: ContentNoun, uid: string) => string;

/**
 * The ids of one org's content: the same at every import here, so that a later one finds its rows
 * again, another in every org and in every installation. They are keyed: an org's id stands in
 * public addresses and a folder's words can be guessed, and nobody outside is to compute the
 * address of a document from the two.
 */
export function contentIds(key: InstallationKey, orgId: string): ContentIds {
  const secret = key.derive("content-ids");
  return (noun, uid) =>
    createHmac("sha256", secret)
      .update(`${orgId}\n${noun}\n${uid}`)
      .digest()
      .subarray(0, 16)
      .toString("base64url");
}

/** One thing that is wrong in a content folder, and where. */
export interface Fault {
  /** The file's path inside the folder. */
  file: string;
  line: number;
  /** The key in that file, as `items[2].expiry`; the whole file is `(file)`. */
  key: string;
  message: string;
}

/**
 * A content folder that can't be used; the message has a line for every fault: `file:line key:
 * message`.
 */
export class ContentError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const sorted = [...faults].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
    super(
      sorted
        .map((fault) => `${fault.file}:${fault.line} ${fault.key}: ${fault.message}`)
        .join("\n"),
    );
    this.faults = sorted;
  }
}

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
  webp: "image/webp",
  gif: "image/gif",
  ico: "image/x-icon",
};

/**
 * The content type that a file's ending stands for; null for an ending that no content folder may
 * hold.
 */
export function contentTypeOf(fileName: string): string | null {
  const ending = path.extname(fileName).slice(1).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? null) : null;
}

/** The ending of a file of that type in a content folder, without its dot; the first of several. */
export function endingOfType(contentType: string): string {
  return Object.keys(TYPES).find((ending) => TYPES[ending] === contentType) ?? "bin";
}
