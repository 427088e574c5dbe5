import type { Route } from "./+types/security-txt";
import { canonicalBase } from "../../../db/orgs.ts";
import { servicesContext } from "../../context.ts";
import { orgOf } from "../scope.ts";

const VALID_DAYS = 180;

/** security.txt (RFC 9116) from the org's security mailbox and its report page; none of the two, none of it. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config, now } = context.get(servicesContext);
  const org = orgOf(context);
  const { securityMailbox, reportIssue } = org.customization;
  const contacts = [
    securityMailbox === null ? null : `mailto:${securityMailbox}`,
    reportIssue.onClickAction === "direct_to_site" ? reportIssue.url : null,
  ].filter((contact): contact is string => contact !== null);
  if (contacts.length === 0)
    throw new Response(null, { status: 404, statusText: "Page not found" });
  const expires = new Date(now().getTime() + VALID_DAYS * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  const base = await canonicalBase(store.read, org, config.origin);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    `Canonical: ${base}/.well-known/security.txt`,
    "Preferred-Languages: en",
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
