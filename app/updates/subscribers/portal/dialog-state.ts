import type { RouterContextProvider } from "react-router";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { SUBSCRIBE_STATUSES, type SubscribeStatus } from "#model/subscribers/subscriptions.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { decodeSubject } from "../mail/subscription-links.ts";
import { issueProof } from "#platform/http/request/confirmation-token.ts";

/** The dialog about a subscription that an address opens. */
export type SubscriptionDialogState =
  | { kind: "subscribe"; source: string }
  | { kind: "result"; status: SubscribeStatus }
  | { kind: "unsubscribe"; token: string; proof: string }
  | { kind: "unsubscribe-failed" };

/** What the portal's frame holds for it. */
export interface SubscriptionPart {
  subscription: { dialog: SubscriptionDialogState | null };
}

/** The parameters that go when the dialog is closed. */
export const SUBSCRIPTION_PARAMETERS = [
  "subscribe",
  "subscribeStatus",
  "unsubscribeToken",
  "unsubscribeStatus",
  "source",
];

/**
 * Which dialog the query opens; null for none.
 * @param path of the page below, which tells where somebody subscribed
 */
export function subscriptionDialog(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Viewer,
  query: URLSearchParams,
  path: string,
): SubscriptionDialogState | null {
  const status = SUBSCRIBE_STATUSES.find((known) => known === query.get("subscribeStatus"));
  if (status !== undefined) return { kind: "result", status };
  if (query.get("unsubscribeStatus") === "Failed") return { kind: "unsubscribe-failed" };
  const token = query.get("unsubscribeToken");
  if (token !== null && decodeSubject(token) !== null)
    return {
      kind: "unsubscribe",
      token,
      proof: issueProof(context, unsubscribeSubject(org.id, token)),
    };
  if (query.get("subscribe") === "true" && maySubscribe(org, viewer))
    return { kind: "subscribe", source: query.get("source") ?? (path.split("/")[1] || "portal") };
  return null;
}

/**
 * Whether this viewer is offered to subscribe: visitors are, and staff who see what visitors see;
 * the owner is not.
 */
export function maySubscribe(org: Org, viewer: Viewer): boolean {
  return org.customization.subscribeEnabled && viewer.mode !== "main";
}

/** What the proof of the unsubscribe dialog is bound to. */
export function unsubscribeSubject(orgId: string, token: string): string[] {
  return ["unsubscribe", orgId, token];
}
