// Who may read: accounts, their members, grants, requests and NDAs.
import type { Generated } from "kysely";
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

export interface AccountsTables {
  permissionProfiles: PermissionProfilesTable;
  profileItems: ProfileItemsTable;
  accounts: AccountsTable;
  members: MembersTable;
  grants: GrantsTable;
  ndaVersions: NdaVersionsTable;
  ndaSettings: NdaSettingsTable;
  ndaSignatures: NdaSignaturesTable;
}
