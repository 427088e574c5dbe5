import { isoNow, newToken, sha256 } from "#db/ids.ts";
import { hasOrgs } from "#tenancy/orgs/store/org-lists.server.ts";
import type { Reader, Writer } from "#db/store.ts";

/**
 * The one-time link that leads to /setup on an installation without an org; once there is one, no
 * link counts.
 */
const LIFE_MS = 24 * 3_600_000;

/**
 * A new link in place of all earlier ones; only the hash of its token is stored.
 * @returns null when there is an org already; no link is open then
 */
export async function createSetupLink(trx: Writer, now: Date): Promise<string | null> {
  await endSetupLinks(trx);
  if (await hasOrgs(trx)) return null;
  const token = newToken();
  await trx
    .insertInto("setupLinks")
    .values({
      tokenHash: sha256(token),
      createdAt: isoNow(now),
      expiresAt: isoNow(new Date(now.getTime() + LIFE_MS)),
      usedAt: null,
    })
    .execute();
  return token;
}

/** Ends every link that was not used: the first org came another way. */
export async function endSetupLinks(trx: Writer): Promise<void> {
  await trx.deleteFrom("setupLinks").where("usedAt", "is", null).execute();
}

/** Whether a link still opens the form; looking spends nothing. */
export async function isSetupLink(db: Reader, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("setupLinks")
    .select("tokenHash")
    .where("tokenHash", "=", sha256(token))
    .where("usedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("orgs").select("orgs.id"))))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Spends a link by one conditional update.
 * @returns whether it was still unspent and there is no org: of two parallel calls one gets true
 */
export async function spendSetupLink(trx: Writer, token: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable("setupLinks")
    .set({ usedAt: isoNow(now) })
    .where("tokenHash", "=", sha256(token))
    .where("usedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("orgs").select("orgs.id"))))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
