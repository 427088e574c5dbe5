import type { RouterContextProvider } from "react-router";
import { requireStaff } from "#auth/current-staff.ts";
import type { Reader } from "#db/store.ts";
import { mayManage, rolesToGive } from "#model/team.ts";
import { servicesContext } from "#platform/context.ts";
import { browserName } from "#values/browser-name.ts";
import { formatMoment } from "#values/moments.ts";
import { formFailed } from "#web/forms/form.ts";
import { findTeamMember } from "../store/team.server.ts";
import { listTeamSessions } from "../store/team-sessions.server.ts";

interface PersonArgs {
  context: Readonly<RouterContextProvider>;
  params: { staffId: string };
}

/** A person of the team, and what may be done about them by whoever looks. */
export async function personLoader({ context, params }: PersonArgs) {
  const { org, role, session } = await requireStaff(context, "team:edit");
  const { store, now } = context.get(servicesContext);
  const person = await memberOf(store.read, org.id, params.staffId);
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, org.timeZone) });
  const isSelf = person.id === session.staff.id;
  const mayChange = !isSelf && mayManage(role, person.role);
  const sessions = mayChange ? await listTeamSessions(store.read, org.id, person.id, now()) : [];
  return {
    failed: formFailed(context),
    orgName: org.name,
    here: `/team/${person.id}`,
    person: {
      name: person.name,
      email: person.email,
      role: person.role,
      hasSecondFactor: person.hasSecondFactor,
      since: moment(person.grantedAt),
      by: person.grantedBy,
    },
    isSelf,
    mayChange,
    roles: rolesToGive(role),
    // No address and no org: where else somebody works is not this team's to know.
    sessions: sessions.map(({ tokenHash, userAgent, createdAt, lastSeenAt }) => ({
      handle: tokenHash.slice(0, 16),
      browser: browserName(userAgent),
      began: moment(createdAt),
      lastSeen: moment(lastSeenAt),
    })),
  };
}

/**
 * @throws the missing page: somebody of elsewhere, somebody removed and nobody at all look alike
 */
export async function memberOf(db: Reader, orgId: string, staffId: string) {
  const person = await findTeamMember(db, orgId, staffId);
  if (person === null) throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  return person;
}
