import type { Org } from "../../orgs/store/orgs.server.ts";
import { unsubscribe } from "../store/subscribers.server.ts";
import { recordVisitorEvent } from "../../visitor-events/store/visitor-events.server.ts";
import type { Viewer } from "../../../visibility/rules/viewer.ts";
import type { Services } from "../../../context.ts";
import { decodeSubject, readSubscriptionToken } from "./subscription-links.ts";

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
  if (email !== null && (await store.write((trx) => unsubscribe(trx, org.id, email, now()))))
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
        trx,
        org.id,
        { name: "StatusPageUnsubscribeFailed", viewer, detail: { email: named } },
        now(),
      ),
    );
  return false;
}
