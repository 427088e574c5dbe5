import { sql } from "kysely";
import { inject } from "vitest";
import type { World } from "./world.ts";

/* What tests say to the database of a world in the words of the engine that it runs on. */

/** Whether worlds are databases of PostgreSQL in this run. */
export const onPostgres = () => inject("postgres") !== null;

/** The rows that point to nothing. PostgreSQL has looked at each commit. */
export async function danglingRows({ services }: World): Promise<unknown[]> {
  if (onPostgres()) return [];
  return (await sql`pragma foreign_key_check`.execute(services.store.connection)).rows;
}

/** Has every deletion of a topic fail. @returns lets them go on */
export async function failTopicDeletions({ services }: World): Promise<() => Promise<void>> {
  const { connection } = services.store;
  if (!onPostgres()) {
    await sql`create trigger halfway before delete on topics begin select raise(abort, 'killed here'); end`.execute(
      connection,
    );
    return async () => void (await sql`drop trigger halfway`.execute(connection));
  }
  await sql`create function halfway() returns trigger language plpgsql as 'begin raise ''killed here''; end'`.execute(
    connection,
  );
  await sql`create trigger halfway before delete on topics for each row execute function halfway()`.execute(
    connection,
  );
  return async () => void (await sql`drop function halfway() cascade`.execute(connection));
}
