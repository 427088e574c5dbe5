import type { Customization } from "./customization.ts";

/**
 * Where vulnerabilities are reported to a company, the first choice first: an email address, the
 * address of a page. security.txt and the facts of products take it from here.
 */
export function securityContacts({
  securityMailbox,
  reportIssue,
}: Pick<Customization, "securityMailbox" | "reportIssue">): string[] {
  return [
    securityMailbox,
    reportIssue.onClickAction === "direct_to_site" ? reportIssue.url : null,
  ].filter((contact): contact is string => contact !== null);
}
