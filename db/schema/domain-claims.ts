// Hosts that orgs say are their own, until their name server agrees.
import type { Generated } from "kysely";
import type { Id, IsoTime } from "./values.ts";

export interface DomainClaimsTable {
  orgId: Id;
  id: Id;
  host: string;
  /** What the TXT record has to say; public, since name servers tell it to everybody. */
  token: string;
  createdAt: IsoTime;
  createdBy: string;
  /** The last check, how it went and why. */
  checkedAt: IsoTime | null;
  outcome: "verified" | "failed" | null;
  message: string | null;
  /** How many daily checks in a row found the proof of a verified host gone. */
  failedChecks: Generated<number>;
}

export interface DomainClaimsTables {
  domainClaims: DomainClaimsTable;
}
