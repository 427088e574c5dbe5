import type { Role } from "#model/auth/permissions.ts";
import { recordAudit, recordStaffAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { prepared } from "#db/prepared.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/**
 * One person of staff, as signing in needs it; `passwordHash` and `totpSecret` never leave the
 * server.
 */
export interface Staff {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  /** Sealed with the installation's key. */
  totpSecret: string | null;
  totpConfirmedAt: string | null;
}

export interface StaffRole {
  orgId: string;
  slug: string;
  name: string;
  role: Role;
  /** The org asks two-factor sign-in of everybody on its team. */
  twoFactorRequired: boolean;
  /** The org lets its team in by its identity provider alone. */
  singleSignOnOnly: boolean;
  /** The org ended the session that asks. */
  sessionEnded: boolean;
}

const COLUMNS = ["id", "email", "name", "passwordHash", "totpSecret", "totpConfirmedAt"] as const;

export async function findStaffByEmail(db: Reader, email: string): Promise<Staff | null> {
  const row = await db
    .selectFrom("staff")
    .select(COLUMNS)
    .where("email", "=", email.trim().toLowerCase())
    .executeTakeFirst();
  return row ?? null;
}

const BY_ID = prepared((db, p: { id: string }) =>
  db.selectFrom("staff").select(COLUMNS).where("id", "=", p.id),
);

export async function findStaff(db: Reader, id: string): Promise<Staff | null> {
  const [row] = await BY_ID(db, { id });
  return row ?? null;
}

/**
 * Creates a person of staff, who has no role anywhere yet.
 * @param values the email in any case; `passwordHash` as staff/auth/sign-in/password makes it
 * @returns the person's id
 */
export async function createStaff(
  write: Omit<Write, "orgId">,
  values: { email: string; name: string; passwordHash: string },
): Promise<string> {
  const { trx, now } = write;
  const id = newId();
  const email = values.email.trim().toLowerCase();
  await trx
    .insertInto("staff")
    .values({
      id,
      email,
      name: values.name,
      passwordHash: values.passwordHash,
      totpSecret: null,
      totpConfirmedAt: null,
      totpLastStep: null,
      createdAt: isoNow(now),
    })
    .execute();
  await recordAudit({ ...write, orgId: null }, { action: "staff.created", subject: email });
  return id;
}

/** Gives a person a role in an org, in place of the one that they had there. */
export async function grantRole(write: Write, staffId: string, role: Role): Promise<void> {
  const { trx, orgId, by, now } = write;
  const values = { role, grantedAt: isoNow(now), grantedBy: by.actorName };
  await trx
    .insertInto("staffRoles")
    .values({ orgId, staffId, ...values })
    .onConflict((conflict) => conflict.columns(["orgId", "staffId"]).doUpdateSet(values))
    .execute();
  const staff = await trx
    .selectFrom("staff")
    .select("email")
    .where("id", "=", staffId)
    .executeTakeFirst();
  await recordAudit(write, {
    action: "role.granted",
    subject: staff?.email ?? staffId,
    detail: { role },
  });
}

const ORGS_OF = prepared((db, p: { staffId: string; tokenHash: string }) =>
  acrossTenants(db, "A person may be on several teams.")
    .selectFrom("staffRoles")
    .innerJoin("orgs", "orgs.id", "staffRoles.orgId")
    .leftJoin("twoFactorRules", "twoFactorRules.orgId", "staffRoles.orgId")
    .leftJoin("singleSignOn", "singleSignOn.orgId", "staffRoles.orgId")
    .leftJoin("closedSessions", (join) =>
      join
        .onRef("closedSessions.orgId", "=", "staffRoles.orgId")
        .on("closedSessions.tokenHash", "=", p.tokenHash),
    )
    .select([
      "orgs.id as orgId",
      "orgs.slug",
      "orgs.name",
      "staffRoles.role",
      "twoFactorRules.requiredAt",
      "singleSignOn.onlySince",
      "closedSessions.tokenHash as closed",
    ])
    .where("staffRoles.staffId", "=", p.staffId)
    .orderBy("orgs.name")
    .orderBy("orgs.id"),
);

/**
 * The orgs in which a person has a role, by name.
 * @param tokenHash of the session that asks, where one does
 */
export async function staffOrgs(db: Reader, staffId: string, tokenHash = ""): Promise<StaffRole[]> {
  const rows = await ORGS_OF(db, { staffId, tokenHash });
  return rows.map(({ requiredAt, onlySince, closed, ...role }) => ({
    ...role,
    twoFactorRequired: requiredAt !== null,
    singleSignOnOnly: onlySince !== null,
    sessionEnded: closed !== null,
  }));
}

/** Replaces a person's password. Ending the sessions that knew the old one is the caller's. */
export async function setPassword(
  write: Omit<Write, "orgId">,
  staffId: string,
  passwordHash: string,
): Promise<void> {
  const { trx } = write;
  await trx.updateTable("staff").set({ passwordHash }).where("id", "=", staffId).execute();
  await recordStaffAudit(write, staffId, { action: "staff.password-changed" });
}

export interface StaffListEntry {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** By an authenticator app or a passkey. */
  hasSecondFactor: boolean;
  grantedAt: string;
  lastSeenAt: string | null;
}

/**
 * Everyone with a role at an org, by name, with the time at which they were last seen signed in.
 */
export async function listStaffOfOrg(db: Reader, orgId: string): Promise<StaffListEntry[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("staffRoles")
    .innerJoin("staff", "staff.id", "staffRoles.staffId")
    .select((eb) => [
      "staff.id",
      "staff.name",
      "staff.email",
      "staff.totpConfirmedAt",
      "staffRoles.role",
      "staffRoles.grantedAt",
      eb
        .selectFrom("sessions")
        .select((inner) => inner.fn.max("sessions.lastSeenAt").as("lastSeenAt"))
        .whereRef("sessions.staffId", "=", "staff.id")
        .where("sessions.kind", "=", "staff")
        .as("lastSeenAt"),
      eb
        .selectFrom("passkeys")
        .select((inner) => inner.fn.max("passkeys.createdAt").as("createdAt"))
        .whereRef("passkeys.staffId", "=", "staff.id")
        .as("passkeySince"),
    ])
    .orderBy("staff.name")
    .orderBy("staff.id")
    .execute();
  return rows.map(({ totpConfirmedAt, passkeySince, ...row }) => ({
    ...row,
    hasSecondFactor: totpConfirmedAt !== null || passkeySince !== null,
  }));
}
