import type { Kysely } from "kysely";

/**
 * What calls by keys of members answered, so that one that is sent again does nothing twice. Frozen:
 * later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("memberKeyAnswers")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("keyId", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("bodyHash", "text", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("answeredAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("memberKeyAnswers_pk", ["orgId", "keyId", "hash"])
    .addForeignKeyConstraint(
      "memberKeyAnswers_fk_1",
      ["orgId", "keyId"],
      "memberKeys",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("memberKeyAnswers_age")
    .on("memberKeyAnswers")
    .column("answeredAt")
    .execute();
}
