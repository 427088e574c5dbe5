import type { TurnsTable } from "#db/schema.ts";
import { isoNow } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Jobs that return by the clock: whose turn it is, and that each turn is taken once. */
export type Job = TurnsTable["job"];

/** An org by its clock. */
export interface OrgClock {
  orgId: string;
  timeZone: string;
  /** Up to when the job is done; null: it never ran. */
  doneUntil: string | null;
}

/** Every org with how far a job of it is. */
export async function listDueJobs(db: Reader, job: Job): Promise<OrgClock[]> {
  return db
    .selectFrom("orgs")
    .leftJoin("turns", (join) =>
      join.onRef("turns.orgId", "=", "orgs.id").on("turns.job", "=", job),
    )
    .select(["orgs.id as orgId", "orgs.timeZone", "turns.doneUntil"])
    .orderBy("orgs.id")
    .execute();
}

/**
 * Takes a turn, in the transaction of what it does.
 * @param turn.since up to when the job was done as the caller read it; null: it never ran
 * @returns false when somebody else took it meanwhile: then nothing may be done
 */
export async function claimDueJob(
  trx: Writer,
  orgId: string,
  job: Job,
  turn: { since: string | null; until: Date },
): Promise<boolean> {
  const doneUntil = isoNow(turn.until);
  if (turn.since === null) {
    const result = await trx
      .insertInto("turns")
      .values({ orgId, job, doneUntil })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const result = await inOrg(trx, orgId)
    .updateTable("turns")
    .set({ doneUntil })
    .where("job", "=", job)
    .where("doneUntil", "=", turn.since)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Takes a turn of many orgs in which there is nothing to do. What somebody else took stays so. */
export async function claimIdleJobs(
  trx: Writer,
  job: Job,
  turns: readonly { orgId: string; since: string | null; until: Date }[],
): Promise<void> {
  for (const turn of turns) await claimDueJob(trx, turn.orgId, job, turn);
}

/**
 * Sets back a turn that was taken while the clock was ahead: it would keep the job from being done
 * until then.
 * @param turn.doneUntil as the caller read it
 * @param turn.to what it is from now on, not after now
 * @returns false when somebody else changed it meanwhile
 */
export async function setTurnBack(
  trx: Writer,
  orgId: string,
  job: Job,
  turn: { doneUntil: string; to: Date },
): Promise<boolean> {
  const result = await inOrg(trx, orgId)
    .updateTable("turns")
    .set({ doneUntil: isoNow(turn.to) })
    .where("job", "=", job)
    .where("doneUntil", "=", turn.doneUntil)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
