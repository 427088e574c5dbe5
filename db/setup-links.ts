import { isoNow, newToken, sha256 } from "./ids.ts";
import type { Reader, Writer } from "./store.ts";

/** The one-time link that leads to /setup on an installation without an org. */
const LIFE_MS = 24 * 3_600_000;

/** A new link in place of all earlier ones; only the hash of its token is stored. */
export async function createSetupLink(trx: Writer, now: Date): Promise<string> {
  const token = newToken();
  await trx.deleteFrom("setupLinks").where("usedAt", "is", null).execute();
  await trx
    .insertInto("setupLinks")
    .values({ tokenHash: sha256(token), createdAt: isoNow(now), expiresAt: isoNow(new Date(now.getTime() + LIFE_MS)), usedAt: null })
    .execute();
  return token;
}

/** Whether a link still opens the form; looking spends nothing. */
export async function isSetupLink(db: Reader, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("setupLinks")
    .select("tokenHash")
    .where("tokenHash", "=", sha256(token))
    .where("usedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Spends a link by one conditional update.
 * @returns whether it was still unspent: of two parallel calls one gets true
 */
export async function spendSetupLink(trx: Writer, token: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable("setupLinks")
    .set({ usedAt: isoNow(now) })
    .where("tokenHash", "=", sha256(token))
    .where("usedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
