// Who is asked onto a team, and what a team asks of its own.
import type { Role } from "../../app/auth/rules/permissions.ts";
import type { Id, IsoTime } from "./values.ts";

/** An invitation that was neither accepted nor withdrawn waits until it expires. */
export interface TeamInvitationsTable {
  orgId: Id;
  id: Id;
  email: string;
  role: Role;
  /** SHA-256 of the token in the mail; a new one each time that it is sent. */
  tokenHash: string;
  /** The person of staff; their name as it was. */
  invitedBy: Id;
  invitedByName: string;
  createdAt: IsoTime;
  sentAt: IsoTime;
  expiresAt: IsoTime;
  acceptedAt: IsoTime | null;
  acceptedBy: Id | null;
  withdrawnAt: IsoTime | null;
  withdrawnBy: string | null;
}

/** Orgs that ask two-factor sign-in of everyone on their team. */
export interface TwoFactorRulesTable {
  orgId: Id;
  requiredAt: IsoTime;
  requiredBy: string;
}

/** A staff session that an org ended for itself: it lives on, and opens nothing of that org any more. */
export interface ClosedSessionsTable {
  orgId: Id;
  tokenHash: string;
  closedAt: IsoTime;
  closedBy: string;
}

export interface TeamTables {
  teamInvitations: TeamInvitationsTable;
  twoFactorRules: TwoFactorRulesTable;
  closedSessions: ClosedSessionsTable;
}
