// Who saw which file: traces of watermarks and the copies that carry them.
import type { Id, IsoTime } from "./values.ts";

/** One a viewer, document version and day: what the short id in a watermark stands for. It outlives the document. */
export interface TracesTable {
  orgId: Id;
  /** Short, for people to read from paper. */
  id: string;
  /** `member:{id}`, `staff:{id}` or `ip:{address}`. */
  viewerKey: string;
  /** YYYY-MM-DD in the org's time zone. */
  day: string;
  documentId: Id;
  versionHash: string;
  documentName: string;
  viewerKind: string;
  name: string | null;
  email: string | null;
  organisation: string | null;
  accountId: Id | null;
  memberId: Id | null;
  ip: string | null;
  createdAt: IsoTime;
}

/** A watermarked copy of a document's version, made for one trace; its blob is swept when it expires. */
export interface WatermarkedCopiesTable {
  orgId: Id;
  traceId: string;
  documentId: Id;
  versionHash: string;
  viewerKey: string;
  day: string;
  blobHash: string;
  size: number;
  createdAt: IsoTime;
  expiresAt: IsoTime;
}

export interface ViewingTables {
  traces: TracesTable;
  watermarkedCopies: WatermarkedCopiesTable;
}
