import type { Kysely } from "kysely";

/** Questionnaires that members send in themselves. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("questionnaires").addColumn("memberId", "text").execute();
  await db.schema
    .createIndex("questionnaires_account")
    .on("questionnaires")
    .columns(["orgId", "accountId"])
    .execute();
  await db.schema
    .createIndex("questionnaires_member")
    .on("questionnaires")
    .columns(["orgId", "memberId"])
    .execute();
}
