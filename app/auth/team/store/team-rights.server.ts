import { rolesToGive } from "#model/team.ts";
import type { Role } from "#model/auth/permissions.ts";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Who acts on a team. Every verb asks the database, in its own transaction, what they may do at
 * that moment: of two owners who demote each other at once, the second is no owner any more.
 */
export interface Manager {
  staffId: string;
  actor: Actor;
}

/** @throws Refused unless whoever acts may give the role now */
export async function mayGive(
  trx: Writer,
  orgId: string,
  { staffId }: Manager,
  role: Role,
): Promise<void> {
  const own = await roleOf(trx, orgId, staffId);
  if (own === null || rolesToGive(own).length === 0)
    throw new Refused("You can no longer change this team.");
  if (!rolesToGive(own).includes(role)) throw new Refused("Only owners can add owners.", "role");
}

/** Somebody's role in an org at this moment. */
export async function roleOf(trx: Writer, orgId: string, staffId: string): Promise<Role | null> {
  return (
    (
      await inOrg(trx, orgId)
        .selectFrom("staffRoles")
        .select("role")
        .where("staffId", "=", staffId)
        .executeTakeFirst()
    )?.role ?? null
  );
}
