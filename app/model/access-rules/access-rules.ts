/** Rules that decide a request for access at once, in order; all conditions of one must hold. */
export const RULE_ACTIONS = ["approve", "decline", "third-party", "block"] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

export const RULE_MATCHES = ["domain", "address", "customers", "anyone"] as const;
export type RuleMatch = (typeof RULE_MATCHES)[number];

/** Whether a rule that looks at this names a domain or an address. */
export function hasPattern(matches: RuleMatch): boolean {
  return matches === "domain" || matches === "address";
}

/** What people say of themselves. */
export type RuleFact = "relationship" | "country";

/** What must hold beside the address; an empty list asks for nothing. */
export interface RuleConditions {
  /** One of them. */
  relationships: readonly string[];
  /** One of them, ISO 3166-1. */
  countries: readonly string[];
  /** Every product that was asked for is one of them. */
  askedProductIds: readonly string[];
}

export const NO_CONDITIONS: RuleConditions = {
  relationships: [],
  countries: [],
  askedProductIds: [],
};

/** Said of a rule that would decide over everybody who asks. */
export const ASK_FOR_SOMETHING =
  "Choose a relationship, a country or a product. Without one, the rule would decide every request.";

/** Whom a rule is about. */
export interface RulePattern extends Partial<RuleConditions> {
  matches: RuleMatch;
  /**
   * A domain in ASCII, which stands for its subdomains too, or an address in canonical form; '' of
   * the others.
   */
  pattern: string;
}

/** What a rule says: whom it is about, what it does, and what it gives or tells. */
export interface RuleTerms extends RulePattern {
  action: RuleAction;
  profileId: string | null;
  /** The products that an approval opens; none: those that were asked for. */
  productIds: readonly string[];
  expiresInDays: number | null;
  ndaRequired: boolean;
  message: string | null;
  note: string | null;
}

/** What a request says beside its address. */
export interface RequestFacts {
  relationship: string | null;
  country: string | null;
  productIds: readonly string[];
}

/** The products that a request names: those that were ticked, else the one of its page. */
export function askedProducts({
  productId,
  productIds,
}: {
  productId?: string | null | undefined;
  productIds?: readonly string[] | null | undefined;
}): readonly string[] {
  if (productIds?.length) return productIds;
  return productId == null ? [] : [productId];
}

/** Who asks, as a rule looks at them. */
export interface Asker {
  key: string;
  domain: string;
  /** The domain is on the list of customers. */
  isCustomer: boolean;
  /** Left out: nothing was asked yet, so that nobody knows. */
  facts?: RequestFacts | undefined;
}

/** Whether a rule asks for anything beside the address. */
export function hasConditions({
  relationships = [],
  countries = [],
  askedProductIds = [],
}: Partial<RuleConditions>): boolean {
  return relationships.length + countries.length + askedProductIds.length > 0;
}

/**
 * The rules as they would be asked with one that is not saved: in the place of the one it changes,
 * else behind the others.
 */
export function withRule<Rule extends { id: string }>(rules: readonly Rule[], rule: Rule): Rule[] {
  const at = rules.findIndex(({ id }) => id === rule.id);
  return at === -1 ? [...rules, rule] : rules.with(at, rule);
}

/**
 * The first rule, in the order given, that somebody falls under. Before they said anything of
 * themselves, nothing is decided once a rule would have to know it.
 */
export function firstMatch<Rule extends RulePattern>(
  rules: readonly Rule[],
  asker: Asker,
): Rule | null {
  const match = rules.find(
    (rule) =>
      isAbout(rule, asker) && (asker.facts === undefined || conditionsHold(rule, asker.facts)),
  );
  if (match === undefined) return null;
  return asker.facts === undefined && hasConditions(match) ? null : match;
}

function isAbout({ matches, pattern }: RulePattern, { key, domain, isCustomer }: Asker): boolean {
  switch (matches) {
    case "address":
      return pattern === key;
    case "domain":
      return domain === pattern || domain.endsWith(`.${pattern}`);
    case "customers":
      return isCustomer;
    case "anyone":
      return true;
  }
}

function conditionsHold(
  { relationships = [], countries = [], askedProductIds = [] }: Partial<RuleConditions>,
  facts: RequestFacts,
): boolean {
  const isOneOf = (values: readonly string[], value: string | null) =>
    values.length === 0 || (value !== null && values.includes(value));
  return (
    isOneOf(relationships, facts.relationship) &&
    isOneOf(countries, facts.country) &&
    (askedProductIds.length === 0 ||
      (facts.productIds.length > 0 && facts.productIds.every((id) => askedProductIds.includes(id))))
  );
}

/** The domain and those above it, the whole one first: eu.corp.example, corp.example. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}
