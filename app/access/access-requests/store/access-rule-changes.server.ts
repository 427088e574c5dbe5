import { hasConditions, hasPattern, type RuleTerms } from "#model/access-rules/access-rules.ts";
import { differingWords, ruleSubject } from "#model/access-rules/rule-words.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { EditConflict } from "#web/history/store/record-change.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { stampOf } from "#tenancy/history/store/subject.server.ts";
import { isoNow } from "#db/ids.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { mustChange, NotFound } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  findRule,
  mustBeGivable,
  bindProducts,
  listRules,
  type AccessRule,
} from "./access-rules.server.ts";
import { setConditions } from "./rule-conditions.server.ts";

/** The stamp of what a rule says; its place in the order is another matter. */
export function ruleStamp(rule: RuleTerms): string {
  const { matches, pattern, action, profileId, expiresInDays, ndaRequired, message, note } = rule;
  const sorted = (values: readonly string[] = []) => [...new Set(values)].sort();
  return stampOf({
    matches,
    pattern,
    action,
    profileId,
    productIds: sorted(rule.productIds),
    expiresInDays,
    ndaRequired,
    message,
    note,
    // Requests keep the stamps of rules that knew no conditions.
    ...(hasConditions(rule)
      ? {
          relationships: sorted(rule.relationships),
          countries: sorted(rule.countries),
          askedProductIds: sorted(rule.askedProductIds),
        }
      : {}),
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
  write: Write,
  ruleId: string,
  values: RuleTerms,
  { base }: { base?: string | undefined } = {},
): Promise<void> {
  const { trx, orgId } = write;
  const stored = await findRule(trx, orgId, ruleId);
  if (stored === null) throw new NotFound("rule");
  const current = ruleStamp(stored);
  // Sent twice, it is done once.
  if (ruleStamp(values) === current) return;
  if (base !== undefined && base !== current)
    throw new EditConflict(stored, current, await lastChange(trx, orgId, ruleId));
  await mustBeGivable(trx, orgId, values);
  const { matches, action, profileId, productIds, expiresInDays, ndaRequired, message, note } =
    values;
  await inOrg(trx, orgId)
    .updateTable("accessRules")
    .set({
      matches,
      pattern: hasPattern(matches) ? values.pattern : "",
      action,
      profileId,
      expiresInDays,
      ndaRequired: ndaRequired ? 1 : 0,
      message,
      note,
    })
    .where("id", "=", ruleId)
    .execute();
  await inOrg(trx, orgId).deleteFrom("accessRuleProducts").where("ruleId", "=", ruleId).execute();
  await bindProducts(trx, orgId, ruleId, productIds);
  await setConditions(trx, orgId, ruleId, values);
  const words = differingWords(stored, values, {
    profiles: await listProfiles(trx, orgId),
    products: await listProducts(trx, orgId),
  });
  const side = (name: "before" | "after") =>
    words.map((line) => `${line.label}: ${line[name] || "(empty)"}`).join("; ");
  await recordAudit(write, {
    action: "access-rule.changed",
    subject: ruleId,
    detail: { rule: ruleSubject(stored), before: side("before"), after: side("after") },
  });
  await noteEntries(write, "rules", [ruleId]);
}

/** Who changed a rule last, as far as the record goes back. */
async function lastChange(
  db: Reader,
  orgId: string,
  ruleId: string,
): Promise<{ by: string; at: string } | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("audit")
    .select(["actorName", "at"])
    .where("action", "=", "access-rule.changed")
    .where("subject", "=", ruleId)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { by: row.actorName, at: row.at };
}

/**
 * Ends a rule; what it decided stays decided.
 * @throws NotFound
 */
export async function endRule(write: Write, ruleId: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  const result = await inOrg(trx, orgId)
    .updateTable("accessRules")
    .set({ endedAt: isoNow(now), endedBy: by.actorName })
    .where("id", "=", ruleId)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  mustChange(result, "rule");
  await recordAudit(write, { action: "access-rule.ended", subject: ruleId });
}

/**
 * Changes places with the rule before or after: the first that matches decides, so order is
 * meaning. At an end of the list nothing changes.
 * @throws NotFound
 */
export async function moveRule(
  write: Write,
  ruleId: string,
  direction: "up" | "down",
): Promise<void> {
  const { trx, orgId } = write;
  const rules = await listRules(trx, orgId);
  const at = rules.findIndex((rule) => rule.id === ruleId);
  if (at === -1) throw new NotFound("rule");
  const other = rules[direction === "up" ? at - 1 : at + 1];
  if (other === undefined) return;
  // Renumbered as a whole: rules of one position would otherwise not change places.
  const order = rules.toSpliced(at, 1).toSpliced(rules.indexOf(other), 0, rules[at] as AccessRule);
  for (const [i, { id, position }] of order.entries()) {
    if (position === i + 1) continue;
    await noteEntries(write, "rules", [id]);
    await inOrg(trx, orgId)
      .updateTable("accessRules")
      .set({ position: i + 1 })
      .where("id", "=", id)
      .execute();
  }
  await recordAudit(write, { action: "access-rule.moved", subject: ruleId, detail: { direction } });
}
