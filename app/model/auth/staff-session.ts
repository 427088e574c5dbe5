import type { Role } from "./permissions.ts";

/** How a session began where that was not by password. A passkey counts as both factors. */
export type SignInMethod = "passkey" | "single-sign-on";

/**
 * A signed-in person of staff, as every request finds them: their rights are those of this moment.
 */
export interface StaffSession {
  tokenHash: string;
  staff: { id: string; email: string; name: string; totpEnrolled: boolean };
  /**
   * The org that the private area shows now; one of `roles` or of `closed`, or null when there is
   * none.
   */
  orgId: string | null;
  method: SignInMethod | null;
  /** The one org that it opens; null: all of the person's. */
  onlyOrgId: string | null;
  /** When its use was noted last. */
  lastSeenAt: string;
  /** The person is one of those who run the installation. */
  ownsInstallation: boolean;
  roles: { orgId: string; slug: string; name: string; role: Role }[];
  /** Orgs in which the person has a role that this session can't use. */
  closed: ClosedOrg[];
}

/**
 * An org that a session opens nothing of: it asks for a second factor that the person lacks, it
 * lets its team in by single sign-on alone, or it ended the session for itself.
 */
export interface ClosedOrg {
  orgId: string;
  slug: string;
  name: string;
  why: "two-factor" | "ended" | "single-sign-on";
}
