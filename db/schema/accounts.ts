// Who may read: accounts, their members, grants, requests and NDAs.
import type { Generated } from "kysely";
import type { KeyColumns } from "./staff.ts";
import type { Bit, Id, IsoTime } from "./values.ts";

export interface PermissionProfilesTable {
  orgId: Id;
  id: Id;
  name: string;
  allItems: Bit;
  createdAt: IsoTime;
}

export interface ProfileItemsTable {
  orgId: Id;
  profileId: Id;
  productId: Id;
  itemUid: string;
}

export interface AccountsTable {
  orgId: Id;
  id: Id;
  name: string;
  reviewStatus: "pending" | "approved" | "declined";
  reviewedAt: IsoTime | null;
  reviewedBy: string | null;
  createdAt: IsoTime;
}

export interface MembersTable {
  orgId: Id;
  id: Id;
  accountId: Id;
  email: string;
  firstName: string;
  lastName: string;
  autoApproved: Bit;
  createdAt: IsoTime;
  removedAt: IsoTime | null;
  removedBy: string | null;
  /** When the person last signed in here. */
  signedInAt: IsoTime | null;
}

export interface GrantsTable {
  orgId: Id;
  id: Id;
  accountId: Id;
  productId: Id;
  profileId: Id;
  ndaRequired: Bit;
  expiresAt: IsoTime | null;
  grantedAt: IsoTime;
  grantedBy: string;
  revokedAt: IsoTime | null;
  revokedBy: string | null;
}

export interface NdaVersionsTable {
  orgId: Id;
  id: Id;
  title: string;
  body: string;
  /** SHA-256 of title and body, hexadecimal: what a signature is bound to. */
  hash: string;
  publishedAt: IsoTime;
  publishedBy: string;
}

export interface NdaSettingsTable {
  orgId: Id;
  provider: "none" | "clickwrap";
  accountWide: Bit;
}

export interface NdaSignaturesTable {
  orgId: Id;
  id: Id;
  /** null: signed elsewhere, noted by staff. */
  versionId: Id | null;
  versionHash: string | null;
  accountId: Id;
  memberId: Id | null;
  name: string;
  email: string;
  signedAt: IsoTime;
  ip: string | null;
  userAgent: string | null;
  blobHash: string | null;
  importedAt: Generated<IsoTime | null>;
  importedBy: Generated<string | null>;
  /** Where the outside NDA is kept, or what else staff must know of it. */
  note: Generated<string | null>;
}

/** A key by which programs read a portal in the name of a member, as that member sees it. */
export interface MemberKeysTable extends KeyColumns {
  orgId: Id;
  memberId: Id;
  expiresAt: IsoTime;
}

export interface AccountsTables {
  permissionProfiles: PermissionProfilesTable;
  profileItems: ProfileItemsTable;
  accounts: AccountsTable;
  members: MembersTable;
  grants: GrantsTable;
  ndaVersions: NdaVersionsTable;
  ndaSettings: NdaSettingsTable;
  ndaSignatures: NdaSignaturesTable;
  memberKeys: MemberKeysTable;
}

// What members say: whom they invite, and what they ask about items.
export interface InvitationsTable {
  orgId: Id;
  id: Id;
  /** The account of who invites. */
  accountId: Id;
  /** Who invites. */
  memberId: Id;
  /** Who is invited. */
  email: string;
  /** The address in canonical form. */
  emailKey: string;
  message: string | null;
  invitedAt: IsoTime;
  /** null: no mail went out, since a rule turns the address away or it has had enough of them. */
  mailedAt: IsoTime | null;
}

/** One message of a thread; the thread is account, product and item. */
export interface CommentsTable {
  orgId: Id;
  id: Id;
  accountId: Id;
  productId: Id;
  /** No foreign key: a deleted item that comes back finds its thread again. */
  itemUid: string;
  /** A member wrote it, or staff did. */
  memberId: Id | null;
  staffId: Id | null;
  /** As staff was called then. */
  staffName: string | null;
  content: string;
  createdAt: IsoTime;
  /** Staff said that a member's message needs no answer. */
  settledAt: IsoTime | null;
  settledBy: string | null;
}

export interface ConversationsTables {
  invitations: InvitationsTable;
  comments: CommentsTable;
}

// Signing in by a token of the company's own identity provider.
export interface ByoidSettingsTable {
  orgId: Id;
  /** null: switched off, or never on. */
  enabledAt: IsoTime | null;
  issuer: string;
  audience: string;
  /** Where the provider publishes its keys; null: the one key below. */
  jwksUrl: string | null;
  /** PEM. */
  publicKey: string | null;
  /** The claim that names the company which somebody works for. */
  accountClaim: string;
  profileId: Id;
  ndaRequired: Bit;
  expiresInDays: number | null;
  changedAt: IsoTime;
  changedBy: string;
}

/** The products that a new account reads. */
export interface ByoidProductsTable {
  orgId: Id;
  productId: Id;
}

/** Which account a company of the tokens is; an account keeps it whatever it is called later. */
export interface ByoidAccountsTable {
  orgId: Id;
  /** As the claim says it, trimmed and in lower case. */
  company: string;
  accountId: Id;
  linkedAt: IsoTime;
}

/** Tokens that signed somebody in: each is good once. */
export interface ByoidTokensTable {
  orgId: Id;
  /** Of issuer and jti. */
  tokenHash: string;
  usedAt: IsoTime;
  /** When the token would be refused for its age anyway. */
  expiresAt: IsoTime;
}

export interface ByoidTables {
  byoidSettings: ByoidSettingsTable;
  byoidProducts: ByoidProductsTable;
  byoidAccounts: ByoidAccountsTable;
  byoidTokens: ByoidTokensTable;
}

// Tools of others that a company's customers manage their suppliers with, and what opens the trust
// center to them.
/** A tool that members may send the trust center's data to. */
export interface PartnersTable {
  orgId: Id;
  id: Id;
  name: string;
  /** Whom its tokens are for: their `aud`. One partner a domain. */
  domain: string;
  createdAt: IsoTime;
}

/** A token that a member made for a partner; the token itself is kept by nobody. */
export interface PartnerTokensTable {
  orgId: Id;
  /** The token's `jti`. */
  id: Id;
  partnerId: Id;
  accountId: Id;
  memberId: Id;
  createdAt: IsoTime;
  expiresAt: IsoTime;
  revokedAt: IsoTime | null;
  /** When the partner last read with it, and how often. */
  lastReadAt: IsoTime | null;
  reads: number;
}

export interface PartnersTables {
  partners: PartnersTable;
  partnerTokens: PartnerTokensTable;
}
