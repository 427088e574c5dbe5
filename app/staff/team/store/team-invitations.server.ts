import { INVITATION_DAYS } from "#model/team.ts";
import { permissionsOf, type Role } from "#model/auth/permissions.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId, newToken, sha256 } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { mayGive, type Manager } from "#auth/team/store/team-rights.server.ts";

/** People who are asked onto a team by mail: each invitation a row, good once, for seven days. */
const LIFE_MS = INVITATION_DAYS * 86_400_000;

const KEPT_MS = 30 * 86_400_000;

export interface SentInvitation {
  id: string;
  email: string;
  role: Role;
  /** Of 256 bits; only its hash is stored. */
  token: string;
}

/**
 * Asks an address onto the team. Whether somebody of staff has it already changes nothing here.
 * @throws Refused when the inviter may not give the role, or the address is on the team or invited
 *   already
 */
export async function inviteToTeam(
  write: Write<Manager>,
  { email, role }: { email: string; role: Role },
): Promise<SentInvitation> {
  const { trx, orgId, by } = write;
  await mayGive(trx, orgId, by, role);
  const onTeam = await inOrg(trx, orgId)
    .selectFrom("staffRoles")
    .innerJoin("staff", "staff.id", "staffRoles.staffId")
    .select("staff.id")
    .where("staff.email", "=", email)
    .executeTakeFirst();
  if (onTeam !== undefined) throw new Refused("This person is already on the team.", "email");
  const waiting = await open(trx, orgId).select("id").where("email", "=", email).executeTakeFirst();
  if (waiting !== undefined)
    throw new Refused(
      "This person is already invited. Send that invitation again, or withdraw it.",
      "email",
    );
  return insertInvitation(write, { email, role });
}

/**
 * Asks an address onto a team, whoever does it: the owner of an org that was made a moment ago is
 * asked by somebody who is not on it.
 */
export async function insertInvitation(
  write: Write<Manager>,
  { email, role }: { email: string; role: Role },
): Promise<SentInvitation> {
  const { trx, orgId, by, now } = write;
  const [id, token] = [newId(), newToken()];
  await trx
    .insertInto("teamInvitations")
    .values({
      orgId,
      id,
      email,
      role,
      tokenHash: sha256(token),
      invitedBy: by.staffId,
      invitedByName: by.actor.actorName,
      createdAt: isoNow(now),
      sentAt: isoNow(now),
      expiresAt: isoNow(new Date(now.getTime() + LIFE_MS)),
      acceptedAt: null,
      acceptedBy: null,
      withdrawnAt: null,
      withdrawnBy: null,
    })
    .execute();
  await recordAudit(
    { ...write, by: by.actor },
    { action: "team.invited", subject: email, detail: { role } },
  );
  return { id, email, role, token };
}

/**
 * Sends an invitation again: a new link, good for another seven days; the one before ends.
 * @throws NotFound; Refused when whoever asks may not give its role
 */
export async function resendInvitation(write: Write<Manager>, id: string): Promise<SentInvitation> {
  const { trx, orgId, by, now } = write;
  const invitation = await openOne(trx, orgId, id);
  await mayGive(trx, orgId, by, invitation.role);
  const token = newToken();
  const values = {
    tokenHash: sha256(token),
    sentAt: isoNow(now),
    expiresAt: isoNow(new Date(now.getTime() + LIFE_MS)),
    invitedBy: by.staffId,
    invitedByName: by.actor.actorName,
  };
  await inOrg(trx, orgId).updateTable("teamInvitations").set(values).where("id", "=", id).execute();
  await recordAudit(
    { ...write, by: by.actor },
    {
      action: "team.invitation-resent",
      subject: invitation.email,
      detail: { role: invitation.role },
    },
  );
  return { ...invitation, token };
}

/**
 * Takes an invitation back: its link opens nothing any more.
 * @returns whom it was for
 * @throws NotFound; Refused when whoever asks may not give its role
 */
export async function withdrawInvitation(write: Write<Manager>, id: string): Promise<string> {
  const { trx, orgId, by } = write;
  const invitation = await openOne(trx, orgId, id);
  await mayGive(trx, orgId, by, invitation.role);
  await withdraw({ ...write, by: by.actor }, [invitation]);
  return invitation.email;
}

/**
 * Withdraws what someone invited who may not give those roles any more: removed, or of a narrower
 * role.
 */
export async function withdrawInvitationsBy(
  write: Write,
  staffId: string,
  left: Role | null,
): Promise<void> {
  const { trx, orgId } = write;
  const theirs = await open(trx, orgId)
    .select(["id", "email", "role"])
    .where("invitedBy", "=", staffId)
    .execute();
  const stays = (role: Role) =>
    left !== null && permissionsOf(left).has("team:edit") && (left === "owner" || role !== "owner");
  await withdraw(
    write,
    theirs.filter(({ role }) => !stays(role)),
  );
}

async function withdraw(
  write: Write,
  invitations: readonly { id: string; email: string; role: Role }[],
): Promise<void> {
  const { trx, orgId, by, now } = write;
  for (const { id, email, role } of invitations) {
    await inOrg(trx, orgId)
      .updateTable("teamInvitations")
      .set({ withdrawnAt: isoNow(now), withdrawnBy: by.actorName })
      .where("id", "=", id)
      .execute();
    await recordAudit(write, {
      action: "team.invitation-withdrawn",
      subject: email,
      detail: { role },
    });
  }
}

export interface ListedInvitation {
  id: string;
  email: string;
  role: Role;
  invitedByName: string;
  expiresAt: string;
}

/** The invitations that wait, those too whose time has run out, the latest sent first. */
export async function listInvitations(db: Reader, orgId: string): Promise<ListedInvitation[]> {
  return open(db, orgId)
    .select(["id", "email", "role", "invitedByName", "expiresAt"])
    .orderBy("sentAt", "desc")
    .orderBy("id")
    .execute();
}

/** Removes invitations that ended a month ago. @returns how many */
export async function purgeTeamInvitations(trx: Writer, now: Date): Promise<number> {
  const before = isoNow(new Date(now.getTime() - KEPT_MS));
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("teamInvitations")
    .where((eb) =>
      eb.or([
        eb("expiresAt", "<", before),
        eb("acceptedAt", "<", before),
        eb("withdrawnAt", "<", before),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function open(db: Reader, orgId: string) {
  return inOrg(db, orgId)
    .selectFrom("teamInvitations")
    .where("acceptedAt", "is", null)
    .where("withdrawnAt", "is", null);
}

async function openOne(
  trx: Writer,
  orgId: string,
  id: string,
): Promise<{ id: string; email: string; role: Role }> {
  const row = await open(trx, orgId)
    .select(["id", "email", "role"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw new NotFound("invitation");
  return row;
}
