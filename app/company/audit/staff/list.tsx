import { data, Link } from "react-router";
import type { Route } from "./+types/list";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { listStaffOfOrg } from "#auth/store/staff.server.ts";
import { auditSentences } from "#tenancy/audit/store/audit-names.server.ts";
import { servicesContext } from "#platform/context.ts";
import {
  auditNarrowing,
  auditQuery,
  auditQueryErrors,
  auditSearch,
} from "#tenancy/audit/forms/audit.ts";
import { auditSentence, auditWords, type AuditSentence } from "#tenancy/audit/rules/audit.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { Sentence } from "./sentence.tsx";
import { AuditFilters } from "./filters.tsx";
import { RecordTabs, seesWholeRecord } from "#web/staff/area/record-tabs.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface ShownEntry {
  id: string;
  at: string;
  when: string;
  actorName: string;
  sentence: AuditSentence;
  /** The name of what happened, as the record and its export have it. */
  what: string;
  subject: string | null;
  detail: string | null;
  ip: string | null;
}

function AuditTable({ rows }: { rows: readonly ShownEntry[] }) {
  return (
    <TableFrame label="Audit entries" head={["When", "What happened", "Details"]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="whitespace-nowrap">
            <time dateTime={row.at}>{row.when}</time>
          </td>
          <td className="w-full max-w-[40rem] break-words">
            <Sentence who={row.actorName} sentence={row.sentence} />
          </td>
          <td className="md:min-w-[14rem]">
            <EntryDetails row={row} />
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}

/** What the record itself holds of an entry, as its export has it. */
function EntryDetails({ row }: { row: ShownEntry }) {
  const parts = [
    ["Entry", row.what],
    ["Subject", row.subject],
    ["Details", row.detail],
    ["From", row.ip],
  ] as const;
  return (
    <details>
      <summary className="w-max cursor-pointer py-0.5 text-muted hover:text-ink">Details</summary>
      <dl className="mt-1 grid gap-1 [&_dd]:break-words [&_dt]:text-muted">
        {parts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt> <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </details>
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
  const sentences = await auditSentences(store.read, org.id, permissions, found.rows);
  const upTo = bound ?? (found.page === 1 ? (found.rows[0]?.at ?? "") : "");
  return data({
    ...shared,
    ...found,
    upTo,
    rows: found.rows.map(({ id, at: moment, actorName, action, subject, detail, ip }, at) => ({
      id,
      at: moment,
      actorName,
      subject,
      detail,
      ip,
      sentence: sentences[at] ?? auditSentence(action, null, false),
      what: auditWords(action),
      when: formatMoment(moment, org.timeZone),
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
            <OnceField />
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
