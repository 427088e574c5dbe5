import type { RouterContextProvider } from "react-router";
import { recordLook } from "#tenancy/audit/store/audit.server.ts";
import type { OutboxTable } from "#db/schema.ts";
import { servicesContext } from "#platform/context.ts";
import type { Role } from "#model/auth/permissions.ts";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";

/**
 * Who reads the text of a mail. One that holds a token is worth as much as the token: where mail
 * leaves by a server, nobody reads it; where it is kept here it is the only way to it, and the
 * owners' alone.
 */
export function mayReadBody(
  { secret }: { secret: number },
  role: Role,
  transport: string,
): boolean {
  return secret === 0 || mayUseTokens(role, transport);
}

/**
 * Who may use the links of a mail as its recipient: the owners, where mail is kept here and goes
 * nowhere else.
 */
export function mayUseTokens(role: Role, transport: string): boolean {
  return transport === "outbox" && role === "owner";
}

/**
 * A mail's text, HTML or header without the tokens of its recipient (unsubscribe, preferences,
 * invitation, a request's own link): the address stays, what opens it does not.
 */
export function withoutTokens(text: string): string {
  return text.replace(/([?&;#](?:amp;)?\w*(?:token|jwt)=)[^\s&"'<>)\]]+/gi, "$1…");
}

/** Records that somebody of the staff reads a mail to somebody else, before they do. */
export async function recordReading(
  context: Readonly<RouterContextProvider>,
  { org, session }: StaffInOrg,
  { id, kind, toEmail }: Pick<OutboxTable, "id" | "kind" | "toEmail">,
): Promise<void> {
  const { store, now } = context.get(servicesContext);
  await store.write((trx) =>
    recordLook(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      { action: "mail.read", subject: toEmail, detail: { mail: id, kind } },
    ),
  );
}

/** A mail's HTML in a frame of ours: no script, no form, no request, whatever stands in it. */
export const FRAMED_MAIL_HEADERS: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Frame-Options": "SAMEORIGIN",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox",
};
