import * as z from "zod";
import { readEmail } from "#model/subscribers/email.ts";
import type { Services } from "#platform/context.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { unsubscribe } from "../store/subscribers.server.ts";
import { recordVisitorEvent } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import type { Viewer } from "#model/visibility/viewer.ts";

/**
 * The links of subscribers in mail. Their tokens are signed, name the address in `sub`, are bound
 * to a purpose and a tenant, can be used again and never end:
 * - `subscription` stands in every mail, for the preferences page and the unsubscribe dialog
 * - `one-click` stands in the List-Unsubscribe header alone (RFC 8058): in no body, where a scanner
 *   would find it
 */
type Purpose = "subscription" | "one-click";
type Key = Services["key"];

const payloadSchema = z.object({ sub: z.string().min(3).max(320), org: z.string().min(1).max(64) });

/** Longer than the longest address makes one. */
const MAX_TOKEN = 2_000;

/** Whose links, and where they lead. */
export interface LinkedSubscriber {
  orgId: string;
  /** The portal's address (`Brand.portalUrl`). */
  portalUrl: string;
  email: string;
}

/** The page on which a subscriber changes what they get. */
export function preferencesUrl(key: Key, { orgId, portalUrl, email }: LinkedSubscriber): string {
  return `${portalUrl}/subscription?token=${subscriptionToken(key, "subscription", orgId, email)}`;
}

/** The dialog that asks whether to unsubscribe. */
export function unsubscribeUrl(key: Key, { orgId, portalUrl, email }: LinkedSubscriber): string {
  return `${portalUrl}${new URL(portalUrl).pathname === "/" ? "/" : ""}?unsubscribeToken=${subscriptionToken(key, "subscription", orgId, email)}`;
}

/**
 * The address of the List-Unsubscribe header: a POST to it unsubscribes at once. Never put it into
 * a body.
 */
export function oneClickUrl(key: Key, { orgId, portalUrl, email }: LinkedSubscriber): string {
  return `${new URL(portalUrl).origin}/api/share/${orgId}/unsubscribe/one-click?token=${subscriptionToken(key, "one-click", orgId, email)}`;
}

/** A signed token; the same at every call, so that a link keeps its address. */
export function subscriptionToken(
  key: Key,
  purpose: Purpose,
  orgId: string,
  email: string,
): string {
  const payload = Buffer.from(JSON.stringify({ sub: email, org: orgId })).toString("base64url");
  return `${payload}.${key.sign(signingPurpose(purpose), payload)}`;
}

/** The address that a token of this org and purpose names; null for an altered or foreign one. */
export function readSubscriptionToken(
  key: Key,
  purpose: Purpose,
  orgId: string,
  token: string,
): string | null {
  const [payload = "", mac = "", ...rest] = token.length > MAX_TOKEN ? [] : token.split(".");
  if (rest.length > 0 || payload === "" || !key.verify(signingPurpose(purpose), payload, mac))
    return null;
  const decoded = decode(payload);
  return decoded?.org === orgId ? decoded.sub : null;
}

/**
 * The address that a token names, whether or not its signature is right: a token that decodes opens
 * the dialog, and what is wrong with it is said when it is used. Nobody may be shown this address.
 */
export function decodeSubject(token: string): string | null {
  const [payload = "", mac, ...rest] = token.length > MAX_TOKEN ? [] : token.split(".");
  const sub = rest.length > 0 || mac === undefined ? undefined : decode(payload)?.sub;
  return sub !== undefined && readEmail(sub) !== null ? sub : null;
}

function signingPurpose(purpose: Purpose): string {
  return `subscriber:${purpose}`;
}

function decode(payload: string): z.infer<typeof payloadSchema> | null {
  try {
    const parsed = payloadSchema.safeParse(
      JSON.parse(Buffer.from(payload, "base64url").toString("utf8")),
    );
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Ends the subscription that a token names. A token that was altered, is another org's or another
 * purpose's, or names somebody who is not there any more ends nothing and leaves the event
 * StatusPageUnsubscribeFailed.
 * @returns whether the subscription has ended, now or before
 */
export async function unsubscribeByToken(
  { store, key, limits, now }: Services,
  org: Pick<Org, "id">,
  {
    purpose,
    token,
    viewer,
    ip,
  }: { purpose: "subscription" | "one-click"; token: string; viewer: Viewer; ip: string },
): Promise<boolean> {
  const email = readSubscriptionToken(key, purpose, org.id, token);
  if (
    email !== null &&
    (await store.write((trx) => unsubscribe({ trx, orgId: org.id, now: now() }, email)))
  )
    return true;
  // Whoever sends altered tokens by the thousand fills no table.
  const isFlood = await limits.consume("failed-unsubscribe", ip).then(
    () => false,
    () => true,
  );
  const named = email ?? decodeSubject(token);
  if (!isFlood)
    await store.write((trx) =>
      recordVisitorEvent(
        { trx, orgId: org.id, now: now() },
        { name: "StatusPageUnsubscribeFailed", viewer, detail: { email: named } },
      ),
    );
  return false;
}
