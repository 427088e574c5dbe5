import { data, Link } from "react-router";
import type { Route } from "./+types/search-page";
import { StorageUnavailable } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { anything, type RouteHandle } from "#values/page-query.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { SearchForm } from "#web/portal/frame/search-form.tsx";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { ask } from "../asking.server.ts";
import {
  BEFORE_SEARCH,
  GROUP_LABELS,
  isSearchType,
  MAX_TERM,
  pagesOf,
  resultsLabel,
  SEARCH_FAILED,
  SEARCHED_LABEL,
} from "#model/search.ts";
import { AskedListEntry, BestMatch, OtherGroups, ResultGroup } from "./search-results.tsx";
import { listAsked, type AskedList } from "../list-asked.server.ts";
import { NothingFound } from "./nothing-found.tsx";
import { openDoors } from "../store/seen.server.ts";
import { partlySearched } from "../store/partly.server.ts";
import {
  countedGroups,
  shownGroups,
  type BestResult,
  type CountedGroup,
  type ShownGroup,
} from "../shown.server.ts";

export const handle: RouteHandle = {
  query: { own: { q: anything, type: anything, page: anything } },
};

/**
 * What the portal holds for a question, as its viewer may see it: every group's first, or one
 * group's own list.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const { org, scope, product, products } = portal;
  const query = new URL(request.url).searchParams;
  const term = (query.get("q") ?? "").slice(0, MAX_TERM).trim();
  const asked = query.get("type") ?? "";
  const type = isSearchType(asked) ? asked : null;
  const wanted = /^\d{1,3}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
  const named = product.isDefault ? null : product.slug;
  const none = {
    term,
    type,
    product: named,
    failed: null as string | null,
    page: 1,
    pages: 1,
    count: 0,
    /** What answers best stands above all groups; null on the list of one group. */
    best: null as BestResult | null,
    groups: [] as ShownGroup[],
    /** Where to go on from a group that has nothing: what the others have. */
    others: [] as CountedGroup[],
    /** The list of subprocessors, where that is asked for. */
    list: null as AskedList | null,
    /** What was not searched to its end, in words. */
    partly: null as string | null,
  };
  if (term === "") {
    cacheForEveryone(context, portal);
    return none;
  }
  try {
    const record = request.method === "GET" && type === null && wanted === 1;
    const [matches = []] = await ask(context, org, [scope], { term, record });
    const own = type === null ? matches : matches.filter((match) => match.record.type === type);
    const pages = type === null ? 1 : pagesOf(own.length);
    const page = Math.min(Math.max(1, wanted), pages);
    const { best, groups } = await shownGroups(matches, {
      type,
      page,
      product,
      products,
      doors: await openDoors(scope),
    });
    const others = own.length === 0 ? countedGroups(matches) : [];
    const list = type === null ? await listAsked(scope, product, term) : null;
    const partly = await partlySearched(scope);
    return { ...none, page, pages, count: own.length, best, groups, others, partly, list };
  } catch (error) {
    if (error instanceof TooManyRequests)
      return data(
        { ...none, failed: error.message },
        { status: error.status, headers: { "Retry-After": String(error.retryAfterSeconds) } },
      );
    if (error instanceof StorageUnavailable) throw error;
    const { log } = context.get(servicesContext);
    log.error({ error: error instanceof Error ? error.stack : String(error) }, "search failed");
    return data({ ...none, failed: SEARCH_FAILED }, { status: 500 });
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const term = loaderData?.term ?? "";
  const failed = loaderData?.failed != null;
  return headOf(matches, {
    title: `${failed ? "Error: " : ""}${term === "" ? "Search" : `Search: ${term.slice(0, 60)}`}`,
    path: "/search",
  });
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { term, type, product, failed, page, pages, count, best, groups, others, partly, list } =
    loaderData;
  const href = usePortalHref();
  const { mayAsk } = useFrame();
  const address = (more: Record<string, string | number | null>) =>
    href("/search", { product, q: term, ...more });
  return (
    <PlainPage
      title="Search"
      lead={
        <SearchForm
          label={SEARCHED_LABEL}
          query={term}
          hidden={{ product }}
          asks={mayAsk ? href("/search/answer", { product }) : null}
        />
      }
    >
      {failed !== null ? (
        <p role="alert">{failed}</p>
      ) : term === "" ? (
        <EmptyState icon="search" title={BEFORE_SEARCH} />
      ) : type !== null && others.length > 0 ? (
        <OtherGroups
          empty={GROUP_LABELS[type]}
          groups={others}
          all={address({})}
          groupHref={(group) => address({ type: group })}
        />
      ) : count === 0 && list === null ? (
        <NothingFound product={product} />
      ) : (
        <>
          {list === null ? null : <AskedListEntry list={list} />}
          {best === null ? null : <BestMatch best={best} />}
          {type === null ? null : (
            <p className="mb-4">
              <Link
                to={address({})}
                className="inline-flex min-h-6 items-center text-sm font-medium text-accent"
              >
                All groups
              </Link>
            </p>
          )}
          {groups.map((group) => (
            <ResultGroup
              key={group.type}
              group={group}
              more={type === null ? address({ type: group.type }) : null}
            />
          ))}
          <Pager
            page={page}
            pages={pages}
            label="Pages of results"
            href={(wanted) => address({ type, page: wanted === 1 ? null : wanted })}
          />
          {count === 0 ? null : (
            <p role="status" className="mt-6 text-sm text-muted">
              {resultsLabel(count)}
            </p>
          )}
        </>
      )}
      {partly === null ? null : (
        <p className="mt-4 text-sm text-muted [overflow-wrap:anywhere]">{partly}</p>
      )}
    </PlainPage>
  );
}
