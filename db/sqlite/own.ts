import type Database from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { type Dialect, ErasedAddresses, type Reader, type Writer } from "../engine.ts";
import { ImmediateSqliteDialect } from "./dialect.ts";
import { isBusy, isStatementFault, openDatabase } from "./open.ts";
import { schemaClauses } from "./schema-clauses.ts";

/** Kysely on one connection, with what queries ask of SQLite. */
export function sqliteKysely<T>(
  database: Database.Database,
  addresses: ErasedAddresses,
): Kysely<T> {
  // Migration 3008 calls it.
  database.function("keyed_digest", { deterministic: true, directOnly: true }, (digest: unknown) =>
    addresses.keyedDigest(String(digest)),
  );
  // SQLite's own knows the letters from A to Z alone, so that nobody would find Übersee GmbH.
  database.function("lower", { deterministic: true }, (text: unknown) =>
    typeof text === "string" ? text.toLowerCase() : text,
  );
  const own: Dialect = {
    addresses,
    tenantTables,
    columnsNaming,
    primaryKey,
    namingTables,
    deferForeignKeys,
    beginsSquashed: false,
    sharesCounts: false,
    isBusy,
    isStatementFault,
    schemaClauses,
    emptyDatabase: () => sqliteKysely(openDatabase(":memory:"), new ErasedAddresses(null)),
  };
  return new Kysely<T>({ dialect: new ImmediateSqliteDialect(database, own) });
}

async function tenantTables(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select m.name as "name"
    from sqlite_master as m, pragma_table_info(m.name) as c
    where m.type = 'table' and c.name = 'orgId'
    order by m.name`.execute(db);
  return rows.map(({ name }) => name);
}

async function columnsNaming(
  db: Reader,
  table: string,
  column: string,
): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select m.name as "table", k."from" as "column"
    from sqlite_master as m, pragma_foreign_key_list(m.name) as k
    where m.type = 'table' and k."table" = ${table} and k."to" = ${column}
    order by m.name`.execute(db);
  return rows;
}

async function primaryKey(db: Reader, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db);
  return rows.map(({ name }) => name);
}

async function namingTables(db: Reader): Promise<{ naming: string; named: string }[]> {
  const { rows } = await sql<{ naming: string; named: string }>`
    select distinct m.name as "naming", k."table" as "named"
    from sqlite_master as m, pragma_foreign_key_list(m.name) as k
    where m.type = 'table' order by 1, 2`.execute(db);
  return rows;
}

async function deferForeignKeys(trx: Writer): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(trx);
}
