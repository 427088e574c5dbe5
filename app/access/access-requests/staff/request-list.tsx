import { data } from "react-router";
import type { Route } from "./+types/request-list";
import { pageTitle } from "#values/page-title.ts";
import { bulkSchema, type ListIntent } from "../forms/review-forms.ts";
import { inboxSearch, isFiltered, isOpenFolder } from "../forms/inbox-query.ts";
import { readSubmission, type FormAnswer } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Pager } from "#web/ui/pager.tsx";
import {
  approveMany,
  approveManyWith,
  assignMany,
  declineMany,
  undoMany,
  type DecidingMany,
} from "./bulk-changes.ts";
import { BulkPanel } from "./bulk-panel.tsx";
import { loadInbox } from "./inbox-data.ts";
import { FolderTabs, InboxFilters } from "./inbox-filters.tsx";
import { NoRequests } from "./no-requests.tsx";
import { RequestTable } from "./request-table.tsx";
import { SavedViews, SaveView } from "./saved-views.tsx";
import { removeThisView, saveThisView } from "./view-changes.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Requests", loaderData?.failed) }];
}

export function loader(args: Route.LoaderArgs) {
  return loadInbox(args);
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
        isOpen={isFiltered(query) || query.sort !== "asked"}
        constraint={loaderData.viewConstraint}
        result={actionData?.intent === "save-view" ? actionData.result : null}
      />
      {rows.length === 0 ? (
        <NoRequests query={query} week={week} />
      ) : isOpenFolder(query.folder) ? (
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
