import * as z from "zod";
import {
  START_STEPS,
  startProgress,
  type StartProgress,
  type StartStep,
} from "#model/guided-start.ts";
import { isoNow } from "#db/ids.ts";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { publicationFacts } from "#tenancy/orgs/store/portal-publications.server.ts";
import { countStarters } from "#content/starter-controls/store/starter-controls.server.ts";
import type { Reader, Writer } from "#db/store.ts";

/**
 * The guided start of an org: begun with it, led by what is stored, ended by its publication or put
 * away.
 */
const skippedSchema = z.array(z.enum(START_STEPS.map(({ step }) => step))).catch([]);

/** Begins the guided start of a new org; one that goes on, or was ended, stays as it is. */
export async function beginGuidedStart(trx: Writer, orgId: string, now: Date): Promise<void> {
  await trx
    .insertInto("guidedStarts")
    .values({ orgId, begunAt: isoNow(now), skippedJson: "[]", endedAt: null, endedBy: null })
    .onConflict((conflict) => conflict.column("orgId").doNothing())
    .execute();
}

/**
 * How far an org is. Orgs that never began one have their progress, too: it follows from what is
 * stored.
 */
export async function guidedStartOf(
  db: Reader,
  org: Org,
): Promise<StartProgress & { unfinished: boolean }> {
  const row = await db
    .selectFrom("guidedStarts")
    .select(["skippedJson", "endedAt"])
    .where("orgId", "=", org.id)
    .executeTakeFirst();
  const { chosen, hasLogo, certifications } = await publicationFacts(db, org);
  const linked = await db
    .selectFrom("itemDocuments")
    .select("documentId")
    .where("orgId", "=", org.id)
    .limit(1)
    .execute();
  const progress = startProgress({
    chosen,
    linkedDocuments: linked.length,
    hasLogo,
    certifications,
    starterControls: await countStarters(db, org.id),
    published: org.published,
    skipped: skippedOf(row),
  });
  return {
    ...progress,
    unfinished: row !== undefined && row.endedAt === null && progress.undecided,
  };
}

/**
 * The step at which an unfinished start goes on; null for an org that has none. Asked on every page
 * that staff open.
 */
export async function unfinishedStart(db: Reader, orgId: string): Promise<StartStep | null> {
  const open = await db
    .selectFrom("guidedStarts")
    .select("orgId")
    .where("orgId", "=", orgId)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  const org = open === undefined ? null : await findOrg(db, orgId);
  if (org === null) return null;
  const { unfinished, next } = await guidedStartOf(db, org);
  return unfinished ? next : null;
}

/** Notes that a step was skipped; one that is done stays done. */
export async function skipStartStep(
  trx: Writer,
  orgId: string,
  step: StartStep,
  now: Date,
): Promise<void> {
  await beginGuidedStart(trx, orgId, now);
  const row = await trx
    .selectFrom("guidedStarts")
    .select("skippedJson")
    .where("orgId", "=", orgId)
    .executeTakeFirst();
  const skipped = [...new Set([...skippedOf(row), step])];
  await trx
    .updateTable("guidedStarts")
    .set({ skippedJson: JSON.stringify(skipped) })
    .where("orgId", "=", orgId)
    .execute();
}

/** Ends the guided start: the links to it go, its pages stay. A second call changes nothing. */
export async function endGuidedStart(
  trx: Writer,
  orgId: string,
  by: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("guidedStarts")
    .set({ endedAt: isoNow(now), endedBy: by })
    .where("orgId", "=", orgId)
    .where("endedAt", "is", null)
    .execute();
}

function skippedOf(row: { skippedJson: string } | undefined): StartStep[] {
  return row === undefined ? [] : skippedSchema.parse(JSON.parse(row.skippedJson));
}
