import { Link, redirect } from "react-router";
import { MAX_TERM } from "../../search/rules.ts";
import type { Route } from "./+types/page";
import { loadSubprocessors } from "../../../visibility/store/companies.server.ts";
import { findItem } from "../../../visibility/store/slugs.server.ts";
import { loadCards } from "../../../visibility/store/items.server.ts";
import type { SubprocessorEntry } from "../../../visibility/rules/page.ts";
import { anything, pageNumber, type RouteHandle } from "../../../values/page-query.ts";
import {
  SUBPROCESSOR_COLUMNS,
  subprocessorSort,
  subprocessorSortText,
  type SubprocessorColumn,
  type SubprocessorSort,
} from "../rules/subprocessor-table.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState } from "../../../ui/screens.tsx";
import { CompanyLogo } from "../../companies/portal/company-logo.tsx";
import { PlainPage } from "../../../portal/frame/plain-page.tsx";
import { SearchForm } from "../../../portal/frame/search-form.tsx";
import { headOf } from "../../../portal/head.ts";
import { usePortalHref } from "../../../portal/links.ts";
import { cacheForEveryone, portalBase, portalRequest } from "../../../portal/scope.ts";

const aSort = (value: string) => subprocessorSort(value) !== null;
export const handle: RouteHandle = {
  query: { kept: { page: pageNumber, sort: aSort }, own: { q: anything } },
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
    page: /^[1-9]\d{0,5}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1,
  };
  const { scope } = portal;
  const card = (await loadCards(scope)).get("Subprocessors");
  const item =
    card === undefined ? null : await findItem(scope, { uid: "Subprocessors.subprocessors" });
  const open = item !== null && !item.locked;
  const table = open ? await loadSubprocessors(scope, asked) : NO_ROWS;
  if (asked.page > table.pages) {
    query.set("page", String(table.pages));
    throw redirect(`${portalBase(context, portal.org)}/subprocessors?${query}`);
  }
  cacheForEveryone(context, portal);
  return {
    title: card?.title ?? "Subprocessors",
    displayText: card?.displayText ?? null,
    ...table,
    search: asked.search,
    sort: asked.sort,
    product: portal.product.isDefault ? null : portal.product.slug,
  };
}

const NO_ROWS: Awaited<ReturnType<typeof loadSubprocessors>> = {
  rows: [],
  page: 1,
  pages: 1,
  count: 0,
  columns: [],
};

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title = "Subprocessors", displayText = null, rows = [], count = 0 } = loaderData ?? {};
  return headOf(matches, {
    title: "Subprocessors",
    description: displayText,
    lists: { what: title, names: rows.map(({ company }) => company), count },
    path: "/subprocessors",
  });
}

export default function Subprocessors({ loaderData }: Route.ComponentProps) {
  const { title, displayText, rows, count, page, pages, search, sort, product } = loaderData;
  const href = usePortalHref();
  const hrefOf = (other: { sort?: SubprocessorSort | null; page?: number }) =>
    href("/subprocessors", {
      product,
      q: search,
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
            hidden={{ product, sort: subprocessorSortText(sort) }}
            {...(pages === 1 ? { filters: "subprocessors" } : {})}
          />
        </>
      }
    >
      {search !== "" && count > 0 ? (
        <p role="status" className="mb-4 text-sm text-muted">
          {count === 1 ? "1 result" : `${count.toLocaleString("en")} results`}
        </p>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState
          icon="layers"
          title={search === "" ? "No subprocessors are listed" : "No results match this criteria"}
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
    </PlainPage>
  );
}

interface TableProps {
  rows: readonly SubprocessorEntry[];
  /** Those that say something. */
  columns: readonly SubprocessorColumn[];
  sort: SubprocessorSort | null;
  hrefOf: (other: { sort: SubprocessorSort | null }) => string;
}

/** A table on wide screens; below that, and in a text browser, a labelled block a company. */
function Table({ rows, columns, sort, hrefOf }: TableProps) {
  const shown = SUBPROCESSOR_COLUMNS.filter(({ field }) => columns.includes(field));
  const texts = shown.filter(({ field }) => field !== "company");
  return (
    <>
      {rows.length === 1 ? null : (
        <nav
          aria-label="Order of the list"
          className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm md:hidden"
        >
          {shown.map((column) => (
            <SortLink key={column.field} {...column} sort={sort} hrefOf={hrefOf} />
          ))}
        </nav>
      )}
      <section
        className="relative rounded-lg border border-line bg-surface md:max-h-[max(24rem,calc(100vh-220px))] md:overflow-auto"
        tabIndex={0}
        aria-label="Subprocessors"
      >
        <table
          className="w-full border-collapse text-sm max-md:block"
          data-filter-rows="subprocessors"
        >
          <caption className="sr-only">Subprocessors</caption>
          <thead className="max-md:hidden">
            <tr>
              {shown.map((column, i) => (
                <th
                  key={column.field}
                  scope="col"
                  aria-sort={
                    sort?.column !== column.field
                      ? "none"
                      : sort.descending
                        ? "descending"
                        : "ascending"
                  }
                  className={classNames(
                    "sticky top-0 border-b border-line bg-sunken px-4 py-2 text-start font-semibold",
                    i === 0 ? "start-0 z-20" : "z-10",
                  )}
                >
                  <SortLink {...column} sort={sort} hrefOf={hrefOf} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {rows.map((row) => (
              <tr
                key={row.id}
                className="border-b border-line last:border-0 max-md:block max-md:py-3"
              >
                <th
                  scope="row"
                  className="bg-surface px-4 py-3 text-start align-top font-medium max-md:block max-md:py-1 md:sticky md:start-0 md:z-10"
                >
                  <span className="flex items-start gap-3">
                    <CompanyLogo name={row.company} logo={row.logo} mark={row.mark} size={30} />
                    <span className="py-[5px]">{row.company}</span>
                  </span>
                </th>
                {texts.map(({ field, label }) => (
                  <td
                    key={field}
                    className={classNames(
                      "px-4 py-3 align-top max-md:block max-md:py-1 md:pt-[17px]",
                      !row[field] && "max-md:hidden",
                    )}
                  >
                    {row[field] ? <span className="text-muted md:sr-only">{label}: </span> : null}
                    {row[field]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** Sorts by a column; where the list is sorted by it, the other way round. */
function SortLink({
  field,
  label,
  sort,
  hrefOf,
}: Pick<TableProps, "sort" | "hrefOf"> & { field: SubprocessorColumn; label: string }) {
  const here = sort?.column === field ? sort : null;
  return (
    <Link
      to={hrefOf({ sort: { column: field, descending: here !== null && !here.descending } })}
      preventScrollReset
      rel="nofollow"
      className="-mx-1 inline-flex min-h-8 items-center gap-1 rounded-sm px-1 no-underline hover:underline"
    >
      {label}
      {here === null ? null : (
        <Icon
          name={here.descending ? "chevronDown" : "chevronUp"}
          size={14}
          label={here.descending ? "sorted from Z to A" : "sorted from A to Z"}
        />
      )}
    </Link>
  );
}
