// Signing in by a token of the company's own identity provider.
import type { Bit, Id, IsoTime } from "./values.ts";

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
