import type { Kysely } from "kysely";

/**
 * Authoring of trust updates: drafts beside what is published, what an edit replaced, who took something
 * off the page, and who gets an update by mail. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["effectiveOn", "hiddenBy", "pinnedBy", "editedAt", "editedBy"]) {
    await db.schema.alterTable("topics").addColumn(column, "text").execute();
  }
  await db.schema.alterTable("topics").addColumn("objectionDays", "integer").execute();
  await db.schema
    .alterTable("topics")
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
    .execute();

  for (const column of [
    "approvedBy",
    "recipientsJson",
    "editedAt",
    "editedBy",
    "unpublishedAt",
    "unpublishedBy",
    "requestKey",
  ]) {
    await db.schema.alterTable("topicUpdates").addColumn(column, "text").execute();
  }
  await db.schema
    .createIndex("topicUpdates_by_orgId_requestKey")
    .on("topicUpdates")
    .columns(["orgId", "requestKey"])
    .execute();

  await db.schema
    .createTable("topicDrafts")
    .addColumn("orgId", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("topicId", "text")
    .addColumn("updateId", "text")
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("category", "text", (column) => column.notNull())
    .addColumn("hidden", "integer", (column) => column.notNull())
    .addColumn("pinned", "integer", (column) => column.notNull())
    .addColumn("productIdsJson", "text", (column) => column.notNull())
    .addColumn("effectiveOn", "text")
    .addColumn("objectionDays", "integer")
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("audience", "text", (column) => column.notNull())
    .addColumn("channelStatusPage", "integer", (column) => column.notNull())
    .addColumn("channelEmail", "integer", (column) => column.notNull())
    .addColumn("recipientsJson", "text")
    .addColumn("publishAt", "text")
    .addColumn("requestKey", "text")
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("createdBy", "text", (column) => column.notNull())
    .addColumn("changedAt", "text", (column) => column.notNull())
    .addColumn("changedBy", "text", (column) => column.notNull())
    .addColumn("changedByActor", "text", (column) => column.notNull())
    .addColumn("submittedAt", "text")
    .addColumn("submittedBy", "text")
    .addColumn("submittedByActor", "text")
    .addColumn("returnedAt", "text")
    .addColumn("returnedBy", "text")
    .addColumn("returnNote", "text")
    .addPrimaryKeyConstraint("topicDrafts_pk", ["orgId", "id"] as never)
    .addForeignKeyConstraint("topicDrafts_fk_1", ["orgId"] as never, "orgs", ["id"], (key) =>
      key.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "topicDrafts_fk_2",
      ["orgId", "topicId"] as never,
      "topics",
      ["orgId", "id"],
      (key) => key.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "topicDrafts_fk_3",
      ["orgId", "updateId"] as never,
      "topicUpdates",
      ["orgId", "id"],
      (key) => key.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("topicDrafts_by_orgId_topicId")
    .on("topicDrafts")
    .columns(["orgId", "topicId"])
    .execute();
  await db.schema
    .createIndex("topicDrafts_by_orgId_requestKey")
    .on("topicDrafts")
    .columns(["orgId", "requestKey"])
    .execute();

  await db.schema
    .createTable("topicVersions")
    .addColumn("orgId", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("topicId", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("category", "text", (column) => column.notNull())
    .addColumn("effectiveOn", "text")
    .addColumn("objectionDays", "integer")
    .addColumn("replacedAt", "text", (column) => column.notNull())
    .addColumn("replacedBy", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("topicVersions_pk", ["orgId", "id"] as never)
    .addForeignKeyConstraint(
      "topicVersions_fk_1",
      ["orgId", "topicId"] as never,
      "topics",
      ["orgId", "id"],
      (key) => key.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("topicVersions_by_orgId_topicId")
    .on("topicVersions")
    .columns(["orgId", "topicId"])
    .execute();

  await db.schema
    .createTable("topicUpdateVersions")
    .addColumn("orgId", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("updateId", "text", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("replacedAt", "text", (column) => column.notNull())
    .addColumn("replacedBy", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("topicUpdateVersions_pk", ["orgId", "id"] as never)
    .addForeignKeyConstraint(
      "topicUpdateVersions_fk_1",
      ["orgId", "updateId"] as never,
      "topicUpdates",
      ["orgId", "id"],
      (key) => key.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("topicUpdateVersions_by_orgId_updateId")
    .on("topicUpdateVersions")
    .columns(["orgId", "updateId"])
    .execute();
}
