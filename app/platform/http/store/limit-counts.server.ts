import { CompiledQuery } from "kysely";
import type { Reader, Writer } from "#db/store.ts";

/** Where tries are counted that all processes of an installation count together. */
export const LIMITS_TABLE = "rateLimits";

/** A statement as the library of limits hands it over. */
interface Statement {
  text: string;
  values?: readonly unknown[];
}

/**
 * The database as the library of limits uses a pool of connections. Each statement is its own
 * transaction on a connection that reads: a count waits for no write, and stays counted whatever
 * becomes of what is counted. What the library would keep prepared by a name is not: a proxy before
 * the database may give every statement another connection.
 */
export function countsIn(read: Reader) {
  return {
    async query({ text, values = [] }: Statement): Promise<{ rows: unknown[]; rowCount: number }> {
      const { rows, numAffectedRows } = await read.executeQuery(
        CompiledQuery.raw(text, [...values]),
      );
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
}

/** Removes what no longer counts. @returns how much */
export async function purgeCounts(trx: Writer, now: Date): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("rateLimits")
    .where("expire", "<=", now.getTime())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
