import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { addAccount } from "../store/account-additions.server.ts";
import type { Org } from "../../orgs/store/orgs.server.ts";
import { queueMail } from "../../../mail/store/outbox.server.ts";
import { listProducts } from "../../products/store/products.server.ts";
import type { StaffSession } from "../../../auth/store/sessions.server.ts";
import { servicesContext } from "../../../context.ts";
import type { newAccountSchema } from "../forms/account-forms.ts";
import { brandOf } from "../../../mail/brand.ts";
import { accessApproved } from "../../access-requests/mail/access-approved.tsx";
import { renderMail } from "../../../mail/render.tsx";
import { actorOf } from "../../../auth/current-staff.ts";
import { givenTo, grantOf } from "../../access-requests/staff/decisions.ts";

/**
 * Adds an account by hand, with the mail to its first member where that is wanted: one transaction.
 * @returns the account's id
 * @throws NotFound; Refused
 */
export async function addByHand(
  {
    context,
    org,
    session,
  }: { context: Readonly<RouterContextProvider>; org: Org; session: StaffSession },
  value: z.infer<typeof newAccountSchema>,
  now: Date,
): Promise<string> {
  const { store, config } = context.get(servicesContext);
  const { accountName, email: address, firstName, lastName, message, tell } = value;
  const grant = grantOf(value, org.timeZone, now);
  return store.write(async (trx) => {
    const added = await addAccount(
      trx,
      org.id,
      { name: accountName, person: { address, firstName, lastName }, ...grant },
      actorOf(context, session),
      now,
    );
    if (tell === undefined) return added.accountId;
    const given = await givenTo(
      trx,
      org,
      await listProducts(trx, org.id),
      { ...added, productIds: grant.productIds },
      now,
    );
    const mail = renderMail(await brandOf(trx, org, config), accessApproved, {
      firstName,
      email: address.email,
      ...given,
      message: message ?? null,
      link: null,
      unasked: true,
    });
    await queueMail(trx, org.id, {
      to: { email: address.email, name: `${firstName} ${lastName}` },
      mail,
      now,
    });
    return added.accountId;
  });
}
