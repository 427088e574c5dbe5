import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { ROLE_WORDS } from "#model/team.ts";
import { pageTitle } from "#values/page-title.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import type { personLoader } from "./person-data.ts";
import { RemovePanel, RolePanel, SessionsPanel } from "./person-panels.tsx";

type PersonData = Awaited<ReturnType<typeof personLoader>>;

/** The title of the page, at its own address and at those of its buttons. */
export function personMeta(page: PersonData | undefined) {
  return page === undefined ? [] : [{ title: pageTitle(page.person.name, page.failed) }];
}

/** A person's page, at its own address and at those of its buttons. */
export function PersonPage({
  loaderData,
  actionData,
}: {
  loaderData: PersonData;
  actionData: { result: SubmissionResult } | undefined;
}) {
  const { here, person, isSelf, mayChange, roles, sessions, orgName } = loaderData;
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
          sign-in is {person.hasSecondFactor ? "on" : "off"}.
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
          <RolePanel here={here} roles={roles} current={person.role} chosen={chosen} />
          <SessionsPanel here={here} sessions={sessions} orgName={orgName} />
          <RemovePanel here={here} name={person.name} orgName={orgName} />
        </>
      ) : (
        <p className="rounded-lg border border-line bg-surface p-6">
          {isSelf ? (
            <>
              You can’t change your own role. Ask another owner or admin. Password, sessions and
              leaving the team are under{" "}
              <Link to="/account" className="inline-block py-0.5 underline">
                Your account
              </Link>
              .
            </>
          ) : (
            "Only owners can change or remove owners."
          )}
        </p>
      )}
    </div>
  );
}
