import { allMessages } from "#web/forms/fields.ts";
import type { Route } from "./+types/team-list";
import { listStaffOfOrg } from "#auth/store/staff.server.ts";
import { listInvitations } from "../store/team-invitations.server.ts";
import { findTwoFactorRule } from "#company/auth/store/two-factor-rules.server.ts";
import { servicesContext } from "#platform/context.ts";
import { readSort } from "#values/list-sort.ts";
import { formatMoment, momentOf } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { ROLE_WORDS, mayManage, teamChangeSchema } from "#model/team.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { type TeamDesk, resend, setTwoFactorRule, withdraw } from "./team-changes.ts";
import { ListHead } from "#web/lists/list-head.tsx";
import { ListTable } from "#web/lists/list-table.tsx";
import { InvitationTable } from "./invitation-table.tsx";
import { TEAM_COLUMNS, TEAM_SORTS, TEAM_USUAL_SORT, teamInOrder } from "./team-columns.tsx";
import { TwoFactorRule } from "./two-factor-rule.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Team", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, role, session } = await requireStaff(context, "team:edit");
  const { store, now } = context.get(servicesContext);
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, org.timeZone) });
  const sort = readSort(url.searchParams, TEAM_SORTS, TEAM_USUAL_SORT);
  const rule = await findTwoFactorRule(store.read, org.id);
  return {
    failed: formFailed(context),
    orgName: org.name,
    sort,
    staff: teamInOrder(await listStaffOfOrg(store.read, org.id), sort).map(
      ({ lastSeenAt, role: theirs, ...person }) => ({
        ...person,
        isSelf: person.id === session.staff.id,
        role: ROLE_WORDS[theirs].label,
        lastSeen: lastSeenAt === null ? null : momentOf(lastSeenAt, now(), org.timeZone),
      }),
    ),
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
      hasItself: session.staff.totpEnrolled,
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const desk: TeamDesk = { context, here: await requireStaff(context, "team:edit") };
  return formAction(
    { request, context },
    teamChangeSchema,
    async (submitted) => {
      const change = submitted.value;
      const done = await (change.intent === "resend"
        ? resend(desk, change.invitation)
        : change.intent === "withdraw"
          ? withdraw(desk, change.invitation)
          : setTwoFactorRule(desk, change.intent === "require-two-factor"));
      return redirectWithFlash(context, "/team", done);
    },
    { gone: "This invitation is no longer pending.", goneStatus: 404 },
  );
}

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, sort, invitations, rule, orgName } = loaderData;
  return (
    <>
      <ListHead
        up={{ to: "/settings", words: "Settings" }}
        title="Team"
        lead={`Everyone with a role in ${orgName}.`}
        actions={[{ words: "Invite", to: "/team/invite" }]}
      />
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={allMessages(actionData)} fields={[]} />
      </div>
      <p className="mb-3 text-sm text-muted">
        {staff.length === 1 ? "1 person" : `${staff.length} people`}
      </p>
      <ListTable
        label="Everyone on the team"
        columns={TEAM_COLUMNS}
        rows={staff}
        rowKey={({ id }) => id}
        sorting={{ path: "/team", query: [], sort, usual: TEAM_USUAL_SORT }}
      />
      {invitations.length === 0 ? null : <InvitationTable invitations={invitations} />}
      <TwoFactorRule rule={rule} orgName={orgName} />
    </>
  );
}
