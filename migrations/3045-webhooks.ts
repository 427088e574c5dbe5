import type { Kysely } from "kysely";

/**
 * Webhooks of companies, and the deliveries that wait or were made. Frozen: later changes are later
 * files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("sealedUrl", "text", (c) => c.notNull())
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("sealedSecret", "text", (c) => c.notNull())
    .addColumn("sealedOldSecret", "text")
    .addColumn("oldSecretUntil", "text")
    .addColumn("typesJson", "text", (c) => c.notNull())
    .addColumn("details", "integer", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addColumn("nextAttemptAt", "text")
    .addColumn("failingSince", "text")
    .addColumn("stoppedAt", "text")
    .addColumn("stoppedBy", "text")
    .addPrimaryKeyConstraint("webhooks_pk", ["orgId", "id"])
    .addForeignKeyConstraint("webhooks_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema.createIndex("webhooks_due").on("webhooks").columns(["nextAttemptAt"]).execute();
  await db.schema
    .createTable("webhookDeliveries")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("webhookId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("subjectId", "text", (c) => c.notNull())
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("detailsJson", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("notBefore", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("lastTriedAt", "text")
    .addColumn("lastStatus", "integer")
    .addColumn("lastAnswer", "text")
    .addPrimaryKeyConstraint("webhookDeliveries_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "webhookDeliveries_fk_1",
      ["orgId", "webhookId"],
      "webhooks",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("webhookDeliveries_queue")
    .on("webhookDeliveries")
    .columns(["orgId", "webhookId", "state", "id"])
    .execute();
  await db.schema
    .createIndex("webhookDeliveries_log")
    .on("webhookDeliveries")
    .columns(["orgId", "webhookId", "id"])
    .execute();
}
