import type * as z from "zod";
import { accessApproved } from "#access/access-requests/mail/access-decided.tsx";
import { givenTo, grantOf } from "#access/access-requests/staff/decisions.ts";
import type { Services } from "#platform/context.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { newAccountSchema } from "./forms/account-forms.ts";
import { addAccount } from "./store/account-additions.server.ts";

/**
 * Adds an account that nobody asked for, with the mail to its first member where that is wanted.
 * @returns the account's id
 * @throws NotFound; Refused
 */
export async function addByHand(
  write: Write,
  { org, config }: { org: Org; config: Services["config"] },
  value: z.output<typeof newAccountSchema>,
): Promise<string> {
  const { trx, now } = write;
  const { accountName, email: address, firstName, lastName, message, tell } = value;
  const grant = grantOf(value, org.timeZone, now);
  const person = { address, firstName, lastName };
  const added = await addAccount(write, { name: accountName, person, ...grant });
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
}
