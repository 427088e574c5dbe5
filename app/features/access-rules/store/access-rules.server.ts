import { isErased } from "../../privacy/rules/erased.ts";
import { listRuling, type DomainLists } from "../../access-requests/rules/access-domains.ts";
import { firstMatch, type RuleAction, type RuleTerms } from "../rules/access-rules.ts";
import { differingWords } from "../rules/rule-words.ts";
import { recordAudit, type Actor } from "../../audit/store/audit.server.ts";
import { EditConflict } from "../../../history/store/record-change.server.ts";
import { stampOf } from "../../../history/store/subject.server.ts";
import { hashedAddresses } from "../../privacy/store/erased-addresses.server.ts";
import { isoNow, newId } from "../../../../db/ids.ts";
import { findProfile, listProfiles } from "../../profiles/store/permission-profiles.server.ts";
import { listProducts, mustFindProduct } from "../../products/store/products.server.ts";
import { mustChange, NotFound, Refused } from "../../../../db/refusals.ts";
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

/** The stamp of what a rule says; its place in the order is another matter. */
export function ruleStamp({
  matches,
  pattern,
  action,
  profileId,
  productIds,
  expiresInDays,
  ndaRequired,
  message,
  note,
}: RuleTerms): string {
  return stampOf({
    matches,
    pattern,
    action,
    profileId,
    productIds: [...new Set(productIds)].sort(),
    expiresInDays,
    ndaRequired,
    message,
    note,
  });
}

/**
 * The stamp of what a rule gives, and to whom: its note and its words to people are another matter.
 */
export function termsStamp(rule: RuleTerms): string {
  return ruleStamp({ ...rule, message: null, note: null });
}

/**
 * Changes what a rule says; its place in the order stays, and what it decided stays decided.
 * @param edit.base the stamp that the form was rendered with; without one nobody looks whether
 *   somebody else was quicker
 * @throws NotFound when the rule, profile or product is not the org's; Refused for an approval
 *   without a profile; EditConflict when somebody else changed it since
 */
export async function changeRule(
  trx: Writer,
  orgId: string,
  ruleId: string,
  values: RuleTerms,
  { base, by, now }: { base?: string | undefined; by: Actor; now: Date },
): Promise<void> {
  const stored = await findRule(trx, orgId, ruleId);
  if (stored === null) throw new NotFound("rule");
  const current = ruleStamp(stored);
  // Sent twice, it is done once.
  if (ruleStamp(values) === current) return;
  if (base !== undefined && base !== current)
    throw new EditConflict(stored, current, await lastChange(trx, orgId, ruleId));
  await mustBeGivable(trx, orgId, values);
  const {
    matches,
    pattern,
    action,
    profileId,
    productIds,
    expiresInDays,
    ndaRequired,
    message,
    note,
  } = values;
  await trx
    .updateTable("accessRules")
    .set({
      matches,
      pattern,
      action,
      profileId,
      expiresInDays,
      ndaRequired: ndaRequired ? 1 : 0,
      message,
      note,
    })
    .where("orgId", "=", orgId)
    .where("id", "=", ruleId)
    .execute();
  await trx
    .deleteFrom("accessRuleProducts")
    .where("orgId", "=", orgId)
    .where("ruleId", "=", ruleId)
    .execute();
  await bindProducts(trx, orgId, ruleId, productIds);
  const words = differingWords(stored, values, {
    profiles: await listProfiles(trx, orgId),
    products: await listProducts(trx, orgId),
  });
  const side = (name: "before" | "after") =>
    words.map((line) => `${line.label}: ${line[name] || "(empty)"}`).join("; ");
  await recordAudit(trx, {
    orgId,
    by,
    action: "access-rule.changed",
    subject: ruleId,
    detail: {
      rule: `${stored.matches} ${stored.pattern}`,
      before: side("before"),
      after: side("after"),
    },
    now,
  });
}

/** Who changed a rule last, as far as the record goes back. */
async function lastChange(
  db: Reader,
  orgId: string,
  ruleId: string,
): Promise<{ by: string; at: string } | null> {
  const row = await db
    .selectFrom("audit")
    .select(["actorName", "at"])
    .where("orgId", "=", orgId)
    .where("action", "=", "access-rule.changed")
    .where("subject", "=", ruleId)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { by: row.actorName, at: row.at };
}

async function mustBeGivable(
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

async function bindProducts(
  trx: Writer,
  orgId: string,
  ruleId: string,
  productIds: readonly string[],
): Promise<void> {
  const bound = [...new Set(productIds)].map((productId) => ({ orgId, ruleId, productId }));
  if (bound.length > 0) await trx.insertInto("accessRuleProducts").values(bound).execute();
}

/**
 * Ends a rule; what it decided stays decided.
 * @throws NotFound
 */
export async function endRule(
  trx: Writer,
  orgId: string,
  ruleId: string,
  by: Actor,
  now: Date = new Date(),
): Promise<void> {
  const result = await trx
    .updateTable("accessRules")
    .set({ endedAt: isoNow(now), endedBy: by.actorName })
    .where("orgId", "=", orgId)
    .where("id", "=", ruleId)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  mustChange(result, "rule");
  await recordAudit(trx, { orgId, by, action: "access-rule.ended", subject: ruleId, now });
}

/** A rule as the audit and a request's record name it: 'Rule: domain partner.example'. */
export function ruleActor(rule: Pick<AccessRule, "matches" | "pattern">): Actor {
  return { actor: "system", actorName: `Rule: ${rule.matches} ${rule.pattern}` };
}

/**
 * Changes places with the rule before or after: the first that matches decides, so order is
 * meaning. At an end of the list nothing changes.
 * @throws NotFound
 */
export async function moveRule(
  trx: Writer,
  orgId: string,
  ruleId: string,
  direction: "up" | "down",
  by: Actor,
  now: Date = new Date(),
): Promise<void> {
  const rules = await listRules(trx, orgId);
  const at = rules.findIndex((rule) => rule.id === ruleId);
  if (at === -1) throw new NotFound("rule");
  const other = rules[direction === "up" ? at - 1 : at + 1];
  if (other === undefined) return;
  // Renumbered as a whole: rules of one position would otherwise not change places.
  const order = rules.toSpliced(at, 1).toSpliced(rules.indexOf(other), 0, rules[at] as AccessRule);
  for (const [i, { id, position }] of order.entries()) {
    if (position !== i + 1)
      await trx
        .updateTable("accessRules")
        .set({ position: i + 1 })
        .where("orgId", "=", orgId)
        .where("id", "=", id)
        .execute();
  }
  await recordAudit(trx, {
    orgId,
    by,
    action: "access-rule.moved",
    subject: ruleId,
    detail: { direction },
    now,
  });
}
