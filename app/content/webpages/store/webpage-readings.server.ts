import { recordAudit, type Actor, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { Refused } from "#db/refusals.ts";
import type { WebpagesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  CUT_OFFS_UNTIL_LEFT,
  NIGHTS_UNTIL_GONE,
  READ_EVERY_MS,
  RUN_ENDS_MS,
  type PageReading,
} from "#model/webpages.ts";

/** What is known of the last reading. */
interface LastReading {
  startedAt: string;
  isRunning: boolean;
  /** How many readings in a row ended with their process, this one among them. */
  cutOffs: number;
  /**
   * So many that the clock begins no other one: something in the pages may be what ends the
   * process.
   */
  isLeftToStaff: boolean;
}

/** The last reading of an org's pages; null when there was none. */
export async function lastReading(
  db: Reader,
  orgId: string,
  now: Date,
): Promise<LastReading | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("webpageReadings")
    .select(["startedAt", "endedAt", "cutOffs"])
    .executeTakeFirst();
  if (row === undefined) return null;
  const age = now.getTime() - Date.parse(row.startedAt);
  const isRunning = row.endedAt === null && Math.abs(age) < RUN_ENDS_MS;
  const cutOffs = row.endedAt !== null ? 0 : row.cutOffs + (isRunning ? 0 : 1);
  return {
    startedAt: row.startedAt,
    isRunning,
    cutOffs,
    isLeftToStaff: !isRunning && cutOffs >= CUT_OFFS_UNTIL_LEFT,
  };
}

/**
 * Begins a reading of all pages, the only one of the org. It counts as cut off until `endReading`
 * says otherwise, so that one which ends the process is not begun for ever.
 * @param by who asked for it; null: the clock, which waits for no minute to pass
 * @returns the reading's id, for `endReading`; null when the clock finds one that goes on, or that
 *   three in a row were cut off
 * @throws Refused for somebody who asks while one goes on, or again within a minute
 */
export async function beginReading(
  write: Omit<Write, "by">,
  by: Actor | null,
): Promise<string | null> {
  const { trx, orgId, now } = write;
  const last = await lastReading(trx, orgId, now);
  if (last?.isRunning) {
    if (by === null) return null;
    throw new Refused("The pages are being read at this moment.");
  }
  if (by === null && last?.isLeftToStaff) return null;
  if (by !== null && last !== null) {
    const age = now.getTime() - Date.parse(last.startedAt);
    if (age >= 0 && age < READ_EVERY_MS)
      throw new Refused("The pages were read less than a minute ago. Try again in a minute.");
  }
  const reading = {
    id: newId(),
    startedAt: isoNow(now),
    endedAt: null,
    cutOffs: last?.cutOffs ?? 0,
  };
  await trx
    .insertInto("webpageReadings")
    .values({ orgId, ...reading })
    .onConflict((conflict) => conflict.column("orgId").doUpdateSet(reading))
    .execute();
  if (by !== null) await recordAudit({ ...write, by }, { action: "webpages.read" });
  return reading.id;
}

/** Ends a reading; one that another took the place of meanwhile is ended already. */
export async function endReading(
  { trx, orgId, now }: Omit<Write, "by">,
  id: string,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("webpageReadings")
    .set({ endedAt: isoNow(now) })
    .where("id", "=", id)
    .execute();
}

/**
 * Keeps what a reading found of a page. One that failed keeps its last text; one that is not there
 * for three nights in a row, or asks not to be found, loses it.
 * @param night whether this is the reading of the night, which alone counts how long a page is
 *   missing
 */
export async function keepPageReading(
  trx: Writer,
  orgId: string,
  id: string,
  reading: PageReading,
  { night, now }: { night: boolean; now: Date },
): Promise<void> {
  const before = await inOrg(trx, orgId)
    .selectFrom("webpages")
    .select(["title", "text", "status", "readAt", "nightsMissing"])
    .where("id", "=", id)
    .executeTakeFirst();
  // It was removed while it was read.
  if (before === undefined) return;
  const after = afterReading(before, reading, night, isoNow(now));
  await inOrg(trx, orgId)
    .updateTable("webpages")
    .set({ ...after, bytes: Buffer.byteLength(after.text) })
    .where("id", "=", id)
    .execute();
  if (
    isFound(before) !== isFound(after) ||
    (isFound(after) && (before.title !== after.title || before.text !== after.text))
  )
    await contentChanged(trx, orgId);
}

type Kept = Pick<
  WebpagesTable,
  "title" | "text" | "status" | "readAt" | "failedAt" | "fault" | "nightsMissing"
>;

function isFound({ status, readAt }: Pick<Kept, "status" | "readAt">): boolean {
  return readAt !== null && status !== "gone";
}

function afterReading(
  before: Omit<Kept, "failedAt" | "fault">,
  reading: PageReading,
  night: boolean,
  at: string,
): Kept {
  if (reading.outcome === "read")
    return {
      title: reading.title,
      text: reading.text,
      status: "read",
      readAt: at,
      failedAt: null,
      fault: null,
      nightsMissing: 0,
    };
  const failed = { ...before, failedAt: at, fault: reading.fault };
  if (reading.outcome === "unwanted")
    return { ...failed, text: "", status: "gone", nightsMissing: 0 };
  const nightsMissing = night
    ? reading.missing
      ? before.nightsMissing + 1
      : 0
    : before.nightsMissing;
  if (before.status === "gone" || nightsMissing >= NIGHTS_UNTIL_GONE)
    return { ...failed, text: "", status: "gone", nightsMissing };
  return { ...failed, status: "failed", nightsMissing };
}
