// How staff decide about requests, and what they note about accounts.
import type { Id, IsoTime } from "./values.ts";

export interface AccessReviewsTable {
  orgId: Id;
  id: Id;
  requestId: Id;
  decision: "approved" | "declined";
  at: IsoTime;
  /** The actor, as the audit writes it. */
  by: string;
  byName: string;
  /** The decision's mail, held until `holdUntil`. */
  mailId: Id | null;
  holdUntil: IsoTime;
  /** What an undo puts back (db/access-reviews). */
  beforeJson: string;
  undoneAt: IsoTime | null;
  undoneBy: string | null;
}

export interface AccountNotesTable {
  orgId: Id;
  id: Id;
  accountId: Id;
  note: string;
  createdAt: IsoTime;
  createdBy: string;
}

/** Mails to staff that a person does not want; no row means that they get them. */
export interface MutedNotificationsTable {
  orgId: Id;
  staffId: Id;
  kind: string;
  mutedAt: IsoTime;
}

export interface ReviewsTables {
  accessReviews: AccessReviewsTable;
  accountNotes: AccountNotesTable;
  mutedNotifications: MutedNotificationsTable;
}
