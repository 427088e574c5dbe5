import type { BlobMarksTable, IsoTime } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/** What is known of a blob that a bucket can't say; null when nothing is. */
export async function findMark(
  db: Reader,
  orgId: string,
  hash: string,
): Promise<BlobMarksTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("blobMarks")
    .selectAll()
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Notes that somebody is about to store or name a blob, so that nobody removes it.
 * @param since a removal that began before it counts as given up
 * @returns false while it is being removed: nothing is noted then
 */
export async function claimBlob(
  trx: Writer,
  orgId: string,
  hash: string,
  { now, since }: { now: IsoTime; since: IsoTime },
): Promise<boolean> {
  const mark = await findMark(trx, orgId, hash);
  if (mark !== null && mark.removingSince !== null && mark.removingSince >= since) return false;
  await putMark(trx, { orgId, hash, touchedAt: now, removingSince: null, strayedAt: null });
  return true;
}

/**
 * Notes that a blob is being removed, unless a row has it, it was touched at a moment or after it,
 * or another removal is under way.
 * @returns whether it may be removed
 */
export async function beginRemoval(
  trx: Writer,
  orgId: string,
  hash: string,
  { now, before, since }: { now: IsoTime; before: IsoTime; since: IsoTime },
): Promise<boolean> {
  const row = await inOrg(trx, orgId)
    .selectFrom("blobs")
    .select("hash")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (row !== undefined) return false;
  const mark = await findMark(trx, orgId, hash);
  if (mark?.touchedAt != null && mark.touchedAt >= before) return false;
  if (mark?.removingSince != null && mark.removingSince >= since) return false;
  await putMark(trx, {
    orgId,
    hash,
    touchedAt: mark?.touchedAt ?? null,
    removingSince: now,
    strayedAt: mark?.strayedAt ?? null,
  });
  return true;
}

/** Notes that a removal is over, which began at a moment. */
export async function endRemoval(
  trx: Writer,
  orgId: string,
  hash: string,
  began: IsoTime,
): Promise<void> {
  await inOrg(trx, orgId)
    .deleteFrom("blobMarks")
    .where("hash", "=", hash)
    .where("removingSince", "=", began)
    .execute();
}

/**
 * Notes that a blob lies in the bucket and has no row.
 * @returns since when that is known
 */
export async function noteStray(
  trx: Writer,
  orgId: string,
  hash: string,
  now: IsoTime,
): Promise<IsoTime> {
  const mark = await findMark(trx, orgId, hash);
  // A moment that has not come yet is one that a wrong clock left.
  if (mark?.strayedAt != null && mark.strayedAt <= now) return mark.strayedAt;
  await putMark(trx, {
    orgId,
    hash,
    touchedAt: mark?.touchedAt ?? null,
    removingSince: mark?.removingSince ?? null,
    strayedAt: now,
  });
  return now;
}

/** Forgets marks that say nothing any more: all of their moments lie before `until`. */
export async function purgeMarks(trx: Writer, until: IsoTime): Promise<void> {
  await acrossTenants(trx, "The sweep of files goes over all companies.")
    .deleteFrom("blobMarks")
    .where((eb) =>
      eb.and(
        (["touchedAt", "removingSince", "strayedAt"] as const).map((column) =>
          eb.or([eb(column, "is", null), eb(column, "<", until)]),
        ),
      ),
    )
    .execute();
}

async function putMark(trx: Writer, mark: BlobMarksTable): Promise<void> {
  const { touchedAt, removingSince, strayedAt } = mark;
  await trx
    .insertInto("blobMarks")
    .values(mark)
    .onConflict((conflict) =>
      conflict.columns(["orgId", "hash"]).doUpdateSet({ touchedAt, removingSince, strayedAt }),
    )
    .execute();
}
