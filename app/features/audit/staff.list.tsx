import { data, Link } from "react-router";
import type { Route } from "./+types/staff.list";
import { listAudit } from "./store/audit-list.server.ts";
import { listStaffOfOrg } from "../../auth/store/staff.server.ts";
import { servicesContext } from "../../context.ts";
import { auditNarrowing, auditQuery, auditQueryErrors, auditSearch } from "./forms.ts";
import { auditWords } from "./rules.ts";
import { formatMoment } from "../../values/moments.ts";
import { pageTitle } from "../../values/page-title.ts";
import { requireStaff } from "../../auth/current-staff.ts";
import { Button } from "../../ui/button.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState } from "../../ui/screens.tsx";
import { AuditFilters } from "./staff.filters.tsx";
import { RecordTabs, seesWholeRecord } from "../../staff/area/record-tabs.tsx";
import { TableFrame } from "../../ui/table-frame.tsx";

/**
 * Where the table is wider than the page: written by the style sheet, for those who see the page as
 * it lays it out.
 */
const HINT =
  "mb-2 max-md:hidden xl:hidden text-sm text-muted before:content-['Scroll_the_table_sideways_for_more']";

interface ShownEntry {
  id: string;
  at: string;
  when: string;
  actorName: string;
  what: string;
  subject: string | null;
  detail: string | null;
  ip: string | null;
}

function AuditTable({ rows }: { rows: readonly ShownEntry[] }) {
  return (
    <>
      <div aria-hidden="true" className={HINT} />
      <TableFrame
        label="Audit entries"
        head={["When", "Who", "What", "Subject", "Details", "From"]}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="whitespace-nowrap">
              <time dateTime={row.at}>{row.when}</time>
            </td>
            <td className="whitespace-nowrap">{row.actorName}</td>
            <td className="min-w-[10rem]">{row.what}</td>
            <td>{row.subject}</td>
            <td>{row.detail}</td>
            <td className="whitespace-nowrap text-muted">{row.ip}</td>
          </tr>
        ))}
      </TableFrame>
    </>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle("Audit log", loaderData !== undefined && loaderData.errors !== null) },
  ];
}

/** A moment as an address carries it; anything else is left out. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * The record as the address narrows it. Its pages carry the moment of the first look, so that none
 * shifts while the record grows.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "audit:view");
  const { store } = context.get(servicesContext);
  const query = auditQuery(url.searchParams);
  const errors = auditQueryErrors(query);
  const names = [...new Set((await listStaffOfOrg(store.read, org.id)).map(({ name }) => name))];
  const tabs = seesWholeRecord(permissions);
  const shared = { query, errors, names, timeZone: org.timeZone, tabs };
  if (errors !== null)
    return data({ ...shared, upTo: "", rows: [], page: 1, pages: 1, total: 0 }, { status: 400 });
  const asked = url.searchParams.get("upTo") ?? "";
  const bound = MOMENT.test(asked) ? asked : null;
  const found = await listAudit(store.read, org.id, {
    ...auditNarrowing(query, org.timeZone),
    upTo: bound,
    page: Number(url.searchParams.get("page") ?? 1),
  });
  const upTo = bound ?? (found.page === 1 ? (found.rows[0]?.at ?? "") : "");
  return data({
    ...shared,
    ...found,
    upTo,
    rows: found.rows.map(({ action, ...row }) => ({
      ...row,
      what: auditWords(action),
      when: formatMoment(row.at, org.timeZone),
    })),
  });
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { query, errors, rows, page, pages, total, upTo } = loaderData;
  const search = auditSearch(query);
  const isNarrowed = search.size > 0;
  return (
    <>
      {loaderData.tabs ? <RecordTabs /> : null}
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Audit log</h1>
          <p className="mt-2 text-muted">
            What your team did, and every access decision, newest first.
          </p>
        </div>{" "}
        {errors !== null ? null : (
          <form
            method="post"
            noValidate
            action={`/audit/export.csv${isNarrowed ? `?${search}` : ""}`}
          >
            <Button look="secondary">Export CSV</Button>
          </form>
        )}
      </div>
      <AuditFilters
        query={query}
        errors={errors}
        names={loaderData.names}
        timeZone={loaderData.timeZone}
      />
      {errors !== null ? null : (
        <>
          <p role="status" className="my-4 text-sm text-muted">
            {total === 1 ? "1 entry" : `${total} entries`}
            {isNarrowed ? (
              <>
                {" found. "}
                <Link to="/audit" className="inline-block py-0.5 text-accent underline">
                  Show all
                </Link>
              </>
            ) : null}
          </p>
          {rows.length > 0 ? (
            <AuditTable rows={rows} />
          ) : isNarrowed ? (
            <EmptyState icon="search" title="No entries match this search" />
          ) : (
            <EmptyState
              icon="clipboard"
              title="Nothing yet"
              subtitle="What your team does is recorded here."
            />
          )}
          <Pager
            page={page}
            pages={pages}
            href={(target) =>
              `/audit?${new URLSearchParams([...search, ...(upTo === "" ? [] : [["upTo", upTo]]), ["page", String(target)]])}`
            }
            label="Pages of the audit"
          />
        </>
      )}
    </>
  );
}
