import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { notifyStaff } from "#company/notifications/store/notifications.server.ts";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import type { Services } from "#platform/context.ts";
import type { Feature } from "#model/settings/customization.ts";
import { lastDaily } from "#values/schedule.ts";
import { readPublishedToken, TokenRefused } from "#platform/integrations/identity-token.ts";
import { brandOf } from "#platform/mail/brand.ts";
import type { ClockJob, JobParts } from "#platform/mail/scheduled-job.ts";
import { planFaulty } from "./mail/plan-faulty.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import {
  graceEnds,
  MAX_PLAN_TOKEN,
  PLAN_REFUSALS,
  planOf,
  type Plan,
  type PlanFault,
} from "#company/entitlements/rules/entitlements.ts";
import {
  findPlan,
  keepPlanCheck,
  type PlanCheck,
} from "#company/entitlements/store/entitlements.server.ts";

const HOUR = 6;
const PURPOSE = "plan-token";

/** For whom a token is sealed. */
export const sealOf = (orgId: string) => `${PURPOSE}:${orgId}`;

type Checking = Pick<Services, "config" | "now" | "store">;
type Tenant = Pick<Org, "id" | "slug">;

/**
 * Reads the token of a plan: signed by one of the keys of `ENTITLEMENTS_JWKS`, for this
 * installation (`aud`) and this company (`sub`), with an end, and with features.
 * @returns the plan, or what is wrong; null where keys can't be read now
 */
async function judge(
  services: Checking,
  org: Tenant,
  token: string,
): Promise<
  | { features: Feature[]; expiresAt: string }
  | { fault: PlanFault; message: string }
  | { unread: string }
> {
  const { config, now } = services;
  if (config.entitlementsJwks === null)
    return { fault: "not-set-up", message: "This installation takes no plans" };
  try {
    const claims = await readPublishedToken(services, config.entitlementsJwks, {
      token,
      maxLength: MAX_PLAN_TOKEN,
      audience: config.origin,
      requiredClaims: ["aud", "exp", "sub"],
      currentDate: now(),
    });
    const plan = planOf(claims, org);
    return typeof plan === "string" ? { fault: "claims", message: plan } : plan;
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    const { fault } = error;
    const message =
      PLAN_REFUSALS[fault] ?? "The token is missing a claim. It needs “aud”, “sub” and “exp”.";
    if (fault === "keys-unavailable") return { unread: message };
    const known = fault === "expired" || fault === "unknown-key" || fault === "signature";
    return { fault: known ? fault : "claims", message };
  }
}

/** Reads a token that was pasted. @returns the plan, or the message for its field */
export async function readPlanToken(
  services: Checking,
  org: Tenant,
  token: string,
): Promise<{ features: Feature[]; expiresAt: string } | string> {
  const judged = await judge(services, org, token);
  if ("unread" in judged) return judged.unread;
  return "fault" in judged ? judged.message : judged;
}

/**
 * Once a day, at six o'clock in the org's time zone: whether the token of its plan is still right.
 * One that is not leaves everything as it is for seven days, and owners and admins are told; then
 * the company's own switches count. Keys that can't be read prove nothing, and count for nothing;
 * the token's own end counts all the same.
 */
export const planChecksJob: ClockJob = {
  job: "plan-checks",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  isIdle: async ({ store }, { orgId }) => (await findPlan(store.read, orgId)) === null,
  async work(parts, turn) {
    const { config, store, now } = parts;
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    const plan = await findPlan(store.read, org.id);
    const moment = now();
    const check = plan === null ? null : await recheck(parts, org, plan, moment);
    await store.write(async (trx) => {
      const write = { trx, orgId: org.id, by: SYSTEM, now: moment };
      if (!(await claimDueJob(trx, org.id, "plan-checks", turn))) return;
      const current = await findPlan(trx, org.id);
      // Somebody pasted another one meanwhile.
      if (plan === null || check === null || current?.sealedToken !== plan.sealedToken) return;
      await keepPlanCheck(write, plan, check);
      const isNews = check.fault !== null && plan.fault === null;
      const hasEnded = check.endedAt !== null && plan.endedAt === null;
      if (!isNews && !hasEnded) return;
      const mail = renderMail(await brandOf(trx, org, config), planFaulty, {
        fault: check.fault ?? "expired",
        until: hasEnded ? null : graceEnds(check.faultedAt ?? plan.expiresAt).toISOString(),
        timeZone: org.timeZone,
      });
      await notifyStaff(write, "plan", mail);
    });
  },
};

/**
 * What a plan's token comes to now; null while its keys can't be read and nothing else is known
 * against it.
 */
async function recheck(
  parts: JobParts,
  org: Org,
  plan: Pick<Plan, "expiresAt" | "fault" | "faultedAt"> & { sealedToken: string },
  now: Date,
): Promise<PlanCheck | null> {
  const judged = await judge(parts, org, parts.key.open(sealOf(org.id), plan.sealedToken));
  if (!("fault" in judged) && !("unread" in judged))
    return { fault: null, faultedAt: null, endedAt: null };
  // Without keys the token's own end still counts, which was read while they were there, and so
  // does a fault of before.
  const hasExpired = plan.expiresAt <= now.toISOString();
  const known = plan.fault ?? (hasExpired ? ("expired" as const) : null);
  const fault = "fault" in judged ? judged.fault : known;
  if (fault === null) return null;
  const faultedAt = plan.faultedAt ?? (fault === "expired" ? plan.expiresAt : now.toISOString());
  const ends = graceEnds(faultedAt);
  return { fault, faultedAt, endedAt: ends <= now ? ends.toISOString() : null };
}
