import { data } from "react-router";
import type { Route } from "./+types/request-list";
import { inboxChoices, inboxCounts, inboxPage } from "../store/access-inbox.server.ts";
import { listViews } from "../store/inbox-views.server.ts";
import { reviewersOf } from "../store/request-work.server.ts";
import { knownAccounts } from "../store/known-of-request.server.ts";
import { listPresets } from "../store/access-presets.server.ts";
import { decidedSince } from "../store/access-status.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment, lasting } from "#values/moments.ts";
import { countryName } from "#values/countries.ts";
import { pageTitle } from "#values/page-title.ts";
import { bulkApproveSchema, bulkSchema, FOLDER_NAMES } from "../forms/review-forms.ts";
import type { ListIntent, RequestFolder } from "../forms/review-forms.ts";
import { saveViewSchema } from "../forms/inbox-views.ts";
import {
  inboxQuery,
  inboxSearch,
  isFiltered,
  isOpenFolder,
  promisedSince,
  unfiltered,
} from "../forms/inbox-query.ts";
import { formFailed, readSubmission, type FormAnswer } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import {
  approveMany,
  approveManyWith,
  assignMany,
  declineMany,
  undoMany,
  type DecidingMany,
} from "./bulk-changes.ts";
import { BulkPanel } from "./bulk-panel.tsx";
import { grantChoices } from "./grant-choices.ts";
import { FolderTabs, InboxFilters } from "./inbox-filters.tsx";
import { RequestTable } from "./request-table.tsx";
import { SavedViews, SaveView } from "./saved-views.tsx";
import { removeThisView, saveThisView } from "./view-changes.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Requests", loaderData?.failed) }];
}

const WEEK_MS = 7 * 86_400_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const query = inboxQuery(url.searchParams);
  const at = now();
  const me = session.staff.id;
  const view = { now: at, lateBefore: promisedSince(org.customization.answerHours, at), me };
  const inbox = await inboxPage(store.read, org.id, query, view);
  const accounts = await knownAccounts(store.read, org.id, inbox.rows);
  const choices = await grantChoices(store.read, org.id, at);
  const reviewers = await reviewersOf(store.read, org.id);
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
      asked: row.askedAt === null ? null : `${lasting(row.askedAt, at)} ago`,
      decided: row.decidedAt === null ? null : formatMoment(row.decidedAt, org.timeZone),
    })),
    counts: await inboxCounts(store.read, org.id, query, view),
    week: await decidedSince(store.read, org.id, new Date(at.getTime() - WEEK_MS)),
    choices,
    filters: {
      relationships: told.relationships,
      countries: told.countries
        .map((code) => ({ value: code, label: countryName(code) }))
        .sort((a, b) => a.label.localeCompare(b.label, "en")),
      products: choices.products,
      // Oneself first: that is who is chosen most.
      reviewers: [
        ...reviewers.filter(({ id }) => id === me),
        ...reviewers.filter(({ id }) => id !== me),
      ].map(({ id, name }) => ({ id, name: id === me ? `${name} (you)` : name })),
    },
    views: (await listViews(store.read, org.id, me)).map(({ id, name, search }) => ({
      id,
      name,
      to: `/requests${search}`,
    })),
    viewConstraint: formConstraint(saveViewSchema),
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
  const answer = await (preset !== undefined ? approveManyWith : CHANGES[intent ?? "approve"])(
    deciding,
    submitted.form,
  );
  return answer instanceof Response
    ? answer
    : data({ intent: intent ?? null, result: answer.data.result }, answer.init ?? undefined);
}

const CHANGES: Readonly<
  Record<ListIntent, (deciding: DecidingMany, form: FormData) => Promise<Response | FormAnswer>>
> = {
  approve: approveMany,
  decline: declineMany,
  assign: assignMany,
  "save-view": saveThisView,
  "remove-view": removeThisView,
};

export default function Requests({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, page, pages, total, counts, week } = loaderData;
  const { folder } = query;
  const filtered = isFiltered(query);
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Requests</h1>
      <p className="mt-2 mb-6 text-muted">Access requests, and how each was decided.</p>
      <SavedViews
        views={loaderData.views}
        here={`/requests${inboxSearch({ ...query, page: 1 })}`}
      />
      <FolderTabs query={query} counts={counts} />
      <InboxFilters query={query} choices={loaderData.filters} />
      <SaveView
        isOpen={filtered || query.sort !== "asked"}
        constraint={loaderData.viewConstraint}
        result={actionData?.intent === "save-view" ? actionData.result : null}
      />
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
      ) : isOpenFolder(folder) ? (
        <BulkPanel
          key={inboxSearch(query)}
          result={actionData?.intent === "save-view" ? null : (actionData?.result ?? null)}
          intent={actionData?.intent ?? null}
          reviewers={loaderData.filters.reviewers}
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
  asked: "No questions are open",
  nda: "Everyone who needs to has signed the NDA",
  approved: "No approved requests",
  declined: "No declined requests",
  expired: "No expired access",
  withdrawn: "No withdrawn requests",
};
