// What happened: audit and events.
import type { Id, IsoTime } from "./values.ts";

export interface AuditTable {
  id: Id;
  orgId: Id | null;
  at: IsoTime;
  /** Who: `staff:{id}`, `member:{id}`, `visitor`, or `system`. */
  actor: string;
  actorName: string;
  action: string;
  subject: string | null;
  detailJson: string | null;
  ip: string | null;
}

export interface EventsTable {
  id: Id;
  orgId: Id;
  at: IsoTime;
  name: string;
  viewerKind: string;
  accountId: Id | null;
  memberId: Id | null;
  productId: Id | null;
  itemUid: string | null;
  /** The file that a view or download was of; kept when the document is deleted. */
  documentId: Id | null;
  access: "view" | "download" | null;
  /** Where it was opened from: the access source of its link. */
  source: string | null;
  /** Bytes that were handed over. */
  bytes: number | null;
  detailJson: string | null;
}

/** What a visitor searched for: addresses and long numbers are blanked, and nothing says who it was. */
export interface SearchQueriesTable {
  id: Id;
  orgId: Id;
  at: IsoTime;
  productId: Id;
  viewerKind: string;
  term: string;
  /** How many results it had. */
  results: number;
}

export interface RecordsTables {
  searchQueries: SearchQueriesTable;
  audit: AuditTable;
  events: EventsTable;
}
