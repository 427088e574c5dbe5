import * as z from "zod";
import { readEmail } from "../subscribers/rules/subscriber-email.ts";
import type { Services } from "../../context.ts";

/**
 * The token of an invitation: signed, bound to this purpose and to the tenant, it names the
 * invited address in `sub` and can be used again. It opens nothing: it fills a form in, and says who invited.
 */
const PURPOSE = "colleague-invitation";
/** Longer than the longest address makes one. */
const MAX_TOKEN = 2_000;

type Key = Services["key"];

const payloadSchema = z.object({
  sub: z.string().min(3).max(320),
  org: z.string().min(1).max(64),
  inv: z.string().min(1).max(64),
});

export function inviteToken(
  key: Key,
  orgId: string,
  invitation: { id: string; email: string },
): string {
  const payload = Buffer.from(
    JSON.stringify({ sub: invitation.email, org: orgId, inv: invitation.id }),
  ).toString("base64url");
  return `${payload}.${key.sign(PURPOSE, payload)}`;
}

/** Whom a token of this org invites, and by which invitation; null for one that was altered, cut, or is another org's. */
export function readInviteToken(
  key: Key,
  orgId: string,
  token: string,
): { email: string; invitationId: string } | null {
  const [payload = "", mac = "", ...rest] = token.length > MAX_TOKEN ? [] : token.split(".");
  if (rest.length > 0 || payload === "" || !key.verify(PURPOSE, payload, mac)) return null;
  const decoded = payloadSchema.safeParse(
    JSON.parse(Buffer.from(payload, "base64url").toString("utf8")),
  );
  if (!decoded.success || decoded.data.org !== orgId || readEmail(decoded.data.sub) === null)
    return null;
  return { email: decoded.data.sub, invitationId: decoded.data.inv };
}
