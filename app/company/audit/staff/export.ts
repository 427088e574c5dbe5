import { redirect } from "react-router";
import type { Route } from "./+types/export";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import {
  nextAudit,
  type AuditCursor,
  type AuditFilter,
} from "#tenancy/audit/store/audit-list.server.ts";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import {
  auditNarrowing,
  auditQuery,
  auditQueryErrors,
  auditSearch,
} from "#tenancy/audit/forms/audit.ts";
import { auditWords } from "#tenancy/audit/rules/audit.ts";
import { dayIn } from "#values/dates.ts";
import { csvAnswer } from "#platform/files/csv-answer.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";

const ROWS_AT_ONCE = 1_000;
const HEADER = ["time", "who", "what", "subject", "details", "from", "action", "id"];

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  await requireStaff(context, "audit:view");
  return redirect("/audit", { status: 303 });
}

/**
 * What the page's filter leaves of the record, as CSV, streamed by pages of the database. A POST,
 * because the record notes who took it along; that note itself is no part of the file.
 */
export async function action({ context, url }: Route.ActionArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "audit:view");
  const { store, now } = context.get(servicesContext);
  const query = auditQuery(url.searchParams);
  // The page says what is wrong with the days.
  if (auditQueryErrors(query) !== null)
    return redirect(`/audit?${auditSearch(query)}`, { status: 303 });
  const at = now();
  const noted = await store.write((trx) =>
    recordAudit(
      { trx, orgId: org.id, by: actorOf(context, session), now: at },
      { action: "audit.exported", detail: Object.fromEntries(auditSearch(query)) },
    ),
  );
  return csvAnswer(
    `audit-${org.slug}-${dayIn(at, org.timeZone)}.csv`,
    HEADER,
    batches(store.read, org.id, auditNarrowing(query, org.timeZone), noted),
  );
}

async function* batches(
  db: Reader,
  orgId: string,
  filter: AuditFilter,
  except: string,
): AsyncGenerator<(string | null)[][], void> {
  for (let after: AuditCursor | null = null; ;) {
    const rows = await nextAudit(db, orgId, filter, after, ROWS_AT_ONCE);
    yield rows
      .filter(({ id }) => id !== except)
      .map((row) => [
        row.at,
        row.actorName,
        auditWords(row.action),
        row.subject,
        row.detail,
        row.ip,
        row.action,
        row.id,
      ]);
    after = rows.at(-1) ?? null;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
