import { sql } from "kysely";
import type { Writer } from "./engine.ts";

/**
 * Does a part of a transaction, and takes it back where it came to nothing: a verb that changed
 * nothing leaves no trace of itself. What the part throws ends the whole transaction.
 * @returns what the part gave
 */
export async function partOf<T>(
  trx: Writer,
  work: () => Promise<T>,
  isNothing: (result: T) => boolean,
): Promise<T> {
  await sql`savepoint part`.execute(trx);
  const result = await work();
  if (isNothing(result)) await sql`rollback to savepoint part`.execute(trx);
  await sql`release savepoint part`.execute(trx);
  return result;
}
