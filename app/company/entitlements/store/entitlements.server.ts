import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Feature } from "#model/settings/customization.ts";
import type { Plan, PlanFault } from "../rules/entitlements.ts";

/** The plan of a company with its sealed token; null without one. */
export async function findPlan(
  db: Reader,
  orgId: string,
): Promise<(Plan & { sealedToken: string }) | null> {
  const row = await inOrg(db, orgId).selectFrom("entitlements").selectAll().executeTakeFirst();
  if (row === undefined) return null;
  const { orgId: _, featuresJson, ...plan } = row;
  return { ...plan, features: JSON.parse(featuresJson) as Feature[] };
}

/** Puts a plan in force, in place of the one before. @param token sealed for this company */
export async function setPlan(
  write: Write,
  {
    sealedToken,
    features,
    expiresAt,
  }: Pick<Plan, "features" | "expiresAt"> & {
    sealedToken: string;
  },
): Promise<void> {
  const { trx, orgId, by, now } = write;
  const values = {
    sealedToken,
    featuresJson: JSON.stringify(features),
    expiresAt,
    setAt: isoNow(now),
    setBy: by.actorName,
    fault: null,
    faultedAt: null,
    endedAt: null,
  };
  await trx
    .insertInto("entitlements")
    .values({ orgId, ...values })
    .onConflict((conflict) => conflict.column("orgId").doUpdateSet(values))
    .execute();
  await contentChanged(trx, orgId);
  const detail = { features: features.join(", "), expiresAt };
  await recordAudit(write, { action: "settings.plan-set", detail });
}

/** Forgets a plan: the company's own switches count again. @returns whether there was one */
export async function removePlan(write: Write): Promise<boolean> {
  const { trx, orgId } = write;
  const result = await inOrg(trx, orgId).deleteFrom("entitlements").executeTakeFirst();
  if (result.numDeletedRows === 0n) return false;
  await contentChanged(trx, orgId);
  await recordAudit(write, { action: "settings.plan-removed" });
  return true;
}

/** What a check of a plan's token came to. */
export interface PlanCheck {
  fault: PlanFault | null;
  faultedAt: string | null;
  endedAt: string | null;
}

/**
 * Keeps what a check came to; a plan that ends, or counts again, changes what every page offers.
 */
export async function keepPlanCheck(
  write: Write,
  before: PlanCheck,
  check: PlanCheck,
): Promise<void> {
  const { trx, orgId } = write;
  await inOrg(trx, orgId).updateTable("entitlements").set(check).execute();
  if ((before.endedAt === null) === (check.endedAt === null)) return;
  await contentChanged(trx, orgId);
  const action = check.endedAt === null ? "settings.plan-resumed" : "settings.plan-ended";
  await recordAudit(write, { action, detail: { fault: check.fault } });
}
