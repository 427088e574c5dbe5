import type { Route } from "./+types/table";
import { loadSubprocessors } from "../../../db/pages/companies.ts";
import { findItem } from "../../../db/pages/slugs.ts";
import { loadCards } from "../../../db/pages/items.ts";
import type { SubprocessorEntry } from "../../domain/page.ts";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/screens.tsx";
import { CompanyLogo } from "../company-logo.tsx";
import { PlainPage } from "../frame/plain-page.tsx";
import { SearchForm } from "../frame/search-form.tsx";
import { headOf } from "../head.ts";
import { cacheForEveryone, portalRequest } from "../scope.ts";

const MAX_QUERY = 512;

/** The subprocessor table: searchable, without pages; empty columns hidden (spec/2 'Subprocessors'). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const query = new URL(request.url).searchParams;
  const search = (query.get("q") ?? "").slice(0, MAX_QUERY);
  const { scope } = portal;
  const card = (await loadCards(scope)).get("Subprocessors");
  const item = card === undefined ? null : await findItem(scope, { uid: "Subprocessors.subprocessors" });
  const open = item !== null && !item.locked;
  const rows = open ? await loadSubprocessors(scope, search) : [];
  cacheForEveryone(context, portal);
  return { title: card?.title ?? "Subprocessors", displayText: card?.displayText ?? null, rows, search, product: portal.product.isDefault ? null : portal.product.slug };
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, { title: "Subprocessors", path: "/subprocessors" });
}

const COLUMNS = [
  { field: "purpose", label: "Purpose" },
  { field: "location", label: "Location" },
  { field: "additionalDetails", label: "Additional Details" },
] as const;

export default function Subprocessors({ loaderData: { title, displayText, rows, search, product } }: Route.ComponentProps) {
  return (
    <PlainPage
      wide
      title={title}
      lead={
        <>
          {displayText === null ? null : <p className="mb-6 text-muted">{displayText}</p>}
          <SearchForm label="Search by subprocessor name or information" query={search} hidden={{ product }} filters="subprocessors" />
        </>
      }
    >
      {rows.length === 0 ? <EmptyState icon="layers" title={search === "" ? "No subprocessors are listed" : "No results match this criteria"} /> : <Table rows={rows} />}
      <div hidden data-filter-empty="subprocessors">
        <EmptyState icon="layers" title="No results match this criteria" />
      </div>
    </PlainPage>
  );
}

function Table({ rows }: { rows: readonly SubprocessorEntry[] }) {
  const columns = COLUMNS.filter(({ field }) => rows.some((row) => row[field] !== null && row[field] !== ""));
  return (
    <div className="max-h-[max(24rem,calc(100vh-220px))] overflow-auto rounded-lg border border-line bg-surface" tabIndex={0} role="region" aria-label="Subprocessors">
      <table className="w-full min-w-[40rem] border-collapse text-sm" data-filter-rows="subprocessors">
        <caption className="sr-only">Subprocessors</caption>
        <thead>
          <tr>
            {["Company", ...columns.map((column) => column.label)].map((label, i) => (
              <th key={label} scope="col" className={classNames("sticky top-0 border-b border-line bg-sunken px-4 py-3 text-start font-semibold", i === 0 ? "z-20 md:start-0" : "z-10")}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b border-line last:border-0">
              <th scope="row" className="bg-surface px-4 py-3 text-start align-top font-medium md:sticky md:start-0 md:z-10">
                <span className="flex items-center gap-3">
                  <CompanyLogo name={row.company} logo={row.logo} size={30} />
                  {row.company}
                </span>
              </th>
              {columns.map(({ field }) => (
                <td key={field} className="px-4 py-3 align-top">
                  {row[field]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
