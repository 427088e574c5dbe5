import { ruleSubject } from "#model/access-rules/rule-words.ts";
import { isErased } from "#model/privacy/erased.ts";
import { listRuling, type DomainLists } from "#model/access-requests/access-domains.ts";
import {
  ASK_FOR_SOMETHING,
  firstMatch,
  hasConditions,
  hasPattern,
  NO_CONDITIONS,
  type RequestFacts,
  type RuleAction,
  type RuleConditions,
  type RuleTerms,
} from "#model/access-rules/access-rules.ts";
import { recordAudit, type Actor, type Write } from "#tenancy/audit/store/audit.server.ts";
import { hashedAddresses } from "#platform/privacy/store/erased-addresses.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { findProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { listProducts, mustFindProduct } from "#tenancy/products/store/products.server.ts";
import { prepared } from "#db/prepared.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { isOfCustomer } from "./customer-domains.server.ts";
import { conditionsOf, setConditions } from "./rule-conditions.server.ts";

/** A rule that decides requests for access at once. */
export interface AccessRule extends Omit<RuleTerms, keyof RuleConditions>, RuleConditions {
  id: string;
  position: number;
}

/** Who asks. */
export interface AskingAddress {
  key: string;
  domain: string;
  /** What the request says beside it; left out before anything was asked. */
  facts?: RequestFacts | undefined;
}

