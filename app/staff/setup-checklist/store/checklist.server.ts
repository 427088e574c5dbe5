import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { publicationFacts } from "#tenancy/orgs/store/portal-publications.server.ts";
import { begunFacts } from "#content/setup-guide/store/setup-guide.server.ts";
import type { ChecklistFacts } from "../rules/checklist.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/**
 * What an org has of the things on its setup checklist.
 * @param email whether mail leaves the server
 */
export async function checklistFacts(
  db: Reader,
  org: Org,
  now: Date,
  email: ChecklistFacts["email"],
): Promise<ChecklistFacts> {
  const [publication, begun] = await Promise.all([
    publicationFacts(db, org),
    begunFacts(db, org, now),
  ]);
  return { ...publication, ...begun, email };
}

/** Whether an org has put its setup checklist away, and whether a mail of its own ever left. */
export async function checklistState(
  db: Reader,
  orgId: string,
): Promise<{ isHidden: boolean; hasSent: boolean }> {
  const own = inOrg(db, orgId);
  const { hiddenAt, sent } = await db
    .selectNoFrom([
      own.selectFrom("setUpLists").select("hiddenAt").as("hiddenAt"),
      own.selectFrom("outbox").select("id").where("state", "=", "sent").limit(1).as("sent"),
    ])
    .executeTakeFirstOrThrow();
  return { isHidden: hiddenAt !== null, hasSent: sent !== null };
}

/** Whether an org has put its setup checklist away. */
export async function isChecklistHidden(db: Reader, orgId: string): Promise<boolean> {
  const row = await inOrg(db, orgId).selectFrom("setUpLists").select("hiddenAt").executeTakeFirst();
  return row !== undefined && row.hiddenAt !== null;
}

/** Puts the setup checklist of an org away, or shows it again; for its whole team. */
export async function setChecklistHidden(
  { trx, orgId, now }: Omit<Write, "by">,
  hidden: boolean,
): Promise<void> {
  const hiddenAt = hidden ? isoNow(now) : null;
  await trx
    .insertInto("setUpLists")
    .values({ orgId, hiddenAt })
    .onConflict((conflict) => conflict.column("orgId").doUpdateSet({ hiddenAt }))
    .execute();
}
