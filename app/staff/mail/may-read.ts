import type { Role } from "../../domain/permissions.ts";

/**
 * Who reads the text of a mail. One that holds a token is worth as much as the token: where mail leaves by
 * a server, nobody reads it; where it is kept here it is the only way to it, and the owners' alone.
 */
export function mayReadBody(
  { secret }: { secret: number },
  role: Role,
  transport: string,
): boolean {
  return secret === 0 || (transport === "outbox" && role === "owner");
}

/** A mail's HTML in a frame of ours: no script, no form, no request, whatever stands in it. */
export const FRAMED_MAIL_HEADERS: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Frame-Options": "SAMEORIGIN",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox",
};
