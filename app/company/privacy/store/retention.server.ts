import {
  overdueBefore,
  RETENTION,
  type RetentionKind,
  type RetentionPeriods,
} from "#model/privacy/retention.ts";
import type { Reader, Writer } from "#db/store.ts";
import type {
  DeclaredTable,
  Overdue,
  Removed,
} from "#tenancy/persons/store/person-tables.server.ts";

/** How many records of each kind are overdue now. */
export async function countOverdue(
  db: Reader,
  tables: readonly DeclaredTable[],
  orgId: string,
  periods: RetentionPeriods,
  now: Date,
): Promise<RetentionPeriods> {
  const counts = {} as RetentionPeriods;
  for (const { kind } of RETENTION)
    counts[kind] = await overdueOf(tables, kind).count(
      db,
      orgId,
      overdueBefore(periods[kind], now),
    );
  return counts;
}

/** Whether any record is overdue now: it asks no more than it has to. */
export async function isAnyOverdue(
  db: Reader,
  tables: readonly DeclaredTable[],
  orgId: string,
  periods: RetentionPeriods,
  now: Date,
): Promise<boolean> {
  for (const { kind } of RETENTION) {
    const before = overdueBefore(periods[kind], now);
    if (await overdueOf(tables, kind).isAny(db, orgId, before)) return true;
  }
  return false;
}

/**
 * Removes some overdue records of one kind: a batch, so that no write waits long behind it.
 * @returns how many; fewer than `limit` when none is left
 */
export function removeOverdue(
  trx: Writer,
  tables: readonly DeclaredTable[],
  orgId: string,
  { kind, days, now, limit }: { kind: RetentionKind; days: number; now: Date; limit: number },
): Promise<Removed> {
  return overdueOf(tables, kind).remove(trx, orgId, overdueBefore(days, now), limit);
}

function overdueOf(tables: readonly DeclaredTable[], kind: RetentionKind): Overdue {
  for (const { overdue } of tables) if (overdue?.[kind] !== undefined) return overdue[kind];
  throw new Error(`no table declares what is overdue of ${kind}`);
}
