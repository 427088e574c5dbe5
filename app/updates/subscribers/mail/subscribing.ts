import type { TopicCategory } from "#model/updates/words.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { recordVisitorEvent } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { subscribe, type SubscriptionMail } from "../store/subscribers.server.ts";
import type { EmailAddress } from "#model/subscribers/email.ts";
import type { RenderedMail } from "#model/mail/mail.ts";
import type { Services } from "#platform/context.ts";
import { brandOf, type Brand } from "#platform/mail/brand.ts";
import { subscribedAlready, subscriptionConfirm } from "./subscription-confirm.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { preferencesUrl, unsubscribeUrl } from "./subscription-links.ts";

/**
 * Somebody asks for an org's updates, by the form or by the API: the subscriber and the mail are
 * one transaction. It tells nobody whether the address is known.
 * @param categories those that they chose; null for all; undefined where they were not asked
 * @param ip whose network the tries are counted for
 * @param portalUrl the portal on the host by which they came: the links of the mail lead back there
 * @throws TooManyRequests when the network has used up its tries
 */
export async function subscribeByMail(
  services: Services,
  org: Org,
  {
    address,
    source,
    categories,
    ip,
    portalUrl,
  }: {
    address: EmailAddress;
    source: string;
    categories?: readonly TopicCategory[] | null | undefined;
    ip: string;
    portalUrl: string;
  },
): Promise<void> {
  const { store, limits, now, config } = services;
  await limits.consume("subscribe-network", ip);
  const mailKey = `${org.id} ${address.key}`;
  const brand = { ...(await brandOf(store.read, org, config)), portalUrl };
  // Counted before it is sent, so that forms that come at once count too.
  const mayMail = await limits.allows("subscribe-mail", mailKey);
  let mailed = false;
  try {
    mailed = await store.write(async (trx) => {
      const write = { trx, orgId: org.id, now: now() };
      const { mail } = await subscribe(write, { address, source, categories, mayMail });
      if (mail !== null)
        await queueMail(trx, org.id, {
          to: { email: mail.email },
          mail: render(services, brand, org.id, mail),
          now: write.now,
        });
      return mail !== null;
    });
  } finally {
    if (mayMail && !mailed) await limits.giveBack("subscribe-mail", mailKey);
  }
}

function render(
  { key }: Services,
  brand: Brand,
  orgId: string,
  mail: NonNullable<SubscriptionMail>,
): RenderedMail {
  if (mail.kind === "confirm") return renderMail(brand, subscriptionConfirm, { token: mail.token });
  const subscriber = { orgId, portalUrl: brand.portalUrl, email: mail.email };
  return renderMail(brand, subscribedAlready, {
    preferencesUrl: preferencesUrl(key, subscriber),
    unsubscribeUrl: unsubscribeUrl(key, subscriber),
  });
}

/** Notes in the log, and among what visitors did, that subscribing failed. */
export async function noteFailure(
  { store, log, now }: Services,
  org: Org,
  error: unknown,
  { viewer, source }: { viewer: Viewer; source: string },
): Promise<void> {
  log.error(
    { error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    "subscribing failed",
  );
  await store.write((trx) =>
    recordVisitorEvent(
      { trx, orgId: org.id, now: now() },
      { name: "StatusPageSubscribeFailed", viewer, detail: { source } },
    ),
  );
}
