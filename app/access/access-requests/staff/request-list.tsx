import type { Route } from "./+types/request-list";
import { pageTitle } from "#values/page-title.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { LIST_BUTTONS } from "../forms/review-forms.ts";
import { inboxQuery, inboxSearch, isFiltered, isOpenFolder } from "../forms/inbox-query.ts";
import { pressed, refusedOr } from "#web/forms/page-buttons.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ListHead } from "#web/lists/head.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { LIST_CHANGES } from "./bulk-changes.ts";
import { BulkPanel } from "./bulk-panel.tsx";
import { loadInbox } from "./inbox-data.ts";
import { FolderTabs, InboxFilters } from "./inbox-filters.tsx";
import { NoRequests } from "./no-requests.tsx";
import { RequestTable } from "./request-table.tsx";
import { SavedViews, SaveView } from "./saved-views.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Requests", loaderData?.failed) }];
}

export function loader(args: Route.LoaderArgs) {
  return loadInbox(args);
}

export const handle: RouteHandle = { button: LIST_BUTTONS };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const address = url.searchParams;
  const { org, session } = await requireStaff(context, "accounts:review");
  const page = `/requests${inboxSearch(inboxQuery(address))}`;
  const desk = { context, org, session, address, page };
  const nameIn = (form: FormData) =>
    address.has("undo") ? "undo" : form.has("preset") ? "approve-with" : form.get("intent");
  return refusedOr(await pressed(args, LIST_CHANGES, desk, { nameIn }));
}

export default function Requests({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, page, pages, total, counts, week } = loaderData;
  return (
    <>
      {/* Title, search and filters in one row where there is room for it: at its right end stands the inbox's menu. */}
      <div className="xl:flex xl:items-start xl:gap-6 xl:pe-30">
        <div className="pe-28 xl:flex-none xl:pe-0">
          <ListHead title="Requests" count={total === 1 ? "1 request" : `${total} requests`} />
        </div>{" "}
        <div className="xl:ms-auto xl:min-w-0 xl:grow xl:max-w-[36rem]">
          <InboxFilters query={query} choices={loaderData.filters} />
        </div>
      </div>
      <SavedViews
        views={loaderData.views}
        here={`/requests${inboxSearch({ ...query, page: 1 })}`}
      />
      <FolderTabs query={query} counts={counts} />
      <SaveView
        isOpen={isFiltered(query) || query.sort !== "asked"}
        constraint={loaderData.viewConstraint}
        result={actionData?.button === "save-view" ? actionData.result : null}
      />
      {week !== null ? (
        <NoRequests query={query} week={week} />
      ) : isOpenFolder(query.folder) ? (
        <BulkPanel
          key={inboxSearch(query)}
          result={actionData?.button === "save-view" ? null : (actionData?.result ?? null)}
          button={actionData?.button ?? null}
          reviewers={loaderData.filters.reviewers}
          choices={loaderData.choices}
          presets={loaderData.presets}
          constraint={loaderData.constraint}
          selectAll={`/requests${inboxSearch(query, { select: "all" })}`}
          selected={loaderData.selectAll ? rows.map(({ id }) => id) : []}
        >
          {(select) => <RequestTable query={query} rows={rows} select={select} />}
        </BulkPanel>
      ) : (
        <RequestTable query={query} rows={rows} select={null} />
      )}
      <Pager
        page={page}
        pages={pages}
        href={(target) => `/requests${inboxSearch({ ...query, page: target })}`}
        label="Pages of requests"
      />
    </>
  );
}
