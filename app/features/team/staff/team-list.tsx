import type { Route } from "./+types/team-list";
import { listStaffOfOrg } from "../../../auth/store/staff.server.ts";
import { listInvitations } from "../store/team-invitations.server.ts";
import { findTwoFactorRule } from "../../../auth/store/two-factor-rules.server.ts";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../values/moments.ts";
import { pageTitle } from "../../../values/page-title.ts";
import { mayManage, ROLE_WORDS, teamChangeSchema } from "../rules.ts";
import { redirectWithFlash } from "../../../http/request/flash.ts";
import { formFailed, formAction } from "../../../forms/form.ts";
import { requireStaff } from "../../../auth/current-staff.ts";
import { ButtonLink, Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { resend, setTwoFactorRule, withdraw, type TeamDesk } from "./team-changes.ts";
import { InvitationTable } from "./invitation-table.tsx";
import { TeamTable } from "./team-table.tsx";
import { Link } from "react-router";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Team", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, role, session } = await requireStaff(context, "team:edit");
  const { store, now } = context.get(servicesContext);
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, org.timeZone) });
  const rule = await findTwoFactorRule(store.read, org.id);
  return {
    failed: formFailed(context),
    orgName: org.name,
    staff: (await listStaffOfOrg(store.read, org.id)).map(
      ({ lastSeenAt, role: theirs, ...person }) => ({
        ...person,
        isSelf: person.id === session.staff.id,
        role: ROLE_WORDS[theirs].label,
        lastSeen: lastSeenAt === null ? null : moment(lastSeenAt),
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
    { gone: "This invitation is not waiting any more.", goneStatus: 404 },
  );
}

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, invitations, rule, orgName } = loaderData;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Team</h1>
          <p className="mt-2 text-muted">Everyone with a role in {orgName}.</p>
        </div>{" "}
        <ButtonLink to="/team/invite">Invite</ButtonLink>
      </div>
      <div className="mb-6 empty:hidden">
        <ErrorSummary
          errors={Object.values(actionData?.result.error ?? {}).flatMap((errors) => errors ?? [])}
          fields={[]}
        />
      </div>
      <TeamTable staff={staff} />
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
            Each of the team decides. When you require it, whoever has none is led to set it up
            before they do anything else in {orgName}, and nobody can turn it off.
          </p>
          {hasItself ? (
            <form method="post" noValidate className="mt-4">
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
            <Button look="secondary" name="intent" value="leave-two-factor-open">
              Require it no longer
            </Button>
          </form>
        </>
      )}
    </section>
  );
}
