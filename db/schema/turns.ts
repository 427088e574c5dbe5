// What returns by the clock.
import type { Id, IsoTime } from "./values.ts";

/** Up to when a job of an org is done: a restart neither skips a turn nor takes it twice. */
export interface TurnsTable {
  orgId: Id;
  job:
    | "weekly-digest"
    | "document-reminders"
    | "access-reminders"
    | "retention"
    | "domain-checks"
    | "plan-checks"
    | "webpages";
  doneUntil: IsoTime;
}

/** A document's end that owners were reminded of; another date is another end. */
export interface DocumentRemindersTable {
  orgId: Id;
  documentId: Id;
  expiresOn: string;
  /** So many days before. */
  days: number;
  remindedAt: IsoTime;
}

export interface TurnsTables {
  turns: TurnsTable;
  documentReminders: DocumentRemindersTable;
}
