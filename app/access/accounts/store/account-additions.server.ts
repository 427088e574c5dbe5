import { createAccount, grantAccess } from "#auth/accounts/store/accounts.server.ts";
import { addMember, membersByAddress } from "#auth/accounts/store/members.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { Refused } from "#db/refusals.ts";
import { inOrg } from "#db/tenant.ts";

/** An account with its first member and what they may read. */
export interface AccountAddition {
  name: string;
  person: { address: { email: string; key: string }; firstName: string; lastName: string };
  profileId: string;
  productIds: readonly string[];
  expiresAt: string | null;
  ndaRequired: boolean;
}

/**
 * Adds an account that nobody asked for: approved, with a member and grants. Sent twice, it is
 * there once.
 * @throws NotFound when profile or product is not the org's; Refused when a request of the person
 *   waits, or they are in an account of that name already
 */
export async function addAccount(
  write: Write,
  { name, person, profileId, productIds, expiresAt, ndaRequired }: AccountAddition,
): Promise<{ accountId: string; memberId: string }> {
  const { trx, orgId } = write;
  const { address, firstName, lastName } = person;
  const there = (await membersByAddress(trx, orgId, address)).find(
    (member) => member.account.name.toLowerCase() === name.toLowerCase(),
  );
  if (there !== undefined)
    throw new Refused(`${there.email} is already a member of ${there.account.name}.`, "email");
  const waiting = await inOrg(trx, orgId)
    .selectFrom("accessRequests")
    .select("id")
    .where("pendingKey", "=", address.key)
    .executeTakeFirst();
  if (waiting !== undefined)
    throw new Refused(
      "This person already has a pending request. Approve or decline it under Requests.",
      "email",
    );
  const accountId = await createAccount(write, { name, reviewStatus: "approved" });
  const memberId = await addMember(write, accountId, { email: address.email, firstName, lastName });
  for (const productId of new Set(productIds))
    await grantAccess(write, { accountId, productId, profileId, ndaRequired, expiresAt });
  return { accountId, memberId };
}
