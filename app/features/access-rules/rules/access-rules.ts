/** Rules that decide a request for access at once: by domain or address, in order. */
export const RULE_ACTIONS = ["approve", "decline", "third-party", "block"] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

export const RULE_MATCHES = ["domain", "address"] as const;
export type RuleMatch = (typeof RULE_MATCHES)[number];

export interface RulePattern {
  matches: RuleMatch;
  /** A domain in ASCII, which stands for its subdomains too, or an address in canonical form. */
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

/**
 * The rules as they would be asked with one that is not saved: in the place of the one it changes,
 * else behind the others.
 */
export function withRule<Rule extends { id: string }>(rules: readonly Rule[], rule: Rule): Rule[] {
  const at = rules.findIndex(({ id }) => id === rule.id);
  return at === -1 ? [...rules, rule] : rules.with(at, rule);
}

/** The first rule, in the order given, that an address falls under. */
export function firstMatch<Rule extends RulePattern>(
  rules: readonly Rule[],
  address: { key: string; domain: string },
): Rule | null {
  return (
    rules.find((rule) =>
      rule.matches === "address"
        ? rule.pattern === address.key
        : address.domain === rule.pattern || address.domain.endsWith(`.${rule.pattern}`),
    ) ?? null
  );
}
