import type { Customization } from "#model/settings/customization.ts";

const VALID_DAYS = 180;

/**
 * security.txt (RFC 9116) from an org's security mailbox and its report page; none of the two, none
 * of it.
 * @param bases where it is to be found
 */
export function securityTxtAnswer(
  { securityMailbox, reportIssue }: Pick<Customization, "securityMailbox" | "reportIssue">,
  bases: readonly string[],
  now: Date,
): Response {
  const contacts = [
    securityMailbox === null ? null : `mailto:${securityMailbox}`,
    reportIssue.onClickAction === "direct_to_site" ? reportIssue.url : null,
  ].filter((contact): contact is string => contact !== null);
  if (contacts.length === 0) throw noSecurityTxt();
  const expires = new Date(now.getTime() + VALID_DAYS * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    ...bases.map((base) => `Canonical: ${base}/.well-known/security.txt`),
    "Preferred-Languages: en",
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

export function noSecurityTxt(): Response {
  return new Response(null, { status: 404, statusText: "Page not found" });
}
