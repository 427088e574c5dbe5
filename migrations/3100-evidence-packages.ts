import type { Kysely } from "kysely";

/**
 * Evidence packages of members, the keys that their manifests are signed with, and what is known of a
 * manifest for years. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("signingKeys")
    .addColumn("quarter", "text", (c) => c.notNull())
    .addColumn("kid", "text", (c) => c.notNull().unique())
    .addColumn("publicJson", "text", (c) => c.notNull())
    .addColumn("sealedPrivate", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("endsAt", "text", (c) => c.notNull())
    .addColumn("keptUntil", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("signingKeys_pk", ["quarter"])
    .execute();
  await db.schema
    .createTable("evidencePackages")
    .addColumn("tokenHash", "text", (c) => c.notNull())
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addColumn("viewerKey", "text", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("filesJson", "text", (c) => c.notNull())
    .addColumn("leftOutJson", "text", (c) => c.notNull())
    .addColumn("manifestHash", "text", (c) => c.notNull())
    .addColumn("kid", "text", (c) => c.notNull())
    .addColumn("jwsSignature", "text", (c) => c.notNull())
    .addColumn("derSignature", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("evidencePackages_pk", ["tokenHash"])
    .addForeignKeyConstraint(
      "evidencePackages_fk_1",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("evidencePackages_by_end")
    .on("evidencePackages")
    .columns(["expiresAt"])
    .execute();
  await db.schema
    .createTable("issuedManifests")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("issuedAt", "text", (c) => c.notNull())
    .addColumn("keptUntil", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("issuedManifests_pk", ["orgId", "id"])
    .addForeignKeyConstraint("issuedManifests_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
