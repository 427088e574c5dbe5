import { CHANGES_KEPT_DAYS } from "#model/changes.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Deletes what visitors are told no more, since it changed too long ago: a batch, so that no write
 * waits long behind it.
 * @returns how many; fewer than `limit` when none is left
 */
export async function removeOldChanges(
  trx: Writer,
  orgId: string,
  now: Date,
  limit: number,
): Promise<number> {
  const old = await oldChanges(trx, orgId, now).limit(limit).execute();
  if (old.length > 0)
    await inOrg(trx, orgId)
      .deleteFrom("publicChanges")
      .where(
        "id",
        "in",
        old.map(({ id }) => id),
      )
      .execute();
  return old.length;
}

/** Whether there are changes that are no longer shown. */
export async function hasOldChanges(db: Reader, orgId: string, now: Date): Promise<boolean> {
  return (await oldChanges(db, orgId, now).limit(1).executeTakeFirst()) !== undefined;
}

function oldChanges(db: Reader, orgId: string, now: Date) {
  // A day more than is ever shown: days begin at different moments around the world.
  const before = new Date(now.getTime() - (CHANGES_KEPT_DAYS + 1) * 86_400_000).toISOString();
  return inOrg(db, orgId).selectFrom("publicChanges").select("id").where("at", "<", before);
}
