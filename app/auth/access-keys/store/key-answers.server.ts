import { isoNow, sha256 } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/** How long the answer to a call that has a name is known, in milliseconds. */
const KNOWN_FOR = 24 * 3_600_000;

/** A call by a key that has a name of its own, by which it is known when it is sent again. */
export interface NamedCall {
  keyId: string;
  name: string;
  /** Method, address and body: what the call says. */
  said: string;
}

/**
 * What a call of that name answered within a day.
 * @returns null where there was none; `isSame` says whether it said the same
 */
export async function findKeyAnswer(
  db: Reader,
  orgId: string,
  { keyId, name, said }: NamedCall,
  now: Date,
): Promise<{ sealed: string; isSame: boolean } | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("keyAnswers")
    .select(["bodyHash", "sealed"])
    .where("keyId", "=", keyId)
    .where("hash", "=", sha256(name))
    .where("answeredAt", ">", since(now))
    .executeTakeFirst();
  return row === undefined ? null : { sealed: row.sealed, isSame: row.bodyHash === sha256(said) };
}

/**
 * Keeps what a call answered, in the transaction of what it did, in place of an answer of more than
 * a day ago.
 * @returns whether it is kept: false where another process has done a call of that name since this
 *   one looked, so that what this one did must not stand
 */
export async function keepKeyAnswer(
  trx: Writer,
  orgId: string,
  { keyId, name, said }: NamedCall,
  sealed: string,
  now: Date,
): Promise<boolean> {
  const columns = { bodyHash: sha256(said), sealed, answeredAt: isoNow(now) };
  const result = await trx
    .insertInto("keyAnswers")
    .values({ orgId, keyId, hash: sha256(name), ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(["orgId", "keyId", "hash"])
        .doUpdateSet(columns)
        .where("keyAnswers.answeredAt", "<=", since(now)),
    )
    .executeTakeFirstOrThrow();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Forgets answers of more than a day ago. @returns how many */
export async function purgeKeyAnswers(trx: Writer, now: Date): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("keyAnswers")
    .where("answeredAt", "<=", since(now))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

const since = (now: Date) => isoNow(new Date(now.getTime() - KNOWN_FOR));
