import {
  NO_CONDITIONS,
  type RuleConditions,
  type RuleFact,
} from "#model/access-rules/access-rules.ts";
import { mustFindProduct } from "#tenancy/products/store/products.server.ts";
import { prepared } from "#db/prepared.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

const FACTS_OF = prepared((db, p: { orgId: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("accessRuleFacts")
    .select(["ruleId", "fact", "value"])
    .orderBy("value"),
);

const ASKED_PRODUCTS_OF = prepared((db, p: { orgId: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("accessRuleAskedProducts")
    .select(["ruleId", "productId"])
    .orderBy("productId"),
);

/** What must hold beside the address, by rule; a rule that asks for nothing is not in it. */
export async function conditionsOf(
  db: Reader,
  orgId: string,
): Promise<ReadonlyMap<string, RuleConditions>> {
  const facts = await FACTS_OF(db, { orgId });
  const products = await ASKED_PRODUCTS_OF(db, { orgId });
  const ids = new Set([...facts, ...products].map(({ ruleId }) => ruleId));
  const valuesOf = (id: string, fact: RuleFact) =>
    facts.filter((row) => row.ruleId === id && row.fact === fact).map(({ value }) => value);
  return new Map(
    [...ids].map((id) => [
      id,
      {
        relationships: valuesOf(id, "relationship"),
        countries: valuesOf(id, "country"),
        askedProductIds: products
          .filter(({ ruleId }) => ruleId === id)
          .map(({ productId }) => productId),
      },
    ]),
  );
}

/**
 * Sets what must hold beside the address for a rule to decide.
 * @throws NotFound when a product is not the org's
 */
export async function setConditions(
  trx: Writer,
  orgId: string,
  ruleId: string,
  conditions: Partial<RuleConditions>,
): Promise<void> {
  const { relationships, countries, askedProductIds } = { ...NO_CONDITIONS, ...conditions };
  for (const productId of askedProductIds) await mustFindProduct(trx, orgId, productId);
  for (const table of ["accessRuleFacts", "accessRuleAskedProducts"] as const)
    await inOrg(trx, orgId).deleteFrom(table).where("ruleId", "=", ruleId).execute();
  const of = (fact: RuleFact, values: readonly string[]) =>
    [...new Set(values)].map((value) => ({ orgId, ruleId, fact, value }));
  const facts = [...of("relationship", relationships), ...of("country", countries)];
  if (facts.length > 0) await trx.insertInto("accessRuleFacts").values(facts).execute();
  const products = [...new Set(askedProductIds)].map((productId) => ({ orgId, ruleId, productId }));
  if (products.length > 0)
    await trx.insertInto("accessRuleAskedProducts").values(products).execute();
}
