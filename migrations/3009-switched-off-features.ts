import { sql, type Kysely } from "kysely";

/**
 * The features that an org has switched off; the table's name said the opposite. Frozen: later changes are later
 * files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "entitlements" rename to "switchedOffFeatures"`.execute(db);
}
