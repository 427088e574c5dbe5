// Signing staff in by their company's own identity provider.
import type { Role } from "#model/auth/permissions.ts";
import type { ClientProof } from "#model/auth/single-sign-on.ts";
import type { Id, IsoTime } from "./values.ts";

export interface SingleSignOnTable {
  orgId: Id;
  issuer: string;
  clientId: string;
  /** How the server proves to the provider that it is the client. */
  clientProof: ClientProof;
  /** What somebody gets who is not on the team yet; null: nobody new comes in. */
  newcomerRole: Role | null;
  /** The claim that gives roles, where one does. */
  roleClaim: string | null;
  /** What that claim says for each role. */
  rolesJson: string;
  enabledAt: IsoTime | null;
  /** Since when it is the only way into the company. */
  onlySince: IsoTime | null;
  changedAt: IsoTime;
  changedBy: string;
}

export interface SingleSignOnDomainsTable {
  orgId: Id;
  domain: string;
  /** What the TXT record says that proves it. */
  token: string;
  addedAt: IsoTime;
  addedBy: string;
  provedAt: IsoTime | null;
  /** The domain again once it is proved: one company's alone. */
  proved: string | null;
}

/** Who somebody is at a provider: an issuer and a subject, never an address. */
export interface StaffIdentitiesTable {
  orgId: Id;
  issuer: string;
  subject: string;
  staffId: Id;
  linkedAt: IsoTime;
}

/** A browser that is at its provider; the row goes when it comes back. */
export interface SingleSignOnFlowsTable {
  stateHash: string;
  orgId: Id;
  /** Verifier, nonce and where to go, with the installation's key. */
  sealed: string;
  expiresAt: IsoTime;
}

export interface SingleSignOnTables {
  singleSignOn: SingleSignOnTable;
  singleSignOnDomains: SingleSignOnDomainsTable;
  staffIdentities: StaffIdentitiesTable;
  singleSignOnFlows: SingleSignOnFlowsTable;
}
