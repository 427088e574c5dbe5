import { isErased } from "../../privacy/rules/erased.ts";
import { listRuling, type DomainLists } from "../../access-requests/rules/access-domains.ts";
import { firstMatch, type RuleAction, type RuleTerms } from "../rules/access-rules.ts";
import { recordAudit, type Actor } from "../../audit/store/audit.server.ts";
import { hashedAddresses } from "../../privacy/store/erased-addresses.server.ts";
import { isoNow, newId } from "../../../../db/ids.ts";
import { findProfile } from "../../profiles/store/permission-profiles.server.ts";
import { mustFindProduct } from "../../products/store/products.server.ts";
import { NotFound, Refused } from "../../../../db/refusals.ts";
import type { Reader, Writer } from "../../../../db/store.ts";

/** A rule that decides requests for access at once. */
export interface AccessRule extends RuleTerms {
  id: string;
  position: number;
}

/** The rules in force, in the order in which they are asked. */
export async function listRules(db: Reader, orgId: string): Promise<AccessRule[]> {
  const rows = await db
    .selectFrom("accessRules")
    .selectAll()
    .where("orgId", "=", orgId)
    .where("endedAt", "is", null)
    .orderBy("position")
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  const products = await db
    .selectFrom("accessRuleProducts")
    .select(["ruleId", "productId"])
    .where("orgId", "=", orgId)
    .orderBy("productId")
    .execute();
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

/** The rule that decides over an address, or null: the first that matches. */
export async function ruleFor(
  db: Reader,
  orgId: string,
  address: { key: string; domain: string },
): Promise<AccessRule | null> {
  return firstOf(db, await listRules(db, orgId), orgId, address);
}

/** The first of an org's rules that an address falls under, or null. */
export async function firstOf(
  db: Reader,
  rules: readonly AccessRule[],
  orgId: string,
  address: { key: string; domain: string },
): Promise<AccessRule | null> {
  // A rule about an address that was erased knows its hash alone.
  const [erased] = rules.some(({ pattern }) => isErased(pattern))
    ? await hashedAddresses(db, orgId, [address.key])
    : [];
  const named = rules.map((rule) =>
    rule.pattern === erased ? { ...rule, pattern: address.key } : rule,
  );
  const match = firstMatch(named, address);
  return rules.find(({ id }) => id === match?.id) ?? null;
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
  address: { key: string; domain: string },
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
 *   profile
 */
export async function addRule(
  trx: Writer,
  orgId: string,
  values: RuleTerms,
  by: Actor,
  now: Date = new Date(),
): Promise<string> {
  const { productIds, ndaRequired, action, profileId, ...rest } = values;
  await mustBeGivable(trx, orgId, values);
  const last = await trx
    .selectFrom("accessRules")
    .select((eb) => eb.fn.max<number | null>("position").as("position"))
    .where("orgId", "=", orgId)
    .executeTakeFirst();
  const id = newId();
  await trx
    .insertInto("accessRules")
    .values({
      orgId,
      id,
      ...rest,
      position: (last?.position ?? 0) + 1,
      action,
      profileId,
      ndaRequired: ndaRequired ? 1 : 0,
      createdAt: isoNow(now),
      createdBy: by.actorName,
      endedAt: null,
      endedBy: null,
    })
    .execute();
  await bindProducts(trx, orgId, id, productIds);
  await recordAudit(trx, {
    orgId,
    by,
    action: "access-rule.added",
    subject: id,
    detail: { matches: values.matches, pattern: values.pattern, action },
    now,
  });
  return id;
}

export async function mustBeGivable(
  db: Reader,
  orgId: string,
  { action, profileId, productIds }: RuleTerms,
): Promise<void> {
  if (action === "approve" && profileId === null)
    throw new Refused("Choose the permission profile that is given.", "profileId");
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
  return { actor: "system", actorName: `Rule: ${rule.matches} ${rule.pattern}` };
}
