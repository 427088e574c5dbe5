import { isoNow } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** What an org's secrets are for. */
export type SecretName = "security-scorecard" | "single-sign-on";

/** A secret of an org, sealed, with the time since which it is there; null without one. */
export async function findSecret(
  db: Reader,
  orgId: string,
  name: SecretName,
): Promise<{ sealed: string; setAt: string } | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("orgSecrets")
    .select(["sealed", "setAt"])
    .where("name", "=", name)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Keeps a secret in place of the one before. @param sealed encrypted by the installation's key, for
 * this org alone
 */
export async function setSecret(
  { trx, orgId, now }: Omit<Write, "by">,
  name: SecretName,
  sealed: string,
): Promise<void> {
  const values = { sealed, setAt: isoNow(now) };
  await trx
    .insertInto("orgSecrets")
    .values({ orgId, name, ...values })
    .onConflict((conflict) => conflict.columns(["orgId", "name"]).doUpdateSet(values))
    .execute();
}

/** Forgets a secret. @returns whether there was one */
export async function removeSecret(trx: Writer, orgId: string, name: SecretName): Promise<boolean> {
  const result = await inOrg(trx, orgId)
    .deleteFrom("orgSecrets")
    .where("name", "=", name)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
