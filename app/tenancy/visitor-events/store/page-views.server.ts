import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Adds to the pages that were opened on a day. @param day YYYY-MM-DD, in UTC */
export async function addPageViews(
  trx: Writer,
  orgId: string,
  day: string,
  views: number,
): Promise<void> {
  await trx
    .insertInto("pageViews")
    .values({ orgId, day, views })
    .onConflict((conflict) =>
      conflict
        .columns(["orgId", "day"])
        .doUpdateSet((eb) => ({ views: eb("pageViews.views", "+", eb.ref("excluded.views")) })),
    )
    .execute();
}

/**
 * How many pages were opened since a day, included, as a part of a query; null where none was ever
 * counted: before the first visit, and right after an upgrade.
 * @param since YYYY-MM-DD, in UTC
 */
export function pageViewsSince(db: Reader, orgId: string, since: string) {
  return inOrg(db, orgId)
    .selectFrom("pageViews")
    .select((eb) => eb.fn.sum<number | null>("views").as("views"))
    .where("day", ">=", since);
}
