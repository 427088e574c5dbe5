import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * A migration that both engines have, as PostgreSQL takes it: numbers get 64 bits and foreign keys
 * can wait for the end of their transaction, as in the first migration.
 */
export function onPostgres(migration: Migration): Migration {
  return {
    // What it says of itself goes on with it.
    ...migration,
    async up(db) {
      await migration.up(db);
      await widenNumbers(db);
      await deferKeys(db);
    },
  };
}

async function widenNumbers(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and data_type in ('integer', 'smallint')
      and table_name not like 'kysely_%'`.execute(db);
  for (const { table, column } of rows)
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} type bigint`.execute(
      db,
    );
}

async function deferKeys(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ table: string; key: string }>`
    select t.relname as "table", k.conname as "key" from pg_constraint as k
    join pg_class as t on t.oid = k.conrelid
    join pg_namespace as n on n.oid = t.relnamespace
    where n.nspname = current_schema() and k.contype = 'f' and not k.condeferrable`.execute(db);
  for (const { table, key } of rows)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.id(key)} deferrable`.execute(
      db,
    );
}
