import type { Kysely } from "kysely";

/**
 * How reviewers work on a request together: who looks at it, what they note, what they ask its
 * sender, and the lists that each of them keeps. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["assignedTo", "askedAt", "answeredAt"])
    await db.schema.alterTable("accessRequests").addColumn(column, "text").execute();
  await db.schema
    .createTable("requestNotes")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("requestId", "text", (c) => c.notNull())
    .addColumn("note", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("requestNotes_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "requestNotes_fk_1",
      ["orgId", "requestId"],
      "accessRequests",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("requestNotes_byRequest")
    .on("requestNotes")
    .columns(["orgId", "requestId", "createdAt"])
    .execute();
  await db.schema
    .createTable("requestQuestions")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("requestId", "text", (c) => c.notNull())
    .addColumn("question", "text", (c) => c.notNull())
    .addColumn("askedAt", "text", (c) => c.notNull())
    .addColumn("askedBy", "text", (c) => c.notNull())
    .addColumn("answer", "text")
    .addColumn("answeredAt", "text")
    .addColumn("closedAt", "text")
    .addPrimaryKeyConstraint("requestQuestions_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "requestQuestions_fk_1",
      ["orgId", "requestId"],
      "accessRequests",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("requestQuestions_byRequest")
    .on("requestQuestions")
    .columns(["orgId", "requestId", "askedAt"])
    .execute();
  await db.schema
    .createTable("inboxViews")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("staffId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("queryJson", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("inboxViews_pk", ["orgId", "id"])
    .addUniqueConstraint("inboxViews_name", ["orgId", "staffId", "name"])
    .addForeignKeyConstraint(
      "inboxViews_fk_1",
      ["orgId", "staffId"],
      "staffRoles",
      ["orgId", "staffId"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}
