import type { RouterContextProvider } from "react-router";
import { queueMail } from "../../../db/outbox.ts";
import { importSubscribers, type BroughtSubscriber, type ImportOutcome } from "../../../db/subscriber-imports.ts";
import { servicesContext } from "../../context.ts";
import { brandOf } from "../../mail/brand.ts";
import { subscriptionConfirm } from "../../mail/messages/subscription-confirm.tsx";
import { renderMail } from "../../mail/render.tsx";
import { actorOf, type StaffInOrg } from "../../middleware/staff.ts";

/** Brings people along, with the mails that ask them, in one transaction. */
export async function bringAlong(
  context: Readonly<RouterContextProvider>,
  { org, session }: StaffInOrg,
  brought: readonly BroughtSubscriber[],
  { consent, source }: { consent: string | null; source: "import" | "staff" },
): Promise<Record<ImportOutcome, number>> {
  const { store, config, now } = context.get(servicesContext);
  const brand = await brandOf(store.read, org, config);
  return store.write(async (trx) => {
    const { mails, counts } = await importSubscribers(trx, org.id, brought, { consent, source, by: actorOf(context, session), now: now() });
    for (const mail of mails) {
      if (mail.kind === "confirm") await queueMail(trx, org.id, { to: { email: mail.email }, mail: renderMail(brand, subscriptionConfirm, { token: mail.token }), now: now() });
    }
    return counts;
  });
}
