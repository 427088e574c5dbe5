import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants } from "#db/tenant.ts";

/** How the webhooks and channels of an installation stand, nobody's told apart. */
export interface HookFigures {
  /** Those that the last try reached, that it did not, and that are off. */
  states: { working: number; failing: number; off: number };
  /** Messages that are due and not sent yet. */
  waiting: number;
  /** When the oldest of them was due; null where none waits. */
  oldestDue: string | null;
}

/** Counts webhooks and what waits for them, of all companies. */
export async function hookFigures(db: Reader, now: Date): Promise<HookFigures> {
  const rows = await acrossTenants(db, "The installation's figures are those of all companies.")
    .selectFrom("webhooks")
    .select(["orgId", "id", "failingSince", "stoppedAt"])
    .execute();
  const off = rows.filter(({ stoppedAt }) => stoppedAt !== null).length;
  const running = rows.filter(({ stoppedAt }) => stoppedAt === null);
  const failing = running.filter(({ failingSince }) => failingSince !== null).length;
  // Nothing waits for one that is off.
  const due = await acrossTenants(db, "The installation's figures are those of all companies.")
    .selectFrom("webhookDeliveries")
    .select((eb) => [
      eb.fn.countAll<number>().as("waiting"),
      eb.fn.min<string | null>("notBefore").as("oldest"),
    ])
    .where("state", "=", "queued")
    .where("notBefore", "<=", isoNow(now))
    .executeTakeFirst();
  return {
    states: { working: running.length - failing, failing, off },
    waiting: Number(due?.waiting ?? 0),
    oldestDue: due?.oldest ?? null,
  };
}
