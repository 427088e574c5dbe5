import { isoNow } from "#db/ids.ts";
import type { SigningKeysTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";

/** The key of a quarter that can still sign; null where there is none. */
export async function findSigner(
  db: Reader,
  quarter: string,
): Promise<{ kid: string; sealedPrivate: string } | null> {
  const row = await db
    .selectFrom("signingKeys")
    .select(["kid", "sealedPrivate"])
    .where("quarter", "=", quarter)
    .executeTakeFirst();
  return row === undefined || row.sealedPrivate === null
    ? null
    : { kid: row.kid, sealedPrivate: row.sealedPrivate };
}

/** Keeps a quarter's key, unless another server was faster. */
export async function keepSigner(trx: Writer, key: SigningKeysTable): Promise<void> {
  await trx
    .insertInto("signingKeys")
    .values(key)
    .onConflict((conflict) => conflict.column("quarter").doNothing())
    .execute();
}

/** The public parts of all keys that are kept, the newest first. */
export async function listPublicKeys(
  db: Reader,
  now: Date,
): Promise<{ kid: string; publicJson: string }[]> {
  return db
    .selectFrom("signingKeys")
    .select(["kid", "publicJson"])
    .where("keptUntil", ">", isoNow(now))
    .orderBy("endsAt", "desc")
    .execute();
}

/**
 * Forgets the private parts of keys whose quarter is over, and whole keys after their years.
 * @returns how many
 */
export async function purgeSigningKeys(trx: Writer, now: Date): Promise<number> {
  const gone = await trx
    .deleteFrom("signingKeys")
    .where("keptUntil", "<=", isoNow(now))
    .executeTakeFirst();
  const ended = await trx
    .updateTable("signingKeys")
    .set({ sealedPrivate: null })
    .where("endsAt", "<=", isoNow(now))
    .where("sealedPrivate", "is not", null)
    .executeTakeFirst();
  return Number(gone.numDeletedRows) + Number(ended.numUpdatedRows);
}
