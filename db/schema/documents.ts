// The document library.
import type { DocumentAccessType, DocumentType } from "#model/items/items.ts";
import type { Id, IsoTime } from "./values.ts";
import type { MarkdownFault } from "#values/markdown.ts";

export interface DocumentsTable {
  orgId: Id;
  id: Id;
  originalName: string;
  sortKey: string;
  /** The name as the library searches it: case and accents folded. */
  searchText: string;
  contentType: string;
  size: number;
  blobHash: string;
  type: DocumentType;
  /** null: the org's default. */
  accessType: DocumentAccessType | null;
  encryptedType: string | null;
  expiresOn: string | null;
  auditor: string | null;
  /** What it reports on: days, YYYY-MM-DD. */
  periodFrom: string | null;
  periodTo: string | null;
  /** Facts that are shown while it is locked: names with spaces between them. */
  releasedFacts: string;
  createdAt: IsoTime;
  createdBy: string;
}

/** What a document held at a time; the newest is what its own row names. */
export interface DocumentVersionsTable {
  orgId: Id;
  documentId: Id;
  /** From 1 upwards. */
  number: number;
  /** What the file was called when it came. */
  fileName: string;
  blobHash: string;
  size: number;
  contentType: string;
  encryptedType: string | null;
  /** The version that this one brought back. */
  restoredFrom: number | null;
  createdAt: IsoTime;
  createdBy: string;
}

export interface ItemDocumentsTable {
  orgId: Id;
  productId: Id;
  itemUid: string;
  documentId: Id;
  linkedAt: IsoTime;
  linkedBy: string;
}

/** What search finds in a file: its text, sealed, or why it has none. */
export interface DocumentTextsTable {
  orgId: Id;
  versionHash: string;
  /** The version of what read it. */
  reader: number;
  fault: string | null;
  sealed: string | null;
  /** How many pages the file has, where it has pages. */
  pages: number | null;
  /** What people are told of it: names with spaces between them. */
  notes: string;
  /** What reading it left out; null where that is nothing. */
  leftOutJson: string | null;
  readAt: IsoTime;
}

export interface DocumentsTables {
  documentTexts: DocumentTextsTable;
  documents: DocumentsTable;
  documentVersions: DocumentVersionsTable;
  itemDocuments: ItemDocumentsTable;
}

// Archives that were prepared for one reader.
export interface BulkDownloadsTable {
  /** SHA-256 of the link's token. */
  tokenHash: string;
  orgId: Id;
  productId: Id;
  /** Whose link it is: `member:{id}`, or `preview:{staff}:{account}:{profile}`. */
  viewerKey: string;
  /** What the archive holds: items, files, and the hashes of what was prepared. */
  filesJson: string;
  createdAt: IsoTime;
  expiresAt: IsoTime;
}

export interface BulkDownloadsTables {
  bulkDownloads: BulkDownloadsTable;
}

// Texts in Markdown, laid out.
/**
 * What became of a text when it was saved. It hangs on no row: whoever may see a text looks its
 * tree up by what the text says, and whoever may not has nothing to look up by.
 */
export interface MarkdownTreesTable {
  orgId: Id;
  /** `text:` with the SHA-256 of a text, or `file:` with that of a file's bytes. */
  source: string;
  /** Which way of laying out made it. */
  version: number;
  /** Why there is no tree. */
  fault: MarkdownFault | null;
  /** Characters of the tree's JSON. */
  size: number;
  treeJson: string | null;
  /** The last day on which something with this text was saved, or found, YYYY-MM-DD. */
  usedOn: string;
}

export interface MarkdownTables {
  markdownTrees: MarkdownTreesTable;
}

// Content that is taken along or brought in.
/** What a row is called in content folders. */
export interface ContentUidsTable {
  orgId: Id;
  noun: string;
  uid: string;
  rowId: Id;
}

/** A file that was uploaded and waits for the next step of its import. */
export interface StagedFilesTable {
  orgId: Id;
  id: Id;
  purpose:
    | "faq"
    | "controls"
    | "content"
    | "subprocessors"
    | "subscribers"
    | "customers"
    | "version";
  fileName: string;
  blobHash: string;
  size: number;
  createdAt: IsoTime;
  createdBy: string;
}

/** A staged file that becomes a document's next version once somebody publishes it. */
export interface StagedVersionsTable {
  orgId: Id;
  /** The staged file's. */
  id: Id;
  documentId: Id;
  contentType: string;
  encryptedType: string | null;
}

export interface ExchangeTables {
  contentUids: ContentUidsTable;
  stagedFiles: StagedFilesTable;
  stagedVersions: StagedVersionsTable;
}
