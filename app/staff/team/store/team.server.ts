import { mayManage, rolesToGive } from "#model/team.ts";
import { permissionsOf, type Role } from "#model/auth/permissions.ts";
import { unassignQuestions } from "#access/questionnaires/store/question-work.server.ts";
import { unassignAll } from "#access/access-requests/store/request-work.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { hasSecondFactor } from "#auth/store/passkeys.server.ts";
import { grantRole } from "#auth/store/staff.server.ts";
import { inOrg } from "#db/tenant.ts";
import { withdrawInvitationsBy } from "./team-invitations.server.ts";
import { mayGive, roleOf, type Manager } from "#auth/team/store/team-rights.server.ts";
import { revokeKeysOf } from "#auth/access-keys/store/access-keys.server.ts";

/** Who is on an org's team. The last owner stays, and nobody changes their own place. */

/** Somebody on the team. */
export interface TeamMember {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** By an authenticator app or a passkey. */
  hasSecondFactor: boolean;
  grantedAt: string;
  grantedBy: string;
}

export async function findTeamMember(
  db: Reader,
  orgId: string,
  staffId: string,
): Promise<TeamMember | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("staffRoles")
    .innerJoin("staff", "staff.id", "staffRoles.staffId")
    .select([
      "staff.id",
      "staff.name",
      "staff.email",
      "staff.totpConfirmedAt",
      "staffRoles.role",
      "staffRoles.grantedAt",
      "staffRoles.grantedBy",
    ])
    .where("staffRoles.staffId", "=", staffId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { totpConfirmedAt, ...member } = row;
  const { id } = member;
  return { ...member, hasSecondFactor: await hasSecondFactor(db, { id, totpConfirmedAt }) };
}

/**
 * Gives a person of the team another role, with the next request. Nobody changes their own.
 * @returns the person as they were
 * @throws NotFound; Refused for an own role, an owner's by somebody who is none, the last owner's
 */
export async function changeRole(
  write: Write<Manager>,
  staffId: string,
  role: Role,
): Promise<TeamMember> {
  const { trx, orgId, by } = write;
  const member = await managed(trx, orgId, staffId, by);
  await mayGive(trx, orgId, by, role);
  if (member.role === role) return member;
  if (role !== "owner") await keepAnOwner(trx, orgId, member);
  await setRole({ ...write, by: by.actor }, member, role);
  return member;
}

/**
 * Gives somebody the role that the identity provider says at a sign-in. Owners stay owners, and
 * nobody becomes one.
 */
export async function followProvider(write: Write, staffId: string, role: Role): Promise<void> {
  const member = await findTeamMember(write.trx, write.orgId, staffId);
  if (role === "owner" || member?.role === "owner" || member?.role === role) return;
  if (member === null) await grantRole(write, staffId, role);
  else await setRole(write, member, role);
}

async function setRole(write: Write, member: TeamMember, role: Role): Promise<void> {
  const { trx, orgId, by, now } = write;
  await inOrg(trx, orgId)
    .updateTable("staffRoles")
    .set({ role, grantedAt: isoNow(now), grantedBy: by.actorName })
    .where("staffId", "=", member.id)
    .execute();
  if (!permissionsOf(role).has("accounts:review")) {
    await unassignAll(trx, orgId, member.id);
    await unassignQuestions(trx, orgId, member.id);
  }
  await withdrawInvitationsBy(write, member.id, role);
  await recordAudit(write, {
    action: "role.changed",
    subject: member.email,
    detail: { from: member.role, to: role },
  });
}

/**
 * Takes a person off the team: they can do nothing here with the next request. What they may do
 * elsewhere stays.
 * @returns the person as they were
 * @throws NotFound; Refused for oneself, for an owner by somebody who is none, for the last owner
 */
export async function removeFromTeam(write: Write<Manager>, staffId: string): Promise<TeamMember> {
  const { trx, orgId, by } = write;
  const member = await managed(trx, orgId, staffId, by);
  await takeOff({ ...write, by: by.actor }, member);
  return member;
}

/**
 * Leaves a team oneself.
 * @throws NotFound when there is no role to give up; Refused for the last owner
 */
export async function leaveTeam(
  write: Omit<Write, "by">,
  { staffId, actor }: Manager,
): Promise<void> {
  const { trx, orgId } = write;
  const member = await findTeamMember(trx, orgId, staffId);
  if (member === null) throw new NotFound("team");
  await takeOff({ ...write, by: actor }, member);
}

async function takeOff(write: Write, member: TeamMember): Promise<void> {
  const { trx, orgId } = write;
  await keepAnOwner(trx, orgId, member);
  await inOrg(trx, orgId).deleteFrom("staffRoles").where("staffId", "=", member.id).execute();
  await inOrg(trx, orgId)
    .updateTable("sessions")
    .set({ orgId: null })
    .where("staffId", "=", member.id)
    .execute();
  await unassignAll(trx, orgId, member.id);
  await unassignQuestions(trx, orgId, member.id);
  await withdrawInvitationsBy(write, member.id, null);
  await revokeKeysOf(write, member.id);
  await recordAudit(write, {
    action: "role.removed",
    subject: member.email,
    detail: { role: member.role },
  });
}

/** The person, once it is clear that the one who acts may act on them. */
export async function managed(
  trx: Writer,
  orgId: string,
  staffId: string,
  by: Manager,
): Promise<TeamMember> {
  const member = await findTeamMember(trx, orgId, staffId);
  if (member === null) throw new NotFound("person");
  const own = await roleOf(trx, orgId, by.staffId);
  if (own === null || rolesToGive(own).length === 0)
    throw new Refused("You can no longer change this team.");
  if (staffId === by.staffId)
    throw new Refused("You can’t change your own role. Ask another owner or admin.");
  if (!mayManage(own, member.role)) throw new Refused("Only owners can change or remove owners.");
  return member;
}

/** @throws Refused when the person is the last owner */
async function keepAnOwner(trx: Writer, orgId: string, member: TeamMember): Promise<void> {
  if (member.role !== "owner") return;
  const other = await inOrg(trx, orgId)
    .selectFrom("staffRoles")
    .select("staffId")
    .where("role", "=", "owner")
    .where("staffId", "!=", member.id)
    .limit(1)
    .executeTakeFirst();
  if (other === undefined)
    throw new Refused("This is the last owner. Make someone else an owner first.");
}
