import { data } from "react-router";
import type { Route } from "./+types/list";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { listStaffOfOrg } from "#auth/store/staff.server.ts";
import { auditSentences } from "#tenancy/audit/store/audit-names.server.ts";
import { servicesContext } from "#platform/context.ts";
import {
  auditBound,
  auditNarrowing,
  auditQuery,
  auditQueryErrors,
  auditSearch,
} from "#tenancy/audit/forms/audit.ts";
import { auditSentence, auditWords } from "#tenancy/audit/rules/audit.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { AUDIT_COLUMNS } from "./columns.tsx";
import { AuditFilters } from "./filters.tsx";
import { RecordTabs, seesWholeRecord } from "#web/staff/area/record-tabs.tsx";
import { ListHead, type ListAction } from "#web/lists/head.tsx";
import { ListTable } from "#web/lists/table.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle("Audit log", loaderData !== undefined && loaderData.errors !== null) },
  ];
}

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
  const bound = auditBound(url.searchParams);
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

const EXPORT: ListAction = { words: "Export CSV", file: "/audit/export.csv", by: "form" };

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { query, errors, rows, page, pages, total, upTo } = loaderData;
  const search = auditSearch(query);
  const isNarrowed = search.size > 0;
  return (
    <>
      {loaderData.tabs ? <RecordTabs current="/audit" /> : null}
      <ListHead
        title="Audit log"
        isNarrowed
        count={
          errors !== null
            ? undefined
            : `${total === 1 ? "1 entry" : `${total} entries`}${isNarrowed ? " found" : ""}`
        }
        actions={errors === null ? [EXPORT] : []}
        query={search}
      />
      <AuditFilters
        query={query}
        errors={errors}
        names={loaderData.names}
        timeZone={loaderData.timeZone}
      />
      {errors !== null ? null : (
        <>
          {rows.length > 0 ? (
            <ListTable
              label="Audit entries"
              columns={AUDIT_COLUMNS}
              rows={rows}
              rowKey={({ id }) => id}
            />
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
            href={pagesOf("/audit", search, upTo === "" ? {} : { upTo })}
            label="Pages of the audit log"
          />
          <p className="mt-4 text-sm text-muted">
            What your team did, and every access decision, newest first.
          </p>
        </>
      )}
    </>
  );
}
