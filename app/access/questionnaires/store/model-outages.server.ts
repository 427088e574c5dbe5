import { isoNow } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";

/*
 * A model that doesn't respond is left alone as a whole, whichever questions wait for it: it is asked
 * with one of them at growing intervals, and then given up.
 */

/** A model, by where it is and what it is called there. */
interface NamedModel {
  host: string;
  name: string;
}

/** How long it is left alone after so many tries in a row, in seconds; after one more it is given up. */
export const OUTAGE_WAITS = [30, 120, 600, 1_800] as const;

/** What was noted longer ago than this after its time belongs to another outage, in seconds. */
const ENDS_AFTER = 3_600;

/** Until when a model is asked nothing. */
export interface ModelOutage {
  failures: number;
  retryAt: string;
}

function nameOf({ host, name }: NamedModel): string {
  return `${host} ${name}`;
}

/** Whether a model is being left alone; null while it answers. */
export async function findOutage(db: Reader, model: NamedModel): Promise<ModelOutage | null> {
  const row = await db
    .selectFrom("modelOutages")
    .select(["failures", "retryAt"])
    .where("model", "=", nameOf(model))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Notes that a model did not respond. Those that were asked together count once.
 * @returns whether it is given up: nothing waits for it any longer
 */
export async function noteOutage(trx: Writer, model: NamedModel, now: Date): Promise<boolean> {
  const known = await findOutage(trx, model);
  if (known !== null && known.retryAt > isoNow(now)) return false;
  // Nobody asked since: what was counted then says nothing of now.
  const isOver = known !== null && Date.parse(known.retryAt) + ENDS_AFTER * 1_000 < now.getTime();
  const failures = (isOver ? 0 : (known?.failures ?? 0)) + 1;
  const wait = OUTAGE_WAITS[failures - 1];
  await endOutage(trx, model);
  if (wait === undefined) return true;
  const retryAt = isoNow(new Date(now.getTime() + wait * 1_000));
  await trx
    .insertInto("modelOutages")
    .values({ model: nameOf(model), failures, retryAt })
    .execute();
  return false;
}

/** Notes that a model responds. */
export async function endOutage(trx: Writer, model: NamedModel): Promise<void> {
  await trx.deleteFrom("modelOutages").where("model", "=", nameOf(model)).execute();
}
