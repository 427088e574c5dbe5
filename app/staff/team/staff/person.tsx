import { Link } from "react-router";
import type { Route } from "./+types/person";
import { findTeamMember } from "../store/team.server.ts";
import { listTeamSessions } from "../store/team-sessions.server.ts";
import { servicesContext } from "#platform/context.ts";
import { browserName } from "#values/browser-name.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { mayManage, personChangeSchema, ROLE_WORDS, rolesToGive } from "#model/team.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { endSessions, giveRole, remove } from "./team-changes.ts";
import { RemovePanel, RolePanel, SessionsPanel } from "./person-panels.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? [{ title: pageTitle(loaderData.person.name, loaderData.failed) }] : [];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org, role, session } = await requireStaff(context, "team:edit");
  const { store, now } = context.get(servicesContext);
  const person = await findTeamMember(store.read, org.id, params.staffId);
  if (person === null) throw notFound();
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, org.timeZone) });
  const isSelf = person.id === session.staff.id;
  const mayChange = !isSelf && mayManage(role, person.role);
  const sessions = mayChange ? await listTeamSessions(store.read, org.id, person.id, now()) : [];
  return {
    failed: formFailed(context),
    orgName: org.name,
    person: {
      name: person.name,
      email: person.email,
      role: person.role,
      totpEnrolled: person.totpEnrolled,
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

export async function action({ request, context, params }: Route.ActionArgs) {
  const here = await requireStaff(context, "team:edit");
  const desk = { context, here };
  const { staffId } = params;
  if (
    (await findTeamMember(context.get(servicesContext).store.read, here.org.id, staffId)) === null
  )
    throw notFound();
  return formAction({ request, context }, personChangeSchema, async (submitted) => {
    const change = submitted.value;
    if (change.intent === "remove")
      return redirectWithFlash(context, "/team", await remove(desk, staffId));
    const done = await (change.intent === "change-role"
      ? giveRole(desk, staffId, change.role)
      : endSessions(desk, staffId, change.intent === "end-session" ? change.session : null));
    return redirectWithFlash(context, `/team/${staffId}`, done);
  });
}

/** Somebody of elsewhere, somebody removed and nobody at all look alike. */
function notFound(): Response {
  return new Response("Not Found", { status: 404, statusText: "Not Found" });
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { person, isSelf, mayChange, roles, sessions, orgName } = loaderData;
  const { "": formErrors, ...fieldErrors } = actionData?.result.error ?? {};
  const sent = actionData?.result.initialValue?.role;
  const chosen = roles.find((role) => role === sent) ?? null;
  return (
    <div className="mx-auto max-w-[40rem] space-y-8">
      <div>
        <p className="text-sm">
          <Link to="/team" className="inline-block py-1 text-accent underline">
            Team
          </Link>
        </p>
        <h1 className="mt-2 text-2xl font-semibold tracking-tight">{person.name}</h1>
        <p className="mt-2 text-muted">
          {person.email}. {ROLE_WORDS[person.role].label} of {orgName} since{" "}
          <time dateTime={person.since.iso}>{person.since.text}</time>, by {person.by}. Two-factor
          sign-in is {person.totpEnrolled ? "on" : "off"}.
        </p>
      </div>
      <ErrorSummary
        errors={[
          ...(formErrors ?? []),
          ...Object.values(fieldErrors).flatMap((errors) => errors ?? []),
        ]}
        fields={[]}
      />
      {mayChange ? (
        <>
          <RolePanel roles={roles} current={person.role} chosen={chosen} />
          <SessionsPanel sessions={sessions} orgName={orgName} />
          <RemovePanel name={person.name} orgName={orgName} />
        </>
      ) : (
        <p className="rounded-lg border border-line bg-surface p-6">
          {isSelf ? (
            <>
              You can't change your own role: ask another owner or admin. Password, sessions and
              leaving the team are under{" "}
              <Link to="/account" className="inline-block py-0.5 underline">
                Your account
              </Link>
              .
            </>
          ) : (
            "Only an owner changes or removes owners."
          )}
        </p>
      )}
    </div>
  );
}
