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

/**
 * What a visitor searched for: addresses and long numbers are blanked, and nothing says who it was.
 */
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

/** How many pages of a portal people opened who were not signed in. */
export interface PageViewsTable {
  orgId: Id;
  /** YYYY-MM-DD, in UTC. */
  day: string;
  views: number;
}

/**
 * When an entry of the API was last changed, where none of its rows says so. Entries without such a
 * change have no row.
 */
export interface EntryChangesTable {
  orgId: Id;
  /** A noun of the API: `documents`. */
  noun: string;
  entryId: Id;
  changedAt: IsoTime;
}

/** What programs of the company call entries of the API; an entry may be deleted since. */
export interface ExternalIdsTable {
  orgId: Id;
  /** A noun of the API: `controls`. */
  noun: string;
  externalId: string;
  entryId: Id;
}

export interface RecordsTables {
  externalIds: ExternalIdsTable;
  entryChanges: EntryChangesTable;
  pageViews: PageViewsTable;
  searchQueries: SearchQueriesTable;
  audit: AuditTable;
  events: EventsTable;
}

// The history of what staff changed.
export interface ChangesTable {
  orgId: Id;
  id: Id;
  /** Counts the org's changes, so that those of one moment have an order. */
  number: number;
  /** null: the org's own. */
  productId: Id | null;
  at: IsoTime;
  actor: string;
  actorName: string;
  /** A name of app/model/history/subject-names. */
  subject: string;
  subjectId: string;
  /** What history calls the thing that changed. */
  title: string;
  /** What changed, a line each. */
  summary: string;
  /** null: it was not there. */
  beforeJson: string | null;
  afterJson: string | null;
  /** The change that this one took back. */
  undoesId: Id | null;
  undoneAt: IsoTime | null;
  undoneBy: string | null;
}

export interface ChangesTables {
  changes: ChangesTable;
}

// What is remembered of people so that they are told once.
/** A member was told so many days before that a grant ends. */
export interface GrantRemindersTable {
  orgId: Id;
  grantId: Id;
  memberId: Id;
  days: number;
  mailId: Id;
  remindedAt: IsoTime;
}

export interface PrivacyTables {
  grantReminders: GrantRemindersTable;
}

// Who saw which file: traces of watermarks, the copies that carry them, and what could not be
// shown.
/**
 * One a viewer, document version and day: what the short id in a watermark stands for. It outlives
 * the document.
 */
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

/**
 * A watermarked copy of a document's version, made for one trace; its blob is swept when it
 * expires.
 */
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
