// Who runs the installation, and what they took out of service.
import type { Id, IsoTime } from "./values.ts";

/** Staff who may make, suspend and delete orgs. */
export interface InstallationOwnersTable {
  staffId: Id;
  grantedAt: IsoTime;
  grantedBy: string;
}

/** A suspension that has no end is in force. */
export interface OrgSuspensionsTable {
  orgId: Id;
  id: Id;
  suspendedAt: IsoTime;
  suspendedBy: string;
  /** For the org's staff to read; empty when none was given. */
  reason: string;
  resumedAt: IsoTime | null;
  resumedBy: string | null;
}

export interface SuspensionsTables {
  installationOwners: InstallationOwnersTable;
  orgSuspensions: OrgSuspensionsTable;
}
