import type { Route } from "./+types/table";
import { loadSubprocessors } from "../../../db/pages/companies.ts";
import { findItem } from "../../../db/pages/slugs.ts";
import { loadCards } from "../../../db/pages/items.ts";
import type { SubprocessorEntry } from "../../domain/page.ts";
import { anything, type RouteHandle } from "../../domain/page-query.ts";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/screens.tsx";
import { CompanyLogo } from "../company-logo.tsx";
import { PlainPage } from "../frame/plain-page.tsx";
import { SearchForm } from "../frame/search-form.tsx";
import { headOf } from "../head.ts";
import { cacheForEveryone, portalRequest } from "../scope.ts";

export const handle: RouteHandle = { query: { own: { q: anything } } };

const MAX_QUERY = 512;

/** The subprocessor table: searchable, without pages; empty columns hidden (spec/2 'Subprocessors'). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const query = new URL(request.url).searchParams;
  const search = (query.get("q") ?? "").slice(0, MAX_QUERY);
  const { scope } = portal;
  const card = (await loadCards(scope)).get("Subprocessors");
  const item =
    card === undefined ? null : await findItem(scope, { uid: "Subprocessors.subprocessors" });
  const open = item !== null && !item.locked;
  const rows = open ? await loadSubprocessors(scope, search) : [];
  cacheForEveryone(context, portal);
  return {
    title: card?.title ?? "Subprocessors",
    displayText: card?.displayText ?? null,
    rows,
    search,
    product: portal.product.isDefault ? null : portal.product.slug,
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, { title: "Subprocessors", path: "/subprocessors" });
}

const COLUMNS = [
  { field: "purpose", label: "Purpose" },
  { field: "location", label: "Location" },
  { field: "additionalDetails", label: "Additional Details" },
] as const;

export default function Subprocessors({
  loaderData: { title, displayText, rows, search, product },
}: Route.ComponentProps) {
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
            hidden={{ product }}
            filters="subprocessors"
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          icon="layers"
          title={search === "" ? "No subprocessors are listed" : "No results match this criteria"}
        />
      ) : (
        <Table rows={rows} />
      )}
      <p
        role="status"
        data-filter-empty="subprocessors"
        className="py-6 text-center text-muted empty:hidden"
      />
    </PlainPage>
  );
}

/** A table on wide screens; below that, and in a text browser, a labelled block a company. */
function Table({ rows }: { rows: readonly SubprocessorEntry[] }) {
  const columns = COLUMNS.filter(({ field }) =>
    rows.some((row) => row[field] !== null && row[field] !== ""),
  );
  return (
    <section
      className="rounded-lg border border-line bg-surface md:max-h-[max(24rem,calc(100vh-220px))] md:overflow-auto"
      tabIndex={0}
      aria-label="Subprocessors"
    >
      <table
        className="w-full border-collapse text-sm max-md:block"
        data-filter-rows="subprocessors"
      >
        <caption className="sr-only">Subprocessors</caption>
        <thead className="max-md:sr-only">
          <tr>
            {["Company", ...columns.map((column) => column.label)].map((label, i) => (
              <th
                key={label}
                scope="col"
                className={classNames(
                  "sticky top-0 border-b border-line bg-sunken px-4 py-3 text-start font-semibold",
                  i === 0 ? "start-0 z-20" : "z-10",
                )}
              >
                {label}
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
              {columns.map(({ field, label }) => (
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
  );
}
