import type { Role } from "#model/auth/permissions.ts";
import { isoNow, sha256 } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants } from "#db/tenant.ts";

/** An open invitation as its link shows it. */
export interface OpenInvitation {
  id: string;
  orgId: string;
  orgName: string;
  slug: string;
  email: string;
  role: Role;
  invitedByName: string;
}

/** The invitation of a token while it can be accepted; looking spends nothing. */
export async function findInvitation(
  db: Reader,
  token: string,
  now: Date,
): Promise<OpenInvitation | null> {
  const row = await acrossTenants(db, "The link's token says whose invitation it is.")
    .selectFrom("teamInvitations as i")
    .innerJoin("orgs", "orgs.id", "i.orgId")
    .select([
      "i.id",
      "i.orgId",
      "orgs.name as orgName",
      "orgs.slug",
      "i.email",
      "i.role",
      "i.invitedByName",
    ])
    .where("i.tokenHash", "=", sha256(token))
    .where("i.acceptedAt", "is", null)
    .where("i.withdrawnAt", "is", null)
    .where("i.expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Spends an invitation by one conditional update, for the person who accepts it.
 * @returns whether it was still open: of two parallel calls one gets true
 */
export async function spendInvitation(
  trx: Writer,
  token: string,
  staffId: string,
  now: Date,
): Promise<boolean> {
  const result = await acrossTenants(trx, "The link's token says whose invitation it is.")
    .updateTable("teamInvitations")
    .set({ acceptedAt: isoNow(now), acceptedBy: staffId })
    .where("tokenHash", "=", sha256(token))
    .where("acceptedAt", "is", null)
    .where("withdrawnAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
