import { redirect } from "react-router";
import { searchAnswer, searchRefusal } from "#web/search/counting.server.ts";
import { MAX_TERM } from "#model/search.ts";
import type { Route } from "./+types/page";
import { loadSubprocessors } from "#visibility/store/companies.server.ts";
import { findItem } from "#visibility/store/slugs.server.ts";
import { loadCards } from "#visibility/store/items.server.ts";
import { loadTopics } from "#visibility/store/publications.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { dayIn, formatDate, formatMonth } from "#values/dates.ts";
import { isPlace } from "#model/subprocessors/places.ts";
import { ChangeLog, Places } from "./overview.tsx";
import { anything, pageNumber, type RouteHandle } from "#values/page-query.ts";
import {
  subprocessorSort,
  subprocessorSortText,
  type SubprocessorSort,
} from "#model/subprocessors/table.ts";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { SearchForm } from "#web/portal/frame/search-form.tsx";
import { FollowButton } from "#updates/follows/portal/follow-button.tsx";
import { headOf } from "#web/portal/head.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalBase, portalRequest } from "#web/portal/scope.ts";
import { Table } from "./table.tsx";

const aSort = (value: string) => subprocessorSort(value) !== null;

export const handle: RouteHandle = {
  query: { kept: { page: pageNumber, sort: aSort, country: isPlace }, own: { q: anything } },
};

/**
 * The subprocessor table: searched, sorted and parted into pages by the server; empty columns
 * hidden.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const url = new URL(request.url);
  const query = url.searchParams;
  const asked = {
    search: (query.get("q") ?? "").slice(0, MAX_TERM),
    sort: subprocessorSort(query.get("sort")),
    place: placeAsked(query),
    page: /^[1-9]\d{0,5}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1,
  };
  const { scope } = portal;
  const refused = await searchRefusal(context, portal.viewer, asked.search);
  const card = (await loadCards(scope)).get("Subprocessors");
  const item =
    card === undefined ? null : await findItem(scope, { uid: "Subprocessors.subprocessors" });
  const open = item !== null && !item.locked;
  const table = open && refused === null ? await loadSubprocessors(scope, asked) : NO_ROWS;
  if (refused === null && asked.page > table.pages) {
    query.set("page", String(table.pages));
    throw redirect(`${portalBase(context, portal.org)}/subprocessors?${query}`);
  }
  cacheForEveryone(context, portal);
  const shown = {
    title: card?.title ?? "Subprocessors",
    displayText: card?.displayText ?? null,
    ...table,
    rows: table.rows.map((row) => ({
      ...row,
      since: formatMonth(dayIn(new Date(row.since), portal.org.timeZone)),
    })),
    search: asked.search,
    sort: asked.sort,
    place: asked.place,
    notices: open ? await noticesOf(scope) : [],
    product: portal.product.isDefault ? null : portal.product.slug,
    /** Why nothing was searched, in words. */
    failed: refused?.message ?? null,
  };
  return searchAnswer(shown, refused);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

const NO_ROWS: Awaited<ReturnType<typeof loadSubprocessors>> = {
  rows: [],
  page: 1,
  pages: 1,
  count: 0,
  columns: [],
  places: [],
};

/** Changes that the page names at most; the rest are among the updates. */
const MOST_NOTICES = 5;

/** The published updates about subprocessors, the newest first: what the visitor may read of them. */
async function noticesOf(scope: PageScope) {
  const topics = (await loadTopics(scope)).filter(
    ({ category, hidden }) => category === "subprocessors" && !hidden,
  );
  return topics.slice(0, MOST_NOTICES).map(({ id, subject, createdAt, terms }) => {
    const until = terms.objection?.until ?? null;
    const open = until !== null && !scope.clock.passed(until);
    return {
      id,
      subject,
      day: formatDate(createdAt, scope.org.timeZone),
      effective: terms.effectiveOn === null ? null : formatDate(terms.effectiveOn, "UTC"),
      objectUntil: open ? formatDate(until, "UTC") : null,
    };
  });
}

/** The country that an address asks for; null for none, and for what is no country. */
function placeAsked(query: URLSearchParams): string | null {
  const code = query.get("country") ?? "";
  return isPlace(code) ? code : null;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title = "Subprocessors", displayText = null, rows = [], count = 0 } = loaderData ?? {};
  return headOf(matches, {
    title: `${loaderData?.failed == null ? "" : "Error: "}Subprocessors`,
    description: displayText,
    lists: { what: title, names: rows.map(({ company }) => company), count },
    path: "/subprocessors",
    twin: true,
    changes: { of: "Changes of subprocessors", query: { what: "subprocessors" } },
  });
}

export default function Subprocessors({ loaderData }: Route.ComponentProps) {
  const { title, displayText, rows, count, page, pages, search, sort, place, product, failed } =
    loaderData;
  const href = usePortalHref();
  const hrefOf = (other: {
    sort?: SubprocessorSort | null;
    page?: number;
    place?: string | null;
  }) =>
    href("/subprocessors", {
      product,
      q: search,
      country: other.place === undefined ? place : other.place,
      sort: subprocessorSortText(other.sort === undefined ? sort : other.sort),
      page: other.page === undefined || other.page === 1 ? null : other.page,
    });
  return (
    <PlainPage
      wide
      title={title}
      lead={
        <>
          {displayText === null ? null : <p className="mb-6 text-muted">{displayText}</p>}
          <SearchForm
            label="Search by subprocessor name or information"
            query={search}
            hidden={{ product, sort: subprocessorSortText(sort), country: place }}
            {...(pages === 1 ? { filters: "subprocessors" } : {})}
          />
        </>
      }
    >
      <Places
        places={loaderData.places}
        place={place}
        hrefOf={(code) => hrefOf({ place: code, page: 1 })}
      />
      {count > 0 ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
          <p role="status" className="text-muted">
            {search === "" && place === null
              ? count === 1
                ? "1 subprocessor"
                : `${count.toLocaleString("en")} subprocessors`
              : count === 1
                ? "1 result"
                : `${count.toLocaleString("en")} results`}
          </p>
          <a
            href={href("/subprocessors.csv", { product })}
            className="inline-flex min-h-8 items-center text-accent"
          >
            Export CSV
          </a>
          <FollowButton what="subprocessors" />
        </div>
      ) : null}
      {failed !== null ? (
        <p role="alert">{failed}</p>
      ) : rows.length === 0 ? (
        <EmptyState
          icon="layers"
          title={
            search === "" && place === null
              ? "No subprocessors are listed"
              : "No results match this criteria"
          }
          clear={search === "" && place === null ? null : href("/subprocessors", { product })}
        />
      ) : (
        <Table rows={rows} columns={loaderData.columns} sort={sort} hrefOf={hrefOf} />
      )}
      <p
        role="status"
        data-filter-empty="subprocessors"
        className="py-6 text-center text-muted empty:hidden"
      />
      <Pager
        page={page}
        pages={pages}
        label="Pages of subprocessors"
        href={(target) => hrefOf({ page: target })}
      />
      <ChangeLog
        notices={loaderData.notices.map((notice) => ({
          ...notice,
          href: href(`/updates/${notice.id}`, { product }),
        }))}
        all={href("/updates", { product, category: "subprocessors" })}
      />
    </PlainPage>
  );
}
