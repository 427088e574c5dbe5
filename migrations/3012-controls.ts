import type { Kysely } from "kysely";

/** The control library: what a company does, by reference, and which requirements of frameworks it answers. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("controls")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("reference", "text", (c) => c.notNull())
    .addColumn("sortKey", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("description", "text")
    .addColumn("access", "text", (c) => c.notNull())
    .addColumn("itemUid", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("modifiedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("controls_pk", ["orgId", "id"])
    .addForeignKeyConstraint("controls_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("controlProducts")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("controlId", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("controlProducts_pk", ["orgId", "controlId", "productId"])
    .addForeignKeyConstraint(
      "controlProducts_fk_1",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "controlProducts_fk_2",
      ["orgId", "controlId"],
      "controls",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("controlReferences")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("controlId", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("requirement", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("controlReferences_pk", ["orgId", "controlId", "position"])
    .addForeignKeyConstraint(
      "controlReferences_fk_1",
      ["orgId", "controlId"],
      "controls",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  // A product that is deleted takes its rows along.
  await db.schema
    .createIndex("controlProducts_by_product")
    .on("controlProducts")
    .columns(["orgId", "productId"])
    .execute();
}
