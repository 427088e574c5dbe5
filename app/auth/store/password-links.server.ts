import { isoNow, newToken, sha256 } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";

/** The link that a forgotten password is replaced by: good for half an hour, once. */
export const PASSWORD_LINK_MINUTES = 30;

/**
 * A new link for somebody of staff; only the hash of its token is stored. Earlier ones stay good to
 * their end, so that nobody can void a link by asking for another.
 */
export async function createPasswordLink(trx: Writer, staffId: string, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = isoNow(new Date(now.getTime() + PASSWORD_LINK_MINUTES * 60_000));
  await trx
    .insertInto("passwordLinks")
    .values({ tokenHash: sha256(token), staffId, createdAt: isoNow(now), expiresAt, usedAt: null })
    .execute();
  return token;
}

/** Whose link it is, while it is open; looking spends nothing. */
export async function findPasswordLink(
  db: Reader,
  token: string,
  now: Date,
): Promise<{ staffId: string } | null> {
  const row = await db
    .selectFrom("passwordLinks")
    .select("staffId")
    .where("tokenHash", "=", sha256(token))
    .where("usedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Spends a link by one conditional update, and ends the person's other ones.
 * @returns whose it was, or null when it was spent or out of date: of two parallel calls one gets
 *   the person
 */
export async function spendPasswordLink(
  trx: Writer,
  token: string,
  now: Date,
): Promise<{ staffId: string } | null> {
  const link = await findPasswordLink(trx, token, now);
  if (link === null) return null;
  const spent = await trx
    .updateTable("passwordLinks")
    .set({ usedAt: isoNow(now) })
    .where("tokenHash", "=", sha256(token))
    .where("usedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  if (spent.numUpdatedRows !== 1n) return null;
  await endPasswordLinks(trx, link.staffId);
  return link;
}

/** Ends every open link of a person, whose password has changed some way. */
export async function endPasswordLinks(trx: Writer, staffId: string): Promise<void> {
  await trx
    .deleteFrom("passwordLinks")
    .where("staffId", "=", staffId)
    .where("usedAt", "is", null)
    .execute();
}

/** Removes links that have run out. @returns how many */
export async function purgePasswordLinks(trx: Writer, now: Date): Promise<number> {
  const result = await trx
    .deleteFrom("passwordLinks")
    .where("expiresAt", "<", isoNow(new Date(now.getTime() - 24 * 3_600_000)))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
