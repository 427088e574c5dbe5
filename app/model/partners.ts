import type { Viewer } from "./visibility/viewer.ts";

/** Rules of partners: tools of others that members send the trust center's data to. */

export const SEND_TITLE = "Send data to TPRM tool";
/** Where the dialog is, below the portal. */
export const SEND_PATH = "/send-data";

/** How long a token opens the trust center, in hours. */
export const TOKEN_HOURS = 24;
/** How long the button says 'Copied', in milliseconds. */
export const COPIED_MS = 5_000;
/** How long the list of an account names a token that has run out, in days. */
export const LISTED_DAYS = 30;
export const MAX_PARTNERS = 50;

export const TOKEN_FAILED = "The token could not be generated. Please try again.";

/** Where a partner reads, by its token. */
export const PARTNER_PATH = "/api/partner/trust-center";
export const KEYS_PATH = "/.well-known/jwks.json";

type Member = Extract<Viewer, { mode: "accountExternal" }>;

/** Whether a viewer may send data at all: a member of an account that has access now. */
export function maySend(viewer: Viewer): viewer is Member {
  return (
    viewer.mode === "accountExternal" &&
    viewer.account.reviewStatus === "approved" &&
    !viewer.account.expired &&
    viewer.grants.length > 0
  );
}

/** The quarter of a moment, such as '2026-4': each has a key of its own. */
export function quarterOf(at: Date): string {
  return `${at.getUTCFullYear()}-${Math.floor(at.getUTCMonth() / 3) + 1}`;
}

/**
 * The quarters whose keys are published: this one, and the one before, whose last tokens may still
 * be read.
 */
export function publishedQuarters(now: Date): [string, string] {
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 3, 1));
  return [quarterOf(now), quarterOf(before)];
}

/** What of a token is still good: whether its partner can read with it. */
export function tokenState(
  { revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string },
  now: Date,
): "open" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt > now.toISOString() ? "open" : "expired";
}

/** A token as lists show it, with its partner and whoever generated it. Times are UTC ISO 8601. */
export interface ListedToken {
  id: string;
  partnerName: string;
  accountName: string;
  memberEmail: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  lastReadAt: string | null;
  reads: number;
}
