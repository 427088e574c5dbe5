import { Kysely, type PostgresPool, sql } from "kysely";
import { type Dialect, ErasedAddresses, type Reader, type Writer } from "../engine.ts";
import { type Commits, OneWriterPostgresDialect } from "./dialect.ts";
import { faultOf } from "./faults.ts";

/**
 * Kysely on a pool of connections, with what queries ask of PostgreSQL.
 * @param commits how this process writes
 */
export function postgresKysely<T>(
  pool: PostgresPool,
  addresses: ErasedAddresses,
  commits: Commits,
): Kysely<T> {
  const own: Dialect = {
    addresses,
    tenantTables,
    columnsNaming,
    primaryKey,
    namingTables,
    deferForeignKeys,
    beginsSquashed: true,
    sharesCounts: true,
    isBusy: (error) => faultOf(error) === "busy",
    isStatementFault: (error) => codeOf(error).startsWith("42"),
    schemaClauses,
    emptyDatabase: () => null,
  };
  return new Kysely<T>({ dialect: new OneWriterPostgresDialect({ pool }, own, commits) });
}

async function tenantTables(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as "name" from information_schema.columns
    where table_schema = current_schema() and column_name = 'orgId'
    order by table_name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function columnsNaming(
  db: Reader,
  table: string,
  column: string,
): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select naming.relname as "table", own.attname as "column"
    from pg_constraint as k
    join pg_class as naming on naming.oid = k.conrelid
    join pg_class as named on named.oid = k.confrelid
    join pg_namespace as place on place.oid = named.relnamespace
    cross join lateral unnest(k.conkey, k.confkey) as pair(own, other)
    join pg_attribute as own on own.attrelid = k.conrelid and own.attnum = pair.own
    join pg_attribute as other on other.attrelid = k.confrelid and other.attnum = pair.other
    where k.contype = 'f' and place.nspname = current_schema()
      and named.relname = ${table} and other.attname = ${column}
    order by naming.relname`.execute(db);
  return rows;
}

async function primaryKey(db: Reader, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname as "name" from pg_index as i
    join pg_class as t on t.oid = i.indrelid
    join pg_namespace as n on n.oid = t.relnamespace
    cross join lateral unnest(i.indkey) with ordinality as k(number, place)
    join pg_attribute as a on a.attrelid = t.oid and a.attnum = k.number
    where i.indisprimary and n.nspname = current_schema() and t.relname = ${table}
    order by k.place`.execute(db);
  return rows.map(({ name }) => name);
}

async function namingTables(db: Reader): Promise<{ naming: string; named: string }[]> {
  const { rows } = await sql<{ naming: string; named: string }>`
    select distinct naming.relname as "naming", named.relname as "named"
    from pg_constraint as k
    join pg_class as naming on naming.oid = k.conrelid
    join pg_class as named on named.oid = k.confrelid
    join pg_namespace as n on n.oid = naming.relnamespace
    where k.contype = 'f' and n.nspname = current_schema() order by 1, 2`.execute(db);
  return rows;
}

async function deferForeignKeys(trx: Writer): Promise<void> {
  await sql`set constraints all deferred`.execute(trx);
}

/** Columns, keys and indexes, each with its table. */
async function schemaClauses<T>(db: Kysely<T>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ clause: string }>`
    select c.table_name || ': ' || c.column_name || ' ' || c.data_type
      || case when c.is_nullable = 'NO' then ' not null' else '' end
      || coalesce(' default ' || c.column_default, '') as clause
    from information_schema.columns as c where c.table_schema = current_schema()
    union all
    select t.relname || ': ' || pg_get_constraintdef(k.oid)
    from pg_constraint as k join pg_class as t on t.oid = k.conrelid
    join pg_namespace as n on n.oid = t.relnamespace where n.nspname = current_schema()
    union all
    select tablename || ': ' || indexdef from pg_indexes where schemaname = current_schema()`.execute(
    db,
  );
  return new Set(rows.map(({ clause }) => clause));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
