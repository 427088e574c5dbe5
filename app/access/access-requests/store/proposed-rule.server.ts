import { isFreeMail } from "#model/access-rules/free-mail.ts";
import {
  askedProducts,
  type RuleAction,
  type RuleTerms,
} from "#model/access-rules/access-rules.ts";
import { listRuling, type DomainLists } from "#model/access-requests/access-domains.ts";
import type { AccessRequest } from "./access-requests.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { ruleFor } from "./access-rules.server.ts";

/** So many equal decisions in a row say what the next one would be. */
export const EQUAL_DECISIONS = 3;

const DAY_MS = 86_400_000;
/** Older decisions say nothing of today. */
const WITHIN_MS = 90 * DAY_MS;

const ACTIONS: Readonly<Partial<Record<string, RuleAction>>> = {
  request_approved: "approve",
  request_declined: "decline",
  request_declined_third_party: "third-party",
};

/**
 * The rule that would decide as staff did the last three times about people of a request's domain:
 * the same outcome, with the same profile in the same products. Null where they decided otherwise,
 * where everybody can have such an address, or where something decides about it already.
 */
export async function proposedRule(
  db: Reader,
  org: { id: string; customization: DomainLists },
  request: AccessRequest,
  now: Date,
): Promise<RuleTerms | null> {
  const { emailDomain, emailKey, freeMail } = request;
  if (freeMail || isFreeMail(emailDomain)) return null;
  if (listRuling(org.customization, emailDomain) !== null) return null;
  const decisions = await inOrg(db, org.id)
    .selectFrom("accessReviews as v")
    .innerJoin("accessRequests as r", (join) =>
      join.onRef("r.orgId", "=", "v.orgId").onRef("r.id", "=", "v.requestId"),
    )
    .select(["v.at", "r.id", "r.accountId", "r.outcome", "r.message"])
    .where("r.emailDomain", "=", emailDomain)
    .where("v.undoneAt", "is", null)
    .where("r.status", "in", ["approved", "declined"])
    .where("v.at", ">=", new Date(now.getTime() - WITHIN_MS).toISOString())
    .orderBy("v.at", "desc")
    .orderBy("v.id")
    .limit(EQUAL_DECISIONS)
    .execute();
  const [last] = decisions;
  const action = ACTIONS[last?.outcome ?? ""];
  if (last === undefined || action === undefined) return null;
  if (decisions.length < EQUAL_DECISIONS || !decisions.some(({ id }) => id === request.id))
    return null;
  if (decisions.some(({ outcome }) => outcome !== last.outcome)) return null;
  const facts = {
    relationship: request.relationship,
    country: request.country,
    productIds: askedProducts(request),
  };
  const address = { key: emailKey, domain: emailDomain, facts };
  if ((await ruleFor(db, org.id, address)) !== null) return null;
  const rule: RuleTerms = {
    matches: "domain",
    pattern: emailDomain,
    action,
    profileId: null,
    productIds: [],
    expiresInDays: null,
    ndaRequired: true,
    message: decisions.every(({ message }) => message === last.message) ? last.message : null,
    note: null,
  };
  if (action !== "approve") return rule;
  const given = [];
  for (const decision of decisions) given.push(await givenBy(db, org.id, decision));
  const [latest] = given;
  if (latest == null || given.some((one) => one?.said !== latest.said)) return null;
  const { profileId, productIds, expiresInDays, ndaRequired } = latest;
  return { ...rule, message: null, profileId, productIds, expiresInDays, ndaRequired };
}

/**
 * What the account could read after an approval: also where the person came into one that had it
 * before. Null where that is not one profile.
 */
async function givenBy(
  db: Reader,
  orgId: string,
  { accountId, at }: { accountId: string | null; at: string },
) {
  const grants = await inOrg(db, orgId)
    .selectFrom("grants")
    .select(["productId", "profileId", "ndaRequired", "expiresAt", "grantedAt"])
    .where("accountId", "=", accountId)
    .where("grantedAt", "<=", at)
    .where((eb) => eb.or([eb("revokedAt", "is", null), eb("revokedAt", ">", at)]))
    .where((eb) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", at)]))
    .orderBy("productId")
    .execute();
  const [first] = grants;
  if (first === undefined || grants.some(({ profileId }) => profileId !== first.profileId))
    return null;
  const productIds = [...new Set(grants.map(({ productId }) => productId))];
  const { profileId, expiresAt, grantedAt } = first;
  const lasts =
    expiresAt === null
      ? null
      : Math.round((Date.parse(expiresAt) - Date.parse(grantedAt)) / DAY_MS);
  return {
    profileId,
    productIds,
    said: [profileId, ...productIds].join(" "),
    expiresInDays: lasts === null ? null : Math.min(Math.max(lasts, 1), 9_999),
    ndaRequired: grants.some((grant) => grant.ndaRequired === 1),
  };
}
