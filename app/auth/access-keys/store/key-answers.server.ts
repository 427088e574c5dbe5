import { isoNow, newId, sha256 } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import type { KeyOwner } from "../rules/key-text.ts";

/** How long the answer to a call that has a name is known, in milliseconds. */
const KNOWN_FOR = 24 * 3_600_000;
/** How long a call can be under way: one that is noted for longer ended without its answer. */
const UNDER_WAY_FOR = 60_000;
/** What stands in place of an answer as long as there is none. No sealed text has a colon. */
const RUN = "run:";
/** The answers to keys of one kind of people, beside the keys. */
const TABLES = { staff: "keyAnswers", member: "memberKeyAnswers" } as const;

/** A call by a key that has a name of its own, by which it is known when it is sent again. */
export interface NamedCall {
  /** Whose key it is. */
  owner: KeyOwner;
  keyId: string;
  name: string;
}

/** What is known of a call that was made before. */
export interface KeyAnswer {
  /** Of what it said. */
  bodyHash: string;
  /** What was answered; `running` while it is under way, `lost` where it ended before its answer was kept. */
  sealed: string | { none: "running" | "lost" };
}

/** What a call says, as it is compared: method, address and body. */
export const saidHash = (said: string) => sha256(said);

/** Something that may keep an answer, and replace what it kept itself. */
export const newRun = () => `${RUN}${newId()}`;

/** What a call of that name answered within a day; null where there was none. */
export async function findKeyAnswer(
  db: Reader,
  orgId: string,
  { owner, keyId, name }: NamedCall,
  now: Date,
): Promise<KeyAnswer | null> {
  const row = await inOrg(db, orgId)
    .selectFrom(TABLES[owner])
    .select(["bodyHash", "sealed", "answeredAt"])
    .where("keyId", "=", keyId)
    .where("hash", "=", sha256(name))
    .where("answeredAt", ">", since(now))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { bodyHash, sealed, answeredAt } = row;
  if (!sealed.startsWith(RUN)) return { bodyHash, sealed };
  const isRunning = now.getTime() - Date.parse(answeredAt) < UNDER_WAY_FOR;
  return { bodyHash, sealed: { none: isRunning ? "running" : "lost" } };
}

/**
 * Keeps what a call answered, in the transaction of what it did, in place of an answer of more than
 * a day ago.
 * @param sealed the answer; `run` itself as long as there is none
 * @param run what this very call kept before, which it may replace
 * @returns whether it is kept: false where another process has done a call of that name since this
 *   one looked, so that what this one did must not stand
 */
export async function keepKeyAnswer(
  trx: Writer,
  orgId: string,
  { owner, keyId, name }: NamedCall,
  { bodyHash, sealed, run = "" }: { bodyHash: string; sealed: string; run?: string },
  now: Date,
): Promise<boolean> {
  const table = TABLES[owner];
  const columns = { bodyHash, sealed, answeredAt: isoNow(now) };
  const result = await trx
    .insertInto(table)
    .values({ orgId, keyId, hash: sha256(name), ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(["orgId", "keyId", "hash"])
        .doUpdateSet(columns)
        .where((eb) =>
          eb.or([
            eb(eb.ref(`${table}.answeredAt`), "<=", since(now)),
            eb(eb.ref(`${table}.sealed`), "=", run),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Forgets a call that was refused, so that it may come again. @param run what it kept */
export async function forgetKeyAnswer(
  trx: Writer,
  orgId: string,
  { owner, keyId, name }: NamedCall,
  run: string,
): Promise<void> {
  await inOrg(trx, orgId)
    .deleteFrom(TABLES[owner])
    .where("keyId", "=", keyId)
    .where("hash", "=", sha256(name))
    .where("sealed", "=", run)
    .execute();
}

/** Forgets answers of more than a day ago. @returns how many */
export async function purgeKeyAnswers(trx: Writer, now: Date): Promise<number> {
  let purged = 0;
  for (const table of Object.values(TABLES)) {
    const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
      .deleteFrom(table)
      .where("answeredAt", "<=", since(now))
      .executeTakeFirst();
    purged += Number(result.numDeletedRows);
  }
  return purged;
}

const since = (now: Date) => isoNow(new Date(now.getTime() - KNOWN_FOR));
