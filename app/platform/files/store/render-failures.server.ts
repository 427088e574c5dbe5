import { pattern } from "#db/patterns.ts";
import type { RenderFailuresTable } from "#db/schema.ts";
import { isoNow } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

const DAY_MS = 86_400_000;
/** What is certain, or failed twice, is believed for so long; afterwards it is tried once more. */
const LONG_MS = 30 * DAY_MS;
/** So many pages that can't be shown, and the file is not tried any further. */
const MAX_FAILED_PAGES = 3;

/** A part of a file that can't be shown or marked, and why. */
export type RenderFailure = Pick<RenderFailuresTable, "part" | "fault">;

/**
 * How sure a failure is:
 * - `certain`: the file says so itself
 * - `likely`: it took more time or memory than it may; that can be a bad day of the machine's
 * - `doubtful`: something outside ended the work; it counts from the second time in a day on
 */
export type Certainty = "certain" | "likely" | "doubtful";

/** What is known of a file's failures right now. */
export async function findRenderFailures(
  db: Reader,
  orgId: string,
  versionHash: string,
  renderer: string,
  now: Date,
): Promise<RenderFailure[]> {
  return inOrg(db, orgId)
    .selectFrom("renderFailures")
    .select(["part", "fault"])
    .where("versionHash", "=", versionHash)
    .where("renderer", "=", renderer)
    .where("until", ">", isoNow(now))
    .execute();
}

/** Notes a failure; a file of which several pages failed has failed as a whole. */
export async function recordRenderFailure(
  trx: Writer,
  failure: Pick<RenderFailuresTable, "orgId" | "versionHash" | "part" | "fault" | "renderer">,
  certainty: Certainty,
  now: Date,
): Promise<void> {
  const { orgId, versionHash, renderer } = failure;
  const before = await inOrg(trx, orgId)
    .selectFrom("renderFailures")
    .select(["tries", "failedAt", "renderer"])
    .where("versionHash", "=", versionHash)
    .where("part", "=", failure.part)
    .executeTakeFirst();
  const again = before !== undefined && before.renderer === renderer;
  const soon = again && Date.parse(before.failedAt) > now.getTime() - DAY_MS;
  const believedMs = {
    certain: LONG_MS,
    likely: again ? LONG_MS : DAY_MS,
    doubtful: soon ? DAY_MS : 0,
  }[certainty];
  const row = {
    ...failure,
    tries: again ? before.tries + 1 : 1,
    failedAt: isoNow(now),
    until: isoNow(new Date(now.getTime() + believedMs)),
  };
  await trx
    .insertInto("renderFailures")
    .values(row)
    .onConflict((conflict) => conflict.columns(["orgId", "versionHash", "part"]).doUpdateSet(row))
    .execute();
  if (!failure.part.startsWith("page:")) return;
  const failed = await findRenderFailures(trx, orgId, versionHash, renderer, now);
  const pages = failed.filter(({ part }) => part.startsWith("page:")).length;
  if (pages >= MAX_FAILED_PAGES && !failed.some(({ part }) => part === "file"))
    await recordRenderFailure(trx, { ...failure, part: "file" }, certainty, now);
}

/** The files of an org, by hash, of which something can't be shown as pages. */
export async function listUnshowable(db: Reader, orgId: string, now: Date): Promise<Set<string>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("renderFailures")
    .select("versionHash")
    .distinct()
    .where("until", ">", isoNow(now))
    .where((eb) => eb.or([eb("part", "=", "file"), eb("part", "like", pattern("page:", ""))]))
    .execute();
  return new Set(rows.map(({ versionHash }) => versionHash));
}

/**
 * Forgets what another renderer could not do, and what nobody asked about for long. @returns how
 * many
 */
export async function purgeRenderFailures(
  trx: Writer,
  renderer: string,
  now: Date,
): Promise<number> {
  const old = isoNow(new Date(now.getTime() - 3 * LONG_MS));
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("renderFailures")
    .where((eb) => eb.or([eb("renderer", "!=", renderer), eb("failedAt", "<", old)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
