import { sql, type Kysely } from "kysely";

/**
 * What stands for erased addresses is made with the installation's key from now on, which lies outside of the
 * database. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ["suppressions", "email"],
    ["subscriptionBlocks", "value"],
    ["accessRules", "pattern"],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = keyed_digest(substr(${sql.ref(column)}, 8))
      where ${sql.ref(column)} like 'sha256:%'`.execute(db);
}
