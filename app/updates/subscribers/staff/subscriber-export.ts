import { redirect } from "react-router";
import type { Route } from "./+types/subscriber-export";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { exportSubscribers, type SubscriberFilter } from "../store/subscriber-lists.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { subscriberQuery } from "../forms/subscribers.ts";
import { csvAnswer } from "#platform/files/csv-answer.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";

const ROWS_AT_ONCE = 1_000;
const HEADER = [
  "email",
  "state",
  "source",
  "categories",
  "products",
  "frequency",
  "created",
  "confirmed",
  "unsubscribed",
];

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  await requireStaff(context, "updates:publish");
  return redirect("/subscribers", { status: 303 });
}

/**
 * The subscribers that the list's filter leaves, as CSV, streamed by pages of the database. A POST,
 * because the record notes who took the addresses along. No cell is a formula to a spreadsheet.
 */
export async function action({ context, url }: Route.ActionArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "updates:publish");
  const { store, now } = context.get(servicesContext);
  const filter = subscriberQuery(url.searchParams);
  await store.write((trx) =>
    recordAudit(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      {
        action: "subscribers.exported",
        detail: { state: filter.state, search: filter.search === "" ? null : filter.search },
      },
    ),
  );
  const names = new Map((await listProducts(store.read, org.id)).map(({ id, name }) => [id, name]));
  return csvAnswer(
    `subscribers-${org.slug}-${dayIn(now(), org.timeZone)}.csv`,
    HEADER,
    batches(store.read, org.id, filter, names),
  );
}

async function* batches(
  db: Reader,
  orgId: string,
  filter: SubscriberFilter,
  products: ReadonlyMap<string, string>,
): AsyncGenerator<(string | null)[][], void> {
  for (let after = ""; ;) {
    const rows = await exportSubscribers(db, orgId, filter, { after, limit: ROWS_AT_ONCE });
    yield rows.map((row) => {
      const categories = row.allUpdates === 1 ? "all" : row.categories.join("|");
      const chosen =
        row.allUpdates === 1 ? "all" : row.productIds.map((id) => products.get(id) ?? "").join("|");
      return [
        row.email,
        row.state,
        row.source,
        categories,
        chosen,
        row.digest,
        row.createdAt,
        row.confirmedAt,
        row.unsubscribedAt,
      ];
    });
    after = rows.at(-1)?.id ?? "";
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
