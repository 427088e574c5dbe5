import type { Route } from "./+types/list";
import { listAudit } from "../../../db/audit.ts";
import { servicesContext } from "../../context.ts";
import { auditWords } from "../../domain/audit-words.ts";
import { formatMoment } from "../../domain/moments.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { requireStaff } from "../../middleware/staff.ts";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState } from "../../ui/screens.tsx";
import { TableFrame } from "../../ui/table-frame.tsx";

/** Where the table is wider than the page: written by the style sheet, for those who see the page as it lays it out. */
const HINT = "mb-2 xl:hidden text-sm text-muted before:content-['Scroll_the_table_sideways_for_more']";

export function meta() {
  return [{ title: pageTitle("Audit") }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "audit:view");
  const audit = await listAudit(context.get(servicesContext).store.read, org.id, { page: Number(url.searchParams.get("page") ?? 1) });
  return { ...audit, rows: audit.rows.map((row) => ({ ...row, when: formatMoment(row.at, org.timeZone) })) };
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { rows, page, pages, total } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Audit</h1>
      <p className="mt-2 mb-8 text-muted">What staff did, and every decision about access. {total === 1 ? "1 entry" : `${total} entries`}, newest first.</p>
      {rows.length === 0 ? (
        <EmptyState icon="clipboard" title="Nothing yet" subtitle="What staff do is recorded here." />
      ) : (
        <>
          <div aria-hidden="true" className={HINT} />
          <TableFrame label="Audit entries" head={["When", "Who", "What", "Subject", "Details", "From"]}>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="whitespace-nowrap">
                  <time dateTime={row.at}>{row.when}</time>
                </td>
                <td className="whitespace-nowrap">{row.actorName}</td>
                <td className="min-w-[10rem]">{auditWords(row.action)}</td>
                <td>{row.subject}</td>
                <td>{row.detail}</td>
                <td className="whitespace-nowrap text-muted">{row.ip}</td>
              </tr>
            ))}
          </TableFrame>
        </>
      )}
      <Pager page={page} pages={pages} href={(target) => `/audit?page=${target}`} label="Pages of the audit" />
    </>
  );
}
