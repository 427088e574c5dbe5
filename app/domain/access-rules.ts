/** Rules that decide a request for access at once (product.md §5): by domain or address, in order. */
export const RULE_ACTIONS = ["approve", "decline", "third-party", "block"] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

export const RULE_MATCHES = ["domain", "address"] as const;
export type RuleMatch = (typeof RULE_MATCHES)[number];

export interface RulePattern {
  matches: RuleMatch;
  /** A domain in ASCII, which stands for its subdomains too, or an address in canonical form. */
  pattern: string;
}

/** The first rule, in the order given, that an address falls under. */
export function firstMatch<Rule extends RulePattern>(rules: readonly Rule[], address: { key: string; domain: string }): Rule | null {
  return rules.find((rule) => (rule.matches === "address" ? rule.pattern === address.key : address.domain === rule.pattern || address.domain.endsWith(`.${rule.pattern}`))) ?? null;
}
