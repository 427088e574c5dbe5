import type { RouterContextProvider } from "react-router";
import { requireStaff } from "#auth/current-staff.ts";
import { listStaffOfOrg } from "#auth/store/staff.server.ts";
import { findTwoFactorRule } from "#company/auth/store/two-factor-rules.server.ts";
import { mayManage, ROLE_WORDS } from "#model/team.ts";
import { servicesContext } from "#platform/context.ts";
import { readSort } from "#values/list-sort.ts";
import { formatMoment, momentOf } from "#values/moments.ts";
import { formFailed } from "#web/forms/form.ts";
import { listInvitations } from "../store/team-invitations.server.ts";
import { TEAM_SORTS, TEAM_USUAL_SORT, teamInOrder } from "./team-columns.tsx";

/** Everyone with a role, who was invited, and whether the team asks for two-factor sign-in. */
export async function teamLoader({
  context,
  url,
}: {
  context: Readonly<RouterContextProvider>;
  url: URL;
}) {
  const { org, role, session } = await requireStaff(context, "team:edit");
  const { store, now } = context.get(servicesContext);
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, org.timeZone) });
  const sort = readSort(url.searchParams, TEAM_SORTS, TEAM_USUAL_SORT);
  const rule = await findTwoFactorRule(store.read, org.id);
  const team = await listStaffOfOrg(store.read, org.id);
  const own = team.find(({ id }) => id === session.staff.id);
  return {
    failed: formFailed(context),
    orgName: org.name,
    sort,
    staff: teamInOrder(team, sort).map(({ lastSeenAt, role: theirs, ...person }) => ({
      ...person,
      isSelf: person.id === session.staff.id,
      role: ROLE_WORDS[theirs].label,
      lastSeen: lastSeenAt === null ? null : momentOf(lastSeenAt, now(), org.timeZone),
    })),
    invitations: (await listInvitations(store.read, org.id)).map(
      ({ expiresAt, role: theirs, ...invitation }) => ({
        ...invitation,
        role: ROLE_WORDS[theirs].label,
        expires: moment(expiresAt),
        isOver: expiresAt <= now().toISOString(),
        mayChange: mayManage(role, theirs),
      }),
    ),
    rule: {
      since: rule === null ? null : { ...moment(rule.requiredAt), by: rule.requiredBy },
      hasItself: own?.hasSecondFactor ?? false,
    },
  };
}
