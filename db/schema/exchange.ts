// Content that is taken along or brought in.
import type { Id, IsoTime } from "./values.ts";

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
  purpose: "faq" | "controls" | "content" | "subprocessors" | "subscribers";
  fileName: string;
  blobHash: string;
  size: number;
  createdAt: IsoTime;
  createdBy: string;
}

export interface ExchangeTables {
  contentUids: ContentUidsTable;
  stagedFiles: StagedFilesTable;
}
