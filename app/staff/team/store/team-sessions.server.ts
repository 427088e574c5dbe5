import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type StaffListedSession,
} from "#auth/store/session-list.server.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { managed } from "./team.server.ts";
import type { Manager } from "#auth/team/store/team-rights.server.ts";

/**
 * The sessions of somebody on a team, as the team may see and end them: those that show its org
 * now. When and with what somebody works for others is not the team's to know. Staff have one
 * identity in the installation: whoever works elsewhere, too, is not signed out there
 * (docs/develop/decisions: what a team may do to a person).
 */
export async function listTeamSessions(
  db: Reader,
  orgId: string,
  staffId: string,
  now: Date,
): Promise<StaffListedSession[]> {
  return (await openSessions(db, orgId, staffId, now)).filter((session) => isHere(session, orgId));
}

function isHere(session: StaffListedSession, orgId: string): boolean {
  return session.orgId === null || session.orgId === orgId;
}

/** Every session of a person that could open the org. */
async function openSessions(
  db: Reader,
  orgId: string,
  staffId: string,
  now: Date,
): Promise<StaffListedSession[]> {
  const closed = new Set(
    (await inOrg(db, orgId).selectFrom("closedSessions").select("tokenHash").execute()).map(
      ({ tokenHash }) => tokenHash,
    ),
  );
  return (await listSessions(db, staffId, now)).filter(({ tokenHash }) => !closed.has(tokenHash));
}

/**
 * Ends sessions of a person for the org: with the next request they open nothing of it. Somebody
 * who has no other org is signed out whole.
 * @param handle the beginning of one session's hash; null: all of them, with those that show
 *   another org now
 * @returns how many of those ended that the team sees
 * @throws NotFound; Refused for oneself, or for an owner by somebody who is none
 */
export async function endTeamSessions(
  write: Write<Manager>,
  staffId: string,
  handle: string | null,
): Promise<number> {
  const { trx, orgId, by, now } = write;
  const member = await managed(trx, orgId, staffId, by);
  const ended = (await openSessions(trx, orgId, staffId, now)).filter(
    (session) =>
      handle === null || (isHere(session, orgId) && session.tokenHash.startsWith(handle)),
  );
  const seen = ended.filter((session) => isHere(session, orgId)).length;
  const teams = await acrossTenants(trx, "A person may be on several teams.")
    .selectFrom("staffRoles")
    .select("orgId")
    .where("staffId", "=", staffId)
    .execute();
  const isElsewhere = teams.some((team) => team.orgId !== orgId);
  for (const { tokenHash } of ended) {
    if (!isElsewhere) await revokeSession(trx, tokenHash, now);
    else
      await trx
        .insertInto("closedSessions")
        .values({ orgId, tokenHash, closedAt: isoNow(now), closedBy: by.actor.actorName })
        .execute();
  }
  // What waits for a code is a session in a moment.
  if (!isElsewhere && handle === null) await revokeOtherSessions(trx, staffId, null, now);
  if (ended.length > 0)
    await recordAudit(
      { ...write, by: by.actor },
      { action: "team.sessions-ended", subject: member.email, detail: { sessions: seen } },
    );
  return seen;
}
