import { expressionBuilder } from "kysely";
import * as z from "zod";
import {
  START_STEPS,
  startProgress,
  type BegunFacts,
  type StartProgress,
  type StartStep,
} from "#model/setup-guide.ts";
import { isoNow } from "#db/ids.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { publicationFacts } from "#tenancy/orgs/store/portal-publications.server.ts";
import { starterCount } from "#content/starter-controls/store/starter-controls.server.ts";
import type { Schema } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/**
 * The setup guide of an org: begun with it, led by what is stored, ended by its publication or put
 * away.
 */
const skippedSchema = z.array(z.enum(START_STEPS.map(({ step }) => step))).catch([]);

/** Begins the setup guide of a new org; one that goes on, or was ended, stays as it is. */
export async function beginSetupGuide({ trx, orgId, now }: Omit<Write, "by">): Promise<void> {
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
export async function setupGuideOf(
  db: Reader,
  org: Org,
): Promise<StartProgress & { unfinished: boolean }> {
  const own = inOrg(db, org.id);
  const row = await own
    .selectFrom("guidedStarts")
    .select(["skippedJson", "endedAt"])
    .executeTakeFirst();
  const { chosen, hasLogo, certifications } = await publicationFacts(db, org);
  const stored = await db
    .selectNoFrom([
      own.selectFrom("itemDocuments").select("documentId").limit(1).as("linked"),
      starterCount(db, org.id).as("starters"),
    ])
    .executeTakeFirstOrThrow();
  const progress = startProgress({
    chosen,
    linkedDocuments: stored.linked === null ? 0 : 1,
    hasLogo,
    certifications,
    starterControls: Number(stored.starters),
    published: org.published,
    skipped: skippedOf(row),
  });
  return {
    ...progress,
    unfinished: row !== undefined && row.endedAt === null && progress.undecided,
  };
}

/** The uids of a product’s items that link to a document. */
export async function documentedItems(
  db: Reader,
  orgId: string,
  productId: string,
): Promise<string[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("itemDocuments")
    .select("itemUid")
    .distinct()
    .where("productId", "=", productId)
    .execute();
  return rows.map(({ itemUid }) => itemUid);
}

const counted = expressionBuilder<Schema>().fn.countAll<number>().as("rows");

/** What an org has of the things that come with and after its publication. */
export async function begunFacts(db: Reader, org: Pick<Org, "id">, now: Date): Promise<BegunFacts> {
  const own = inOrg(db, org.id);
  const counts = await db
    .selectNoFrom([
      own.selectFrom("itemDocuments").select(counted).as("documents"),
      own.selectFrom("accessRules").select(counted).as("rules"),
      own.selectFrom("accessPresets").select(counted).as("presets"),
      own.selectFrom("staffRoles").select(counted).as("staff"),
      own.selectFrom("teamInvitations").select(counted).as("invited"),
      own.selectFrom("ndaSettings").select("provider").as("provider"),
      own
        .selectFrom("ndaVersions")
        .select(counted)
        .where("publishedAt", "<=", isoNow(now))
        .as("ndaVersions"),
      starterCount(db, org.id).as("starters"),
    ])
    .executeTakeFirstOrThrow();
  return {
    linkedDocuments: Number(counts.documents),
    starterControls: Number(counts.starters),
    // Every company begins with 'none': that alone is nobody's choice.
    ndaChosen: (counts.provider ?? "none") !== "none" || Number(counts.ndaVersions) > 0,
    rules: Number(counts.rules),
    presets: Number(counts.presets),
    team: Number(counts.staff) + Number(counts.invited),
  };
}

/**
 * The step at which an unfinished start goes on; null for an org that has none. Asked on every page
 * that staff open.
 */
export async function unfinishedStart(db: Reader, org: Org): Promise<StartStep | null> {
  if (!org.isStarting) return null;
  const { unfinished, next } = await setupGuideOf(db, org);
  return unfinished ? next : null;
}

/** Notes that a step was skipped; one that is done stays done. */
export async function skipStartStep(write: Omit<Write, "by">, step: StartStep): Promise<void> {
  const { trx, orgId } = write;
  await beginSetupGuide(write);
  const row = await inOrg(trx, orgId)
    .selectFrom("guidedStarts")
    .select("skippedJson")
    .executeTakeFirst();
  const skipped = [...new Set([...skippedOf(row), step])];
  await inOrg(trx, orgId)
    .updateTable("guidedStarts")
    .set({ skippedJson: JSON.stringify(skipped) })
    .execute();
}

/** Ends the setup guide: the links to it go, its pages stay. A second call changes nothing. */
export async function endSetupGuide({ trx, orgId, by, now }: Write): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("guidedStarts")
    .set({ endedAt: isoNow(now), endedBy: by.actorName })
    .where("endedAt", "is", null)
    .execute();
}

function skippedOf(row: { skippedJson: string } | undefined): StartStep[] {
  return row === undefined ? [] : skippedSchema.parse(JSON.parse(row.skippedJson));
}
