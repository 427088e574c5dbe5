import type { Kysely } from "kysely";

/**
 * Mail: the outbox with one row a mail, mailings that fill it for many recipients, addresses that get
 * none, what is known of the transport, and the webhook calls that were heard.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mailings")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("topicUpdateId", "text")
    .addColumn("recipientsJson", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("html", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("othersHtml", "text", (c) => c.notNull())
    .addColumn("othersText", "text", (c) => c.notNull())
    .addColumn("headersJson", "text", (c) => c.notNull())
    .addColumn("fromName", "text", (c) => c.notNull())
    .addColumn("replyTo", "text")
    .addColumn("messageDomain", "text", (c) => c.notNull())
    .addColumn("portalUrl", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("cursorJson", "text")
    .addColumn("recipients", "integer", (c) => c.notNull())
    .addColumn("notBefore", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addColumn("endedAt", "text")
    .addPrimaryKeyConstraint("mailings_pk", ["orgId", "id"])
    .addForeignKeyConstraint("mailings_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("mailings_by_state_notBefore")
    .on("mailings")
    .columns(["state", "notBefore"])
    .execute();
  await db.schema
    .createIndex("mailings_by_orgId_topicUpdateId")
    .on("mailings")
    .columns(["orgId", "topicUpdateId"])
    .execute();

  await db.schema
    .createTable("outbox")
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("orgId", "text")
    .addColumn("lane", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("toEmail", "text", (c) => c.notNull())
    .addColumn("toName", "text")
    .addColumn("fromName", "text", (c) => c.notNull())
    .addColumn("replyTo", "text")
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("html", "text")
    .addColumn("text", "text")
    .addColumn("headersJson", "text", (c) => c.notNull())
    .addColumn("messageId", "text", (c) => c.notNull())
    .addColumn("secret", "integer", (c) => c.notNull())
    .addColumn("requested", "integer", (c) => c.notNull())
    .addColumn("priority", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("nextAttemptAt", "text", (c) => c.notNull())
    .addColumn("firstTriedAt", "text")
    .addColumn("lastError", "text")
    .addColumn("providerId", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("sentAt", "text")
    .addColumn("mailingId", "text")
    .addColumn("recipientKey", "text")
    .addColumn("recipientRef", "text")
    .addPrimaryKeyConstraint("outbox_pk", ["id"])
    .addUniqueConstraint("outbox_unique_1", ["messageId"])
    .addUniqueConstraint("outbox_unique_2", ["orgId", "mailingId", "recipientKey"])
    .addForeignKeyConstraint("outbox_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "outbox_fk_2",
      ["orgId", "mailingId"],
      "mailings",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("outbox_by_state_priority_lane_nextAttemptAt")
    .on("outbox")
    .columns(["state", "priority", "lane", "nextAttemptAt"])
    .execute();
  await db.schema
    .createIndex("outbox_by_orgId_createdAt")
    .on("outbox")
    .columns(["orgId", "createdAt"])
    .execute();
  await db.schema
    .createIndex("outbox_by_orgId_state_createdAt")
    .on("outbox")
    .columns(["orgId", "state", "createdAt"])
    .execute();
  await db.schema
    .createIndex("outbox_by_state_nextAttemptAt")
    .on("outbox")
    .columns(["state", "nextAttemptAt"])
    .execute();
  await db.schema
    .createIndex("outbox_by_state_sentAt")
    .on("outbox")
    .columns(["state", "sentAt"])
    .execute();
  await db.schema
    .createIndex("outbox_by_providerId")
    .on("outbox")
    .columns(["providerId"])
    .execute();

  await db.schema
    .createTable("suppressions")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("detail", "text")
    .addColumn("at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("suppressions_pk", ["orgId", "email"])
    .addForeignKeyConstraint("suppressions_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();

  await db.schema
    .createTable("mailTransports")
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("downSince", "text")
    .addColumn("lastError", "text")
    .addColumn("checkedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("mailTransports_pk", ["name"])
    .execute();

  await db.schema
    .createTable("mailWebhookCalls")
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("heardAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("mailWebhookCalls_pk", ["id"])
    .execute();
}
