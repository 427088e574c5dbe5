import * as z from "zod";

/** Bulk download: what is asked for, and what the answer says. */

/** Where documents come from that left together, as the record has it. */
export const ARCHIVE_SOURCES = { bulk: "bulk_download", package: "evidence_package" } as const;
export type ArchiveSource = (typeof ARCHIVE_SOURCES)[keyof typeof ARCHIVE_SOURCES];

/** Documents in one archive; more than that is a second download. */
export const MAX_BULK_FILES = 500;

/**
 * A link to an archive is good for so long: a large one that broke off is resumed the same day. It
 * is its reader's alone, and judged again at each use.
 */
export const BULK_LINK_HOURS = 24;

export const NOTHING_SELECTED = "Select at least one document.";
export const TOO_MANY_SELECTED = `Select at most ${MAX_BULK_FILES.toLocaleString("en")} documents at a time.`;
/** What staff are told who preview a download that their own role does not include. */
export const BULK_NOT_YOURS =
  "Your role doesn’t allow downloading. Ask an owner of your organization.";

const id = z.string().min(1).max(200);

const file = z.strictObject({ itemUid: id, fileId: id, generated: z.boolean().default(false) });
export type BulkFile = z.infer<typeof file>;

/** The body of POST {base}/bulk-download. */
export const bulkDownloadSchema = z.strictObject({
  files: z.array(file).min(1, NOTHING_SELECTED).max(MAX_BULK_FILES, TOO_MANY_SELECTED),
  productId: id,
  selectAllUsed: z.boolean().default(false),
});
export type BulkDownloadRequest = z.infer<typeof bulkDownloadSchema>;

/**
 * Why a file is not in the archive, as far as its viewer may know:
 * - `not-found`: there is none of this id at this item for them, whether it is unknown, foreign or
 *   locked
 * - `nda`: they have to sign first
 * - `view-only`: it may be read, not taken along
 * - `not-allowed`: the role of the staff member who previews does not include it
 * - `not-available`: it is stored, and can't be read or marked now
 */
export type BulkFailure = "not-found" | "nda" | "view-only" | "not-allowed" | "not-available";

/** Its answer. */
export interface BulkDownloadAnswer {
  /** null when nothing of what was asked for can be had. */
  fileUrl: string | null;
  failedFileIds: string[];
  /** The same, with what stands against each. */
  failed: { fileId: string; itemUid: string; reason: BulkFailure }[];
  successCount: number;
}

/** The file id under which an item's bridge letter is asked for. */
export function letterFileId(itemUid: string): string {
  return `letter:${itemUid}`;
}

/** How the dialog's checkboxes name a file: by item and file, one field a file. */
export function choiceOf({ itemUid, fileId }: Pick<BulkFile, "itemUid" | "fileId">): string {
  return `${encodeURIComponent(itemUid)}/${encodeURIComponent(fileId)}`;
}

/** The file that a checkbox names; null for what no checkbox of ours says. */
export function fileOfChoice(choice: string): BulkFile | null {
  const [itemUid = "", fileId = "", ...rest] = choice.split("/").map(decoded);
  const read = file.safeParse({ itemUid, fileId, generated: fileId === letterFileId(itemUid) });
  return rest.length === 0 && read.success ? read.data : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** A file that can be selected. */
export interface BulkRow {
  itemUid: string;
  fileId: string;
  generated: boolean;
  /** Empty: '(Untitled)'. */
  name: string;
  fileType: string | null;
  /** Bytes; null for a letter, which is made when it is asked for. */
  size: number | null;
  /** The other items with this file, which is one row and lies in the archive once. */
  alsoIn: string[];
}

export interface BulkItem {
  uid: string;
  title: string;
  badgeId: string | null;
  badgePicture: { id: string; revision: number } | null;
  auditor: string | null;
  rows: BulkRow[];
}

/** A card kind's items with something to download. */
export interface BulkGroup {
  kind: string;
  title: string;
  items: BulkItem[];
}
