import type { RouterContextProvider } from "react-router";
import { newToken } from "#db/ids.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { Writer } from "#db/store.ts";
import {
  importSubscribers,
  type BroughtSubscriber,
  type ImportOutcome,
} from "../store/subscriber-imports.server.ts";
import { servicesContext } from "#platform/context.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { subscriptionConfirm } from "../mail/subscription-confirm.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";

interface Bringing {
  consent: string | null;
  source: "import" | "staff";
  /**
   * What has to hold when it is done, in the same transaction; what it throws takes all of it back.
   */
  first?: (trx: Writer) => Promise<void>;
}

/** Brings people along, with the mails that ask them, in one transaction. */
export async function bringAlong(
  context: Readonly<RouterContextProvider>,
  { org, session }: StaffInOrg,
  brought: readonly BroughtSubscriber[],
  { consent, source, first }: Bringing,
): Promise<Record<ImportOutcome, number>> {
  const { store, config, now } = context.get(servicesContext);
  const brand = await brandOf(store.read, org, config);
  // Rendered once, with a word in the token's place that is as long: a thousand renderings would
  // hold everybody else up.
  const place = newToken();
  // Many at once wait behind whoever wants to sign in.
  const asking = {
    ...renderMail(brand, subscriptionConfirm, { token: place }),
    priority: "mass" as const,
  };
  return store.write(async (trx) => {
    await first?.(trx);
    const { mails, counts } = await importSubscribers(trx, org.id, brought, {
      consent,
      source,
      by: actorOf(context, session),
      now: now(),
    });
    for (const mail of mails) {
      if (mail.kind !== "confirm") continue;
      const own = {
        ...asking,
        html: asking.html.replaceAll(place, mail.token),
        text: asking.text.replaceAll(place, mail.token),
      };
      await queueMail(trx, org.id, { to: { email: mail.email }, mail: own, now: now() });
    }
    return counts;
  });
}
