import type { Kysely } from "kysely";

/** The request whose approval sent a sign-in link. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("signInLinks").addColumn("requestId", "text").execute();
}
