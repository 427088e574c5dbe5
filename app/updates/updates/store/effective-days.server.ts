import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * The published topics whose change takes effect on one of these days, the earliest first.
 * @param days YYYY-MM-DD: those after the one, up to the other
 */
export async function changesInEffect(
  db: Reader,
  { orgId, now }: { orgId: string; now: Date },
  days: { after: string; to: string },
): Promise<{ id: string; subject: string; effectiveOn: string }[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("topics as t")
    .select(["t.id", "t.subject", "t.effectiveOn"])
    .where("t.effectiveOn", ">", days.after)
    .where("t.effectiveOn", "<=", days.to)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("topicUpdates as u")
          .select("u.id")
          .whereRef("u.orgId", "=", "t.orgId")
          .whereRef("u.topicId", "=", "t.id")
          .where("u.unpublishedAt", "is", null)
          .where("u.createdAt", "<=", isoNow(now)),
      ),
    )
    .orderBy("t.effectiveOn")
    .orderBy("t.id")
    .execute();
  return rows.flatMap(({ effectiveOn, ...topic }) =>
    effectiveOn === null ? [] : [{ ...topic, effectiveOn }],
  );
}
