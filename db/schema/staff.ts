// Who works here, and who is signed in.
import type { Role } from "#model/auth/permissions.ts";
import type { SignInMethod } from "#model/auth/staff-session.ts";
import type { Id, IsoTime } from "./values.ts";

export interface StaffTable {
  id: Id;
  email: string;
  name: string;
  /** scrypt, with its parameters and salt (app/staff/auth/sign-in/password). */
  passwordHash: string;
  /** Sealed with the installation's key; null while not enrolled. */
  totpSecret: string | null;
  totpConfirmedAt: IsoTime | null;
  /** The last accepted time step: a code works once. */
  totpLastStep: number | null;
  createdAt: IsoTime;
}

export interface StaffRolesTable {
  orgId: Id;
  staffId: Id;
  role: Role;
  grantedAt: IsoTime;
  grantedBy: string;
}

export interface RecoveryCodesTable {
  id: Id;
  staffId: Id;
  codeHash: string;
  createdAt: IsoTime;
  usedAt: IsoTime | null;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's token. */
  tokenHash: string;
  kind: "staff" | "staff-pending" | "member";
  staffId: Id | null;
  orgId: Id | null;
  memberId: Id | null;
  /** A member's session counts on this host alone. */
  host: string | null;
  createdAt: IsoTime;
  lastSeenAt: IsoTime;
  expiresAt: IsoTime;
  revokedAt: IsoTime | null;
  ip: string | null;
  userAgent: string | null;
  /** How it began where that was not by password; a passkey counts as both factors. */
  method: SignInMethod | null;
  /** The one org that a session of its identity provider opens; null: all of the person's. */
  onlyOrgId: Id | null;
  /** What the provider calls its own session, when the person signed in there, and how. */
  providerSession: string | null;
  providerAuthAt: IsoTime | null;
  providerLevel: string | null;
}

/** Links by which a forgotten password is replaced. */
export interface PasswordLinksTable {
  tokenHash: string;
  staffId: Id;
  createdAt: IsoTime;
  expiresAt: IsoTime;
  usedAt: IsoTime | null;
}

/** A form that did something: the same one, sent again, does nothing. */
export interface SentFormsTable {
  /** Of its page's random field, its sender's session, its address and all that it brought. */
  hash: string;
  /** The request that did it. */
  run: Id;
  sentAt: IsoTime;
}

/** A form that came without a session, until its person has signed in: for an hour. */
export interface KeptFormsTable {
  /** Of browser, host and address. */
  id: string;
  /** The hash of the browser's own cookie, without which nobody reads what is sealed. */
  browser: string;
  /** Whose session it was, as browsers know people (auth/known-browser); null where nobody knows. */
  who: string | null;
  sealed: string;
  keptAt: IsoTime;
}

/** What is kept of a key by which programs ask in a person's name, whoever that is. */
export interface KeyColumns {
  orgId: Id;
  id: Id;
  name: string;
  /** SHA-256 of the whole key. */
  secretHash: string;
  /** How the key begins, by which people tell their keys apart. */
  start: string;
  scopesJson: string;
  /** Ids of products; an empty list: all of them. */
  productsJson: string;
  /** Networks (CIDR) that it may be used from; an empty list: everywhere. */
  networksJson: string;
  createdAt: IsoTime;
  /** null: never. */
  expiresAt: IsoTime | null;
  revokedAt: IsoTime | null;
  revokedBy: string | null;
  lastUsedAt: IsoTime | null;
  lastIp: string | null;
  /** The networks that it was used from, the newest last. */
  seenNetworksJson: string;
  /** When its person was last told of a new one. */
  toldNetworkAt: IsoTime | null;
  /** The reminder that went out last: so many days before its end. */
  remindedDays: number | null;
}

/** A key by which programs ask in the name of a person of staff, never more than that person may. */
export interface AccessKeysTable extends KeyColumns {
  orgId: Id;
  /** Whose rights it has at most. */
  staffId: Id;
  /** Who sees and revokes it: its person alone, or owners and admins too. */
  kind: "own" | "company";
}

/**
 * What a call by a key of staff, or of a member, answered that had a name of its own
 * (Idempotency-Key): for a day.
 */
export interface KeyAnswersTable {
  orgId: Id;
  keyId: Id;
  /** Of the call's name. */
  hash: string;
  /** Of its method, address and body. */
  bodyHash: string;
  /** Status, headers and body of the answer; while it is under way, which run of the call has it. */
  sealed: string;
  answeredAt: IsoTime;
}

export interface StaffTables {
  accessKeys: AccessKeysTable;
  keyAnswers: KeyAnswersTable;
  memberKeyAnswers: KeyAnswersTable;
  sentForms: SentFormsTable;
  keptForms: KeptFormsTable;
  staff: StaffTable;
  staffRoles: StaffRolesTable;
  recoveryCodes: RecoveryCodesTable;
  sessions: SessionsTable;
  passwordLinks: PasswordLinksTable;
}

// Who is asked onto a team, and what a team asks of its own.
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

/**
 * A staff session that an org ended for itself: it lives on, and opens nothing of that org any
 * more.
 */
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
