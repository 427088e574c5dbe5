// The document library.
import type { DocumentAccessType, DocumentType } from "../../app/features/items/rules/items.ts";
import type { Id, IsoTime } from "./values.ts";

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
  readAt: IsoTime;
}

export interface DocumentsTables {
  documentTexts: DocumentTextsTable;
  documents: DocumentsTable;
  documentVersions: DocumentVersionsTable;
  itemDocuments: ItemDocumentsTable;
}
