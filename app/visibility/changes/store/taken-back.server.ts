import { inOrg } from "#db/tenant.ts";
import type { Reader } from "#db/store.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** Undone within these hours, a change was a mistake; later, it was so, and is another way now. */
const TAKEN_BACK_HOURS = 24;

/** A change of history that is being undone, and when it was made. */
export interface Undone {
  id: string;
  at: string;
}

/**
 * Takes back what visitors were told by a change that is undone right after it was made.
 * @returns `untold` where nobody was mailed of it: nothing is left to tell; `toldOf` with its moment
 * where emails about it may have left; null where the undoing is a change like any other, since it
 * comes late
 */
export async function takeBack(
  { trx, orgId, now }: Omit<Write, "by">,
  undone: Undone,
): Promise<"untold" | { toldOf: string } | null> {
  const earliest = new Date(now.getTime() - TAKEN_BACK_HOURS * 3_600_000).toISOString();
  if (undone.at < earliest) return null;
  const rows = await inOrg(trx, orgId)
    .selectFrom("publicChanges")
    .select(["id", "at"])
    .where("changeId", "=", undone.id)
    .execute();
  // Who saw less for a while is told nothing of it, neither then nor now.
  if (rows.length === 0) return "untold";
  await inOrg(trx, orgId).deleteFrom("publicChanges").where("changeId", "=", undone.id).execute();
  const turns = await inOrg(trx, orgId)
    .selectFrom("turns")
    .select("doneUntil")
    .where("job", "in", ["follow-mails", "follow-weekly"])
    .execute();
  const mailed = rows.find(({ at }) => turns.some(({ doneUntil }) => at <= doneUntil));
  return mailed === undefined ? "untold" : { toldOf: mailed.at };
}

/** Whether anything was told in a span of time, to anybody. */
export async function isAnythingTold(
  db: Reader,
  orgId: string,
  { since, until }: { since: string; until: Date },
): Promise<boolean> {
  const row = await inOrg(db, orgId)
    .selectFrom("publicChanges")
    .select("id")
    .where("at", ">", since)
    .where("at", "<=", until.toISOString())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which changes of a span of time are still told, by their ids: of those that have rows. */
export async function stillTold(
  db: Reader,
  orgId: string,
  { since, until }: { since: string; until: Date },
): Promise<ReadonlySet<string>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("publicChanges")
    .select("id")
    .where("at", ">", since)
    .where("at", "<=", until.toISOString())
    .execute();
  return new Set(rows.map(({ id }) => id));
}
