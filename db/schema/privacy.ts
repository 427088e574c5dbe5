// What is remembered of people so that they are told once.
import type { Id, IsoTime } from "./values.ts";

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
