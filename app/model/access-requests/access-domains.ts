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

/** What stands before a country's ending in place of a company's name: `example.co.uk`. */
const SECOND_LEVELS = new Set(["ac", "co", "com", "edu", "gob", "gov", "govt", "net", "or", "org"]);

/**
 * What a company is probably called, by the text of its domain alone: 'Blue River' of
 * `mail.blue-river.co.uk`. Whether anybody knows such a company is not looked at.
 * @param domain in ASCII and lower case
 * @returns nothing for a domain that spells no name
 */
export function companyOfDomain(domain: string): string {
  const labels = domain.split(".");
  const last = labels.pop() ?? "";
  if (last.length === 2 && labels.length > 1 && SECOND_LEVELS.has(labels.at(-1) ?? ""))
    labels.pop();
  const label = labels.at(-1) ?? "";
  // What stands for letters of another script is no name.
  if (label.length < 2 || label.startsWith("xn--") || !/[a-z]/.test(label)) return "";
  return label
    .split("-")
    .filter((part) => part !== "")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}
