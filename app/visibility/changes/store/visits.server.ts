import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Whose visits of which product. */
export interface Visitor {
  orgId: string;
  memberId: string;
  productId: string;
}

/** The days on which a member was last there; null: never. */
export async function visitsOf(
  db: Reader,
  { orgId, memberId, productId }: Visitor,
): Promise<{ day: string; lastDay: string | null } | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("memberVisits")
    .select(["day", "lastDay"])
    .where("memberId", "=", memberId)
    .where("productId", "=", productId)
    .executeTakeFirst();
  return row ?? null;
}

/** The same of every product, by the products' ids. */
export async function allVisitsOf(
  db: Reader,
  orgId: string,
  memberId: string,
): Promise<ReadonlyMap<string, { day: string; lastDay: string | null }>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("memberVisits")
    .select(["productId", "day", "lastDay"])
    .where("memberId", "=", memberId)
    .execute();
  return new Map(rows.map(({ productId, ...visits }) => [productId, visits]));
}

/**
 * Notes that a member is there on a day. The day before it becomes the one of their last visit, once:
 * they left it when another one came.
 */
export async function noteVisit(
  trx: Writer,
  { orgId, memberId, productId }: Visitor,
  day: string,
): Promise<void> {
  const known = await visitsOf(trx, { orgId, memberId, productId });
  if (known !== null && known.day >= day) return;
  await trx
    .insertInto("memberVisits")
    .values({ orgId, memberId, productId, day, lastDay: null })
    .onConflict((conflict) =>
      conflict
        .columns(["orgId", "memberId", "productId"])
        .doUpdateSet({ day, lastDay: known?.day ?? null }),
    )
    .execute();
}

/** The day before today on which they were last there; null where there is none. */
export function lastVisitBefore(
  visits: { day: string; lastDay: string | null } | null,
  today: string,
): string | null {
  if (visits === null) return null;
  return visits.day < today ? visits.day : visits.lastDay;
}
