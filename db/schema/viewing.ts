// Who saw which file: traces of watermarks, the copies that carry them, and what could not be shown.
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

/** A part of a file that could not be shown or marked, and for how long that is believed. */
export interface RenderFailuresTable {
  orgId: Id;
  /** The SHA-256 of the file's bytes. */
  versionHash: string;
  /** `file`, `page:{number}`, `texts:{number of the first page}`, `mark`. */
  part: string;
  /** encrypted, damaged, too-complex */
  fault: string;
  /** Which version of the renderer failed: another one tries again. */
  renderer: string;
  tries: number;
  failedAt: IsoTime;
  /** From then on it is tried again. */
  until: IsoTime;
}

export interface ViewingTables {
  renderFailures: RenderFailuresTable;
  traces: TracesTable;
  watermarkedCopies: WatermarkedCopiesTable;
}
