import { pageTitle } from "#values/page-title.ts";
import { allMessages } from "#web/forms/fields.ts";
import { ListHead } from "#web/lists/head.tsx";
import { ListTable } from "#web/lists/table.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { InvitationTable } from "./invitation-table.tsx";
import { TEAM_COLUMNS, TEAM_USUAL_SORT } from "./team-columns.tsx";
import type { teamLoader } from "./team-data.ts";
import { TwoFactorRule } from "./two-factor-rule.tsx";

/** The title of the page, at its own address and at those of its buttons. */
export function teamMeta(page: { failed: boolean } | undefined) {
  return [{ title: pageTitle("Team", page?.failed) }];
}

/** The team's page, at its own address and at those of its buttons. */
export function TeamPage({
  loaderData,
  actionData,
}: {
  loaderData: Awaited<ReturnType<typeof teamLoader>>;
  actionData: Parameters<typeof allMessages>[0];
}) {
  const { staff, sort, invitations, rule, orgName } = loaderData;
  return (
    <>
      <ListHead
        up={{ to: "/settings", words: "Settings" }}
        title="Team"
        count={staff.length === 1 ? "1 person" : `${staff.length} people`}
        lead={`Everyone with a role at ${orgName}.`}
        actions={[{ words: "Invite", to: "/team/invite" }]}
      />
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={allMessages(actionData)} fields={[]} />
      </div>
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
