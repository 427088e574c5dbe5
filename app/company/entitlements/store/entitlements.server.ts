import { recordAudit, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import type { Reader, Writer } from "#db/store.ts";
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
  trx: Writer,
  orgId: string,
  {
    sealedToken,
    features,
    expiresAt,
  }: Pick<Plan, "features" | "expiresAt"> & {
    sealedToken: string;
  },
  by: Actor,
  now: Date,
): Promise<void> {
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
  await recordAudit(trx, { orgId, by, action: "settings.plan-set", detail, now });
}

/** Forgets a plan: the company's own switches count again. @returns whether there was one */
export async function removePlan(
  trx: Writer,
  orgId: string,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const result = await inOrg(trx, orgId).deleteFrom("entitlements").executeTakeFirst();
  if (result.numDeletedRows === 0n) return false;
  await contentChanged(trx, orgId);
  await recordAudit(trx, { orgId, by, action: "settings.plan-removed", now });
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
  trx: Writer,
  orgId: string,
  before: PlanCheck,
  check: PlanCheck,
  by: Actor,
  now: Date,
): Promise<void> {
  await inOrg(trx, orgId).updateTable("entitlements").set(check).execute();
  if ((before.endedAt === null) === (check.endedAt === null)) return;
  await contentChanged(trx, orgId);
  const action = check.endedAt === null ? "settings.plan-resumed" : "settings.plan-ended";
  await recordAudit(trx, { orgId, by, action, detail: { fault: check.fault }, now });
}
