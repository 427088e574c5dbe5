import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

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
