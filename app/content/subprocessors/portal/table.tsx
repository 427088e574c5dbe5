import { Link } from "react-router";
import type { SubprocessorEntry } from "#model/visibility/page.ts";
import {
  SUBPROCESSOR_COLUMNS,
  type SubprocessorColumn,
  type SubprocessorSort,
} from "#model/subprocessors/table.ts";
import { registerLines } from "#model/settings/dora-lines.ts";
import { RegisterLines } from "#web/portal/register-lines.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { CompanyLogo } from "#content/companies/portal/company-logo.tsx";

interface TableProps {
  rows: readonly (SubprocessorEntry & { since: string })[];
  /** Those that say something. */
  columns: readonly SubprocessorColumn[];
  sort: SubprocessorSort | null;
  hrefOf: (other: { sort: SubprocessorSort | null }) => string;
}

/** A table on wide screens; below that, and in a text browser, a labelled block a company. */
export function Table({ rows, columns, sort, hrefOf }: TableProps) {
  // Below the purpose stand the facts for registers, too.
  const hasFacts = rows.some(({ dora }) => dora !== null);
  const shown = SUBPROCESSOR_COLUMNS.filter(
    ({ field }) => columns.includes(field) || (field === "purpose" && hasFacts),
  );
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
                    <span className="py-[5px]">
                      {row.company}{" "}
                      <span className="block text-xs font-normal text-muted">
                        listed since {row.since}
                      </span>
                    </span>
                  </span>
                </th>
                {texts.map(({ field, label }, nth) => (
                  <td
                    key={field}
                    className={classNames(
                      "px-4 py-3 align-top max-md:block max-md:py-1 md:pt-[17px]",
                      !row[field] && !(nth === 0 && row.dora) && "max-md:hidden",
                    )}
                  >
                    {row[field] ? <span className="text-muted md:sr-only">{label}: </span> : null}
                    {row[field]}
                    {nth === 0 && row.dora !== null ? <ForRegister dora={row.dora} /> : null}
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

/** What a register of information asks about a subprocessor, folded. */
function ForRegister({ dora }: { dora: NonNullable<TableProps["rows"][number]["dora"]> }) {
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-xs font-normal text-accent">
        For your DORA register
      </summary>
      <RegisterLines
        narrow
        lines={registerLines(dora)}
        className="mt-1 max-w-[30rem] rounded-md border border-line"
      />
    </details>
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
