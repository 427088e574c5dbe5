import type { MovesTable } from "#db/schema.ts";
import type { Reader, Store, Writer } from "#db/store.ts";

/**
 * What a database says of a move of its installation.
 * @returns null where it says nothing, and for a database that is new or of an earlier version
 */
export async function moveNoted(
  db: Reader,
  state: MovesTable["state"],
): Promise<MovesTable | null> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === "moves")) return null;
  const row = await db
    .selectFrom("moves")
    .selectAll()
    .where("state", "=", state)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes that a move comes in or goes out, in a transaction of its own. */
export async function noteMove(store: Store, move: MovesTable): Promise<void> {
  await store.write(async (trx) => {
    await forget(trx, move.state);
    await trx.insertInto("moves").values(move).execute();
  }, false);
}

/** The installation is elsewhere from now on. */
export async function noteLeft(trx: Writer, move: Omit<MovesTable, "state">): Promise<void> {
  await forget(trx, "leaving");
  await forget(trx, "left");
  await trx
    .insertInto("moves")
    .values({ ...move, state: "left" })
    .execute();
}

/** Forgets what is said of a move. @returns whether something was */
export async function forgetMove(store: Store, state: MovesTable["state"]): Promise<boolean> {
  return store.write((trx) => forget(trx, state), false);
}

async function forget(trx: Writer, state: MovesTable["state"]): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("moves")
    .where("state", "=", state)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
