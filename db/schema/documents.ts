// The document library.
import type { DocumentAccessType, DocumentType } from "../../app/domain/items.ts";
import type { Id, IsoTime } from "./values.ts";

export interface DocumentsTable {
  orgId: Id;
  id: Id;
  originalName: string;
  sortKey: string;
  contentType: string;
  size: number;
  blobHash: string;
  type: DocumentType;
  /** null: the org's default. */
  accessType: DocumentAccessType | null;
  encryptedType: string | null;
  expiresOn: string | null;
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

export interface DocumentsTables {
  documents: DocumentsTable;
  itemDocuments: ItemDocumentsTable;
}
