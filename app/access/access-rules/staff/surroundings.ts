import type { RouterContextProvider } from "react-router";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { countryOptions } from "#values/countries.ts";
import { servicesContext } from "#platform/context.ts";
import { formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { countriesText, ruleSchema, type RuleInput } from "../forms/access-rules.ts";
import { countCustomers } from "#access/access-requests/store/customer-domains.server.ts";
import type { RuleTerms } from "#model/access-rules/access-rules.ts";
import type { RuleSurroundings } from "./rule-conditions.tsx";

/** What the form of a rule shows beside the rule itself. */
export async function ruleFormData(context: Readonly<RouterContextProvider>, org: Org) {
  const { read } = context.get(servicesContext).store;
  const { relationshipDropdown, countriesDropdown } = org.customization.requestForm;
  const around: RuleSurroundings = {
    profiles: (await listProfiles(read, org.id)).map(({ id, name }) => ({ id, name })),
    products: (await listProducts(read, org.id)).map(({ id, name }) => ({ id, name })),
    countries: countryOptions(),
    customers: await countCustomers(read, org.id),
    asks: { relationship: relationshipDropdown.enabled, country: countriesDropdown.enabled },
  };
  return { around, failed: formFailed(context), constraint: formConstraint(ruleSchema) };
}

/** A rule as the fields of its form show it. */
export function ruleValues(rule: RuleTerms) {
  return {
    looksAt: rule.matches,
    pattern: rule.pattern,
    relationships: [...(rule.relationships ?? [])] as RuleInput["relationships"],
    countries: countriesText(rule.countries ?? []),
    askedProductIds: [...(rule.askedProductIds ?? [])],
    outcome: rule.action,
    profileId: rule.profileId ?? "",
    productIds: [...rule.productIds],
    expiresIn: rule.expiresInDays === null ? "" : String(rule.expiresInDays),
    nda: rule.ndaRequired ? ("required" as const) : ("waived" as const),
    message: rule.message ?? "",
    note: rule.note ?? "",
  };
}
