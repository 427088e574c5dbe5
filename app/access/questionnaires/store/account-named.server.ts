import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";

/** The accounts of a name, however its letters are written; two at most. */
export async function accountsNamed(
  db: Reader,
  orgId: string,
  name: string,
): Promise<{ id: string; name: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("accounts")
    .select(["id", "name"])
    .where((eb) => eb(eb.fn<string>("lower", ["name"]), "=", name.toLowerCase()))
    .orderBy("id")
    .limit(2)
    .execute();
}

/** The name of the account that a questionnaire is of; null where there is none. */
export async function accountNameOf(
  db: Reader,
  orgId: string,
  { accountId }: { accountId: string | null },
): Promise<string | null> {
  const account = accountId === null ? null : await findAccount(db, orgId, accountId);
  return account?.name ?? null;
}
