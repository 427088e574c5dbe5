import { redirect } from "react-router";
import type { Route } from "./+types/customer-export";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { csvAnswer } from "#platform/files/csv-answer.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { listCustomers } from "#access/access-requests/store/customer-domains.server.ts";

const ROWS_AT_ONCE = 1_000;

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  await requireStaff(context, "accounts:review");
  return redirect("/rules/customers", { status: 303 });
}

/**
 * The customer list as CSV, as an import takes it. A POST, because the record notes who took it
 * along. No cell is a formula to a spreadsheet.
 */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  await store.write((trx) =>
    recordAudit(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      { action: "customer-list.exported" },
    ),
  );
  return csvAnswer(
    `customers-${org.slug}-${dayIn(now(), org.timeZone)}.csv`,
    ["domain", "name"],
    batches(store.read, org.id),
  );
}

async function* batches(db: Reader, orgId: string): AsyncGenerator<(string | null)[][], void> {
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows = await listCustomers(db, orgId, { offset, limit: ROWS_AT_ONCE });
    yield rows.map(({ domain, name }) => [domain, name]);
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
