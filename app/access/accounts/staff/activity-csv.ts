import { notFound } from "#web/forms/form.ts";
import { redirect } from "react-router";
import type { Route } from "./+types/activity-csv";
import { releasedFile } from "#tenancy/visitor-events/rules/visitor-events.ts";
import { activityOf } from "#auth/accounts/store/account-detail.server.ts";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { csvAnswer } from "#platform/files/csv-answer.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";

const ROWS_AT_ONCE = 1_000;
const HEAD = [
  "time",
  "event",
  "access",
  "member",
  "product",
  "item",
  "document",
  "source",
  "bytes",
];

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  await requireStaff(context, "accounts:review");
  return redirect("/accounts", { status: 303 });
}

/**
 * The whole access log of an account as CSV. A POST, because the record notes who took it along.
 */
export async function action({ context, params }: Route.ActionArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const account = await findAccount(store.read, org.id, params.accountId);
  if (account === null) throw notFound();
  await store.write((trx) =>
    recordAudit(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      { action: "account.log-exported", subject: account.id },
    ),
  );
  return csvAnswer(
    `access-log-${dayIn(now(), org.timeZone)}.csv`,
    HEAD,
    batches(store.read, org.id, account.id),
  );
}

async function* batches(
  db: Reader,
  orgId: string,
  accountId: string,
): AsyncGenerator<(string | number | null)[][], void> {
  for (let before: { at: string; id: string } | undefined; ;) {
    const rows = await activityOf(db, orgId, accountId, {
      limit: ROWS_AT_ONCE,
      ...(before === undefined ? {} : { before }),
    });
    yield rows.map((row) => [
      row.at,
      row.name,
      row.access,
      row.email,
      row.productName,
      row.itemTitle,
      row.documentName ?? releasedFile(row),
      row.source,
      row.bytes,
    ]);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    before = { at: last.at, id: last.id };
  }
}
