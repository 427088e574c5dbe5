// Which features a company's plan gives it, where the installation takes plans.
import type { Id, IsoTime } from "./values.ts";

/** The plan of a company: what its last good token said. */
export interface EntitlementsTable {
  orgId: Id;
  /** The token, encrypted for this company. */
  sealedToken: string;
  /** Names of features, of those that there are. */
  featuresJson: string;
  expiresAt: IsoTime;
  setAt: IsoTime;
  setBy: string;
  /** What is wrong with the token, and since when; null while nothing is. */
  fault: "expired" | "unknown-key" | "signature" | "claims" | "not-set-up" | null;
  faultedAt: IsoTime | null;
  /** Since when the plan counts no more, and the company's switches do again. */
  endedAt: IsoTime | null;
}

export interface EntitlementsTables {
  entitlements: EntitlementsTable;
}
