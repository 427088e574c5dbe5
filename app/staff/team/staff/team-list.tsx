import { allMessages } from "#web/forms/fields.ts";
import type { Route } from "./+types/team-list";
import { listStaffOfOrg, type StaffListEntry } from "#auth/store/staff.server.ts";
import { listInvitations } from "../store/team-invitations.server.ts";
import { findTwoFactorRule } from "#company/auth/store/two-factor-rules.server.ts";
import { servicesContext } from "#platform/context.ts";
import { readSort, sortedBy, type ListSort } from "#values/list-sort.ts";
import { formatMoment, momentOf, type Moment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { ROLE_WORDS, mayManage, teamChangeSchema } from "#model/team.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { type TeamDesk, resend, setTwoFactorRule, withdraw } from "./team-changes.ts";
import { Link } from "react-router";
import { sortableColumns } from "#web/ui/sorted-head.tsx";
import { When } from "#web/ui/when.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

const TEAM_SORTS = ["name", "email", "role", "two-factor", "seen"] as const;
type TeamSort = (typeof TEAM_SORTS)[number];
const USUAL: ListSort<TeamSort> = { by: "name", descending: false };
const SORT_VALUES: Readonly<Record<TeamSort, (person: StaffListEntry) => string | null>> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => ROLE_WORDS[role].label,
  "two-factor": ({ totpEnrolled }) => (totpEnrolled ? "On" : "Off"),
  seen: ({ lastSeenAt }) => lastSeenAt,
};
const COLUMNS = [
  ["Name", "name"],
  ["Email", "email"],
  ["Role", "role"],
  ["Two-factor sign-in", "two-factor"],
  ["Last seen", "seen"],
] as const;

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
  const sort = readSort(url.searchParams, TEAM_SORTS, USUAL);
  const rule = await findTwoFactorRule(store.read, org.id);
  return {
    failed: formFailed(context),
    orgName: org.name,
    sort,
    staff: sortedBy(
      await listStaffOfOrg(store.read, org.id),
      (person) => SORT_VALUES[sort.by](person),
      sort.descending,
    ).map(({ lastSeenAt, role: theirs, ...person }) => ({
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
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <Link to="/settings" className="mb-1 inline-block py-0.5 text-sm text-accent underline">
            Settings
          </Link>
          <h1 className="text-2xl font-semibold tracking-tight">Team</h1>
          <p className="mt-2 text-muted">Everyone with a role in {orgName}.</p>
        </div>{" "}
        <ButtonLink to="/team/invite">Invite</ButtonLink>
      </div>
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={allMessages(actionData)} fields={[]} />
      </div>
      <p className="mb-3 text-sm text-muted">
        {staff.length === 1 ? "1 person" : `${staff.length} people`}
      </p>
      <TeamTable staff={staff} sort={sort} />
      {invitations.length === 0 ? null : <InvitationTable invitations={invitations} />}
      <TwoFactorRule rule={rule} orgName={orgName} />
    </>
  );
}

interface TwoFactorRuleProps {
  orgName: string;
  rule: {
    /** Since when it is required, and who asked for it; null: it is not. */
    since: { iso: string; text: string; by: string } | null;
    /** Whether the person who looks has it. */
    hasItself: boolean;
  };
}

/** Whether the team asks two-factor sign-in of everybody. */
function TwoFactorRule({ rule: { since, hasItself }, orgName }: TwoFactorRuleProps) {
  return (
    <section
      aria-labelledby="two-factor"
      className="mt-12 rounded-lg border border-line bg-surface p-6"
    >
      <h2 id="two-factor" className="text-lg font-semibold">
        Two-factor sign-in
      </h2>
      {since === null ? (
        <>
          <p className="mt-2 max-w-[44rem] text-muted">
            Optional for now. If you require it, everyone without it must set it up at their next
            sign-in to {orgName}, and can't turn it off.
          </p>
          {hasItself ? (
            <form method="post" noValidate className="mt-4">
              <OnceField />
              <Button name="intent" value="require-two-factor">
                Require two-factor sign-in
              </Button>
            </form>
          ) : (
            <p className="mt-4">
              Before you require it of others,{" "}
              <Link to="/account#two-factor" className="inline-block py-0.5 underline">
                turn it on for yourself
              </Link>
              .
            </p>
          )}
        </>
      ) : (
        <>
          <p className="mt-2 max-w-[44rem] text-muted">
            Required of everybody since <time dateTime={since.iso}>{since.text}</time>, by{" "}
            {since.by}.
          </p>
          <form method="post" noValidate className="mt-4">
            <OnceField />
            <Button look="secondary" name="intent" value="leave-two-factor-open">
              Require it no longer
            </Button>
          </form>
        </>
      )}
    </section>
  );
}

interface ShownPerson {
  id: string;
  name: string;
  email: string;
  role: string;
  isSelf: boolean;
  totpEnrolled: boolean;
  lastSeen: Moment | null;
}

/** Everybody on the team, each with the way to their page. */
function TeamTable({ staff, sort }: { staff: readonly ShownPerson[]; sort: ListSort<TeamSort> }) {
  return (
    <TableFrame
      label="Everyone on the team"
      head={sortableColumns(COLUMNS, { path: "/team", query: [], sort }, USUAL)}
    >
      {staff.map((person) => (
        <tr key={person.id}>
          <th scope="row" className="px-4 py-3 text-start align-top font-medium">
            <Link to={`/team/${person.id}`}>{person.name}</Link>
            {person.isSelf ? <span className="font-normal text-muted"> (you)</span> : null}
          </th>
          <td>{person.email}</td>
          <td>{person.role}</td>
          <td>{person.totpEnrolled ? "On" : "Off"}</td>
          <td className="whitespace-nowrap">
            {person.lastSeen === null ? "Never" : <When at={person.lastSeen} />}
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}

interface ShownInvitation {
  id: string;
  email: string;
  role: string;
  invitedByName: string;
  expires: { iso: string; text: string };
  isOver: boolean;
  mayChange: boolean;
}

/** Who was asked and has not come yet. */
function InvitationTable({ invitations }: { invitations: readonly ShownInvitation[] }) {
  return (
    <section aria-labelledby="invitations" className="mt-12">
      <h2 id="invitations" className="mb-4 text-lg font-semibold">
        Invitations
      </h2>
      <TableFrame
        label="Invitations that wait"
        head={["Email", "Role", "Invited by", "Good until", "Actions"]}
      >
        {invitations.map(({ id, email, role, invitedByName, expires, isOver, mayChange }) => (
          <tr key={id}>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium">
              {email}
            </th>
            <td>{role}</td>
            <td>{invitedByName}</td>
            <td className="whitespace-nowrap">
              {isOver ? <span className="text-red">Over since </span> : null}
              <time dateTime={expires.iso}>{expires.text}</time>
            </td>
            <td>
              {mayChange ? (
                <form method="post" noValidate className="flex flex-wrap gap-2">
                  <OnceField />
                  <input type="hidden" name="invitation" value={id} />
                  <Button
                    look="secondary"
                    size="small"
                    name="intent"
                    value="resend"
                    aria-label={`Send again to ${email}`}
                  >
                    Send again
                  </Button>{" "}
                  <Button
                    look="danger"
                    size="small"
                    name="intent"
                    value="withdraw"
                    aria-label={`Withdraw the invitation to ${email}`}
                  >
                    Withdraw
                  </Button>
                </form>
              ) : (
                <span className="text-muted">An owner’s to change</span>
              )}
            </td>
          </tr>
        ))}
      </TableFrame>
    </section>
  );
}
