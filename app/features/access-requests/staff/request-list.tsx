import { data } from "react-router";
import type { Route } from "./+types/request-list";
import { inboxChoices, inboxCounts, inboxPage } from "../store/access-inbox.server.ts";
import { knownAccounts } from "../store/known-of-request.server.ts";
import { listPresets } from "../store/access-presets.server.ts";
import { decidedSince } from "../store/access-status.server.ts";
import { servicesContext } from "../../../context.ts";
import { formatMoment, lasting } from "../../../values/moments.ts";
import { countryName } from "../../../values/countries.ts";
import { pageTitle } from "../../../values/page-title.ts";
import { bulkApproveSchema, bulkSchema, FOLDER_NAMES } from "../forms/review-forms.ts";
import type { RequestFolder } from "../forms/review-forms.ts";
import {
  inboxQuery,
  inboxSearch,
  isFiltered,
  promisedSince,
  unfiltered,
} from "../forms/inbox-query.ts";
import { formFailed, readSubmission } from "../../../forms/form.ts";
import { formConstraint } from "../../../forms/constraint.ts";
import { requireStaff } from "../../../auth/current-staff.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState } from "../../../ui/screens.tsx";
import { approveMany, approveManyWith, declineMany, undoMany } from "./bulk-changes.ts";
import { BulkPanel } from "./bulk-panel.tsx";
import { grantChoices } from "./grant-choices.ts";
import { FolderTabs, InboxFilters } from "./inbox-filters.tsx";
import { RequestTable } from "./request-table.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Requests", loaderData?.failed) }];
}

const WEEK_MS = 7 * 86_400_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const query = inboxQuery(url.searchParams);
  const at = now();
  const clock = { now: at, lateBefore: promisedSince(org.customization.answerHours, at) };
  const inbox = await inboxPage(store.read, org.id, query, clock);
  const accounts = await knownAccounts(store.read, org.id, inbox.rows);
  const choices = await grantChoices(store.read, org.id);
  const told = await inboxChoices(store.read, org.id);
  return {
    query,
    ...inbox,
    rows: inbox.rows.map((row) => ({
      ...row,
      account: accounts.get(row.id) ?? null,
      ago: `${lasting(row.createdAt, at)} ago`,
      about: [row.relationship, row.country === null ? null : countryName(row.country)]
        .filter((part) => part !== null)
        .join(" · "),
      when: formatMoment(row.createdAt, org.timeZone),
      decided: row.decidedAt === null ? null : formatMoment(row.decidedAt, org.timeZone),
    })),
    counts: await inboxCounts(store.read, org.id, query, clock),
    week: await decidedSince(store.read, org.id, new Date(at.getTime() - WEEK_MS)),
    choices,
    filters: {
      relationships: told.relationships,
      countries: told.countries
        .map((code) => ({ value: code, label: countryName(code) }))
        .sort((a, b) => a.label.localeCompare(b.label, "en")),
      products: choices.products,
    },
    presets: await listPresets(store.read, org.id),
    selectAll: url.searchParams.get("select") === "all",
    failed: formFailed(context),
    constraint: formConstraint(bulkApproveSchema),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const deciding = { context, org, session, address: url.searchParams };
  const batch = url.searchParams.get("undo");
  if (batch !== null) return undoMany(deciding, batch);
  const submitted = await readSubmission({ request, context }, bulkSchema);
  if (!submitted.ok)
    return data(
      { intent: null, result: submitted.answer.data.result },
      submitted.answer.init ?? undefined,
    );
  const { intent, preset } = submitted.value;
  const decide =
    preset !== undefined ? approveManyWith : intent === "decline" ? declineMany : approveMany;
  const answer = await decide(deciding, submitted.form);
  return answer instanceof Response
    ? answer
    : data({ intent: intent ?? null, result: answer.data.result }, answer.init ?? undefined);
}

export default function Requests({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, page, pages, total, counts, week } = loaderData;
  const { folder } = query;
  const filtered = isFiltered(query);
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Requests</h1>
      <p className="mt-2 mb-6 text-muted">Access requests, and how each was decided.</p>
      <FolderTabs query={query} counts={counts} />
      <InboxFilters query={query} choices={loaderData.filters} />
      {rows.length === 0 ? (
        <EmptyState
          icon="user"
          title={filtered ? "No requests match" : EMPTY[folder]}
          subtitle={
            filtered
              ? `Nothing in ${FOLDER_NAMES[folder]} matches ${query.q === "" ? "these filters" : `"${query.q}"`}.`
              : folder === "new"
                ? weekWords(week)
                : undefined
          }
          actions={
            filtered ? (
              <ButtonLink to={`/requests${inboxSearch(unfiltered(query))}`} look="secondary">
                {query.q === "" ? "Clear the filters" : "Clear the search"}
              </ButtonLink>
            ) : undefined
          }
        />
      ) : folder === "new" ? (
        <BulkPanel
          key={inboxSearch(query)}
          result={actionData?.result ?? null}
          intent={actionData?.intent ?? null}
          choices={loaderData.choices}
          presets={loaderData.presets}
          constraint={loaderData.constraint}
          selectAll={`/requests${inboxSearch(query, { select: "all" })}`}
          selected={loaderData.selectAll ? rows.map(({ id }) => id) : []}
        >
          {(field) => <RequestTable query={query} rows={rows} select={field} />}
        </BulkPanel>
      ) : (
        <RequestTable query={query} rows={rows} select={null} />
      )}
      <p className="mt-4 text-sm text-muted">{total === 1 ? "1 request" : `${total} requests`}</p>
      <Pager
        page={page}
        pages={pages}
        href={(target) => `/requests${inboxSearch({ ...query, page: target })}`}
        label="Pages of requests"
      />
    </>
  );
}

/** What the empty inbox says: '14 decided this week, 9 of them by rules.' */
function weekWords({ decided, byRules }: { decided: number; byRules: number }): string | undefined {
  if (decided === 0) return undefined;
  return `${decided} decided this week${byRules === 0 ? "" : `, ${byRules} of them by rules`}.`;
}

const EMPTY: Readonly<Record<RequestFolder, string>> = {
  new: "All caught up",
  nda: "Everyone who needs to has signed the NDA",
  approved: "No approved requests",
  declined: "No declined requests",
  expired: "No expired access",
  withdrawn: "No withdrawn requests",
};
