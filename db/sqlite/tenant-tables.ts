import { sql } from "kysely";
import type { Reader, Writer } from "../store.ts";

/**
 * Every table that has rows of tenants: those with a column orgId, so that a table of later days
 * counts from its first one on.
 */
export async function tenantTables(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select m.name as "name"
    from sqlite_master as m, pragma_table_info(m.name) as c
    where m.type = 'table' and c.name = 'orgId'
    order by m.name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Lets rows of this transaction point to nothing until it ends; at its end everything must be
 * right.
 */
export async function deferForeignKeys(trx: Writer): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(trx);
}
