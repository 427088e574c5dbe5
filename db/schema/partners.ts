// Tools of others that a company's customers manage their suppliers with, and what opens the trust center to them.
import type { Id, IsoTime } from "./values.ts";

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