const IN_FORCE = prepared((db, p: { orgId: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("accessRules")
    .selectAll()
    .where("endedAt", "is", null)
    .orderBy("position")
    .orderBy("createdAt")
    .orderBy("id"),
);

const PRODUCTS_OF = prepared((db, p: { orgId: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("accessRuleProducts")
    .select(["ruleId", "productId"])
    .orderBy("productId"),
);

/** The rules in force, in the order in which they are asked. */
export async function listRules(db: Reader, orgId: string): Promise<AccessRule[]> {
  const rows = await IN_FORCE(db, { orgId });
  if (rows.length === 0) return [];
  const products = await PRODUCTS_OF(db, { orgId });
  const conditions = await conditionsOf(db, orgId);
  return rows.map(
    ({
      id,
      position,
      matches,
      pattern,
      action,
      profileId,
      expiresInDays,
      ndaRequired,
      message,
      note,
    }) => ({
      id,
      position,
      matches,
      pattern,
      ...(conditions.get(id) ?? NO_CONDITIONS),
      action,
      profileId,
      productIds: products
        .filter((product) => product.ruleId === id)
        .map((product) => product.productId),
      expiresInDays,
      ndaRequired: ndaRequired === 1,
      message,
      note,
    }),
  );
}

/** A rule in force; null when the org has none of that id. */
export async function findRule(
  db: Reader,
  orgId: string,
  ruleId: string,
): Promise<AccessRule | null> {
  return (await listRules(db, orgId)).find(({ id }) => id === ruleId) ?? null;
}

/** The rule that decides over somebody who asks, or null: the first that matches. */
export async function ruleFor(
  db: Reader,
  orgId: string,
  address: AskingAddress,
): Promise<AccessRule | null> {
  return firstOf(db, await listRules(db, orgId), orgId, address);
}

/** The first of an org's rules that somebody who asks falls under, or null. */
export async function firstOf(
  db: Reader,
  rules: readonly AccessRule[],
  orgId: string,
  { key, domain, facts }: AskingAddress,
): Promise<AccessRule | null> {
  // A rule about an address that was erased knows its hash alone.
  const [erased] = rules.some(({ pattern }) => isErased(pattern))
    ? hashedAddresses(db, orgId, [key])
    : [];
  const named = rules.map((rule) => (rule.pattern === erased ? { ...rule, pattern: key } : rule));
  const match = firstMatch(named, {
    key,
    domain,
    isCustomer:
      rules.some(({ matches }) => matches === "customers") &&
      (await isOfCustomer(db, orgId, domain)),
    facts: facts === undefined ? undefined : await withProduct(db, orgId, rules, facts),
  });
  return rules.find(({ id }) => id === match?.id) ?? null;
}

/** Who names no product asks for the one whose page comes first. */
async function withProduct(
  db: Reader,
  orgId: string,
  rules: readonly AccessRule[],
  facts: RequestFacts,
): Promise<RequestFacts> {
  if (facts.productIds.length > 0 || rules.every((rule) => rule.askedProductIds.length === 0))
    return facts;
  const products = await listProducts(db, orgId);
  return {
    ...facts,
    productIds: products.filter(({ isDefault }) => isDefault).map(({ id }) => id),
  };
}

/** What decides over a request by itself: one of the lists of domains, or a rule. */
export interface RuleDecision {
  action: RuleAction;
  /** null: a list of domains, which can't approve. */
  rule: AccessRule | null;
  by: Actor;
  /** What a declined person reads in place of the usual words. */
  message: string | null;
}

/**
 * What decides over an address, or null where nothing does: the lists of domains, then the first
 * rule that matches.
 * @param freeMail the address is asked for a work address in any case, which says more than that
 *   its domain is not listed
 * @param rules those to ask, where they are not those in force: for a dry run
 */
export async function ruleDecisionFor(
  db: Reader,
  org: { id: string; customization: DomainLists },
  address: AskingAddress,
  freeMail: boolean,
  rules?: readonly AccessRule[],
): Promise<RuleDecision | null> {
  const listed = listRuling(org.customization, address.domain);
  if (listed === "decline" && freeMail) return null;
  if (listed !== null)
    return {
      action: listed,
      rule: null,
      by: {
        actor: "system",
        actorName: listed === "block" ? "Blocked domains" : "Allowed domains",
      },
      message: null,
    };
  const rule =
    rules === undefined
      ? await ruleFor(db, org.id, address)
      : await firstOf(db, rules, org.id, address);
  return rule === null
    ? null
    : { action: rule.action, rule, by: ruleActor(rule), message: rule.message };
}

/**
 * Adds a rule behind the others.
 * @returns its id
 * @throws NotFound when profile or product is not the org's; Refused for an approval without a
 *   profile, or a rule that would decide over everybody
 */
export async function addRule(write: Write, values: RuleTerms): Promise<string> {
  const { trx, orgId, by, now } = write;
  const { matches, action, profileId, expiresInDays, ndaRequired, message, note } = values;
  await mustBeGivable(trx, orgId, values);
  const last = await inOrg(trx, orgId)
    .selectFrom("accessRules")
    .select((eb) => eb.fn.max<number | null>("position").as("position"))
    .executeTakeFirst();
  const id = newId();
  await trx
    .insertInto("accessRules")
    .values({
      orgId,
      id,
      matches,
      pattern: hasPattern(matches) ? values.pattern : "",
      position: (last?.position ?? 0) + 1,
      action,
      profileId,
      expiresInDays,
      ndaRequired: ndaRequired ? 1 : 0,
      message,
      note,
      createdAt: isoNow(now),
      createdBy: by.actorName,
      endedAt: null,
      endedBy: null,
    })
    .execute();
  await bindProducts(trx, orgId, id, values.productIds);
  await setConditions(trx, orgId, id, values);
  await recordAudit(write, {
    action: "access-rule.added",
    subject: id,
    detail: {
      matches,
      ...(hasPattern(matches) ? { pattern: values.pattern } : {}),
      ...conditionDetail(values),
      action,
    },
  });
  return id;
}

/** What a rule asks for beside the address, as the audit keeps it. */
function conditionDetail({ relationships, countries, askedProductIds }: Partial<RuleConditions>) {
  return {
    ...(relationships?.length ? { relationships: relationships.join(", ") } : {}),
    ...(countries?.length ? { countries: countries.join(", ") } : {}),
    ...(askedProductIds?.length ? { askedProducts: askedProductIds.join(" ") } : {}),
  };
}

export async function mustBeGivable(db: Reader, orgId: string, terms: RuleTerms): Promise<void> {
  const { action, profileId, productIds } = terms;
  if (terms.matches === "anyone" && !hasConditions(terms))
    throw new Refused(ASK_FOR_SOMETHING, "looksAt");
  if (action === "approve" && profileId === null)
    throw new Refused("Choose a permission profile.", "profileId");
  if (profileId !== null && (await findProfile(db, orgId, profileId)) === null)
    throw new NotFound("permission profile");
  for (const productId of productIds) await mustFindProduct(db, orgId, productId);
}

export async function bindProducts(
  trx: Writer,
  orgId: string,
  ruleId: string,
  productIds: readonly string[],
): Promise<void> {
  const bound = [...new Set(productIds)].map((productId) => ({ orgId, ruleId, productId }));
  if (bound.length > 0) await trx.insertInto("accessRuleProducts").values(bound).execute();
}

/** A rule as the audit and a request's record name it: 'Rule: domain partner.example'. */
export function ruleActor(rule: Pick<AccessRule, "matches" | "pattern">): Actor {
  return { actor: "system", actorName: `Rule: ${ruleSubject(rule)}` };
}
