/**
 * The two lists of email domains in the settings of the access form. They say who may ask at all,
 * so they are looked at before the rules; people who have an account already are past them.
 */
export interface DomainLists {
  /** With one or more, nobody else may ask. A domain stands for its subdomains too. */
  allowedDomains: readonly string[];
  blockedDomains: readonly string[];
}

/** What the lists do to a request: block it, decline it, or nothing. */
export type ListRuling = "block" | "decline" | null;

/** @param domain in ASCII and lower case */
export function listRuling(
  { allowedDomains, blockedDomains }: DomainLists,
  domain: string,
): ListRuling {
  if (names(blockedDomains, domain)) return "block";
  return allowedDomains.length === 0 || names(allowedDomains, domain) ? null : "decline";
}

/**
 * Whether a domain is let in by name: then it is a work address, whatever it gives everybody else.
 */
export function isAllowedByName(
  { allowedDomains }: Pick<DomainLists, "allowedDomains">,
  domain: string,
): boolean {
  return names(allowedDomains, domain);
}

function names(list: readonly string[], domain: string): boolean {
  return list.some((listed) => domain === listed || domain.endsWith(`.${listed}`));
}
