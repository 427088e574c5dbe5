// Addresses by which members' calendars read their dates.
import type { Id, IsoTime } from "./values.ts";

/** A member has one address at a time: a new one ends the one before. */
export interface CalendarAddressesTable {
  orgId: Id;
  id: Id;
  memberId: Id;
  /** SHA-256 of the address's secret part. */
  secretHash: string;
  createdAt: IsoTime;
  revokedAt: IsoTime | null;
  /** Noted once an hour. */
  lastReadAt: IsoTime | null;
}

export interface CalendarTables {
  calendarAddresses: CalendarAddressesTable;
}
