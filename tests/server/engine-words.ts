import { sql } from "kysely";
import { inject } from "vitest";
import type { Reader, Store } from "#db/store.ts";
import type { World } from "./world.ts";

/* What tests say to the database of a world in the words of the engine that it runs on. */

/** Whether worlds are databases of PostgreSQL in this run. */
export const onPostgres = () => inject("postgres") !== null;

/** What the database says where another one writes. */
export const lockedError = () =>
  Object.assign(new Error("locked"), { code: onPostgres() ? "55P03" : "SQLITE_BUSY" });

/** The rows that point to nothing. PostgreSQL has looked at each commit. */
export async function danglingRows({ services }: World): Promise<unknown[]> {
  return brokenKeys(services.store);
}

/** The same of a database without a world. */
export async function brokenKeys(store: Pick<Store, "connection">): Promise<unknown[]> {
  if (onPostgres()) return [];
  return (await sql`pragma foreign_key_check`.execute(store.connection)).rows;
}

/** The names of all tables, in order. */
export async function tableNames(db: Reader): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name).sort();
}

/** All that a database holds: the bytes of SQLite, or the rows of PostgreSQL. */
export async function wholeOf(store: Store): Promise<string> {
  if (!onPostgres()) return store.image().toString("latin1");
  const tables: unknown[] = [];
  for (const name of await tableNames(store.read))
    tables.push([name, (await sql`select * from ${sql.table(name)}`.execute(store.read)).rows]);
  return JSON.stringify(tables);
}

/**
 * Has every change of one kind to a table fail, for a reason that nobody thought of.
 * @param words what the database says then
 * @returns lets them go on
 */
export async function spoil(
  db: Reader,
  change: "insert" | "update" | "delete",
  table: string,
  words = "out of luck",
): Promise<() => Promise<void>> {
  const name = sql.id(`spoiled_${table}`);
  const when = sql`before ${sql.raw(change)} on ${sql.table(table)}`;
  if (!onPostgres()) {
    await sql`create trigger ${name} ${when} begin select raise(abort, ${sql.lit(words)}); end`.execute(
      db,
    );
    return async () => void (await sql`drop trigger ${name}`.execute(db));
  }
  const body = sql.lit(`begin raise '${words}'; end`);
  await sql`create function ${name}() returns trigger language plpgsql as ${body}`.execute(db);
  await sql`create trigger ${name} ${when} for each row execute function ${name}()`.execute(db);
  return async () => void (await sql`drop function ${name}() cascade`.execute(db));
}
