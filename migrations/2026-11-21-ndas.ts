import { sql, type Kysely } from "kysely";

/**
 * NDAs that were signed elsewhere: a signature of no version of ours, noted by somebody of the staff. SQLite
 * takes a column's NOT NULL away with a new table alone. One member signs a version once. Frozen: later
 * changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("ndaSignaturesNew")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("versionId", "text")
    .addColumn("versionHash", "text")
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("memberId", "text")
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("signedAt", "text", (c) => c.notNull())
    .addColumn("ip", "text")
    .addColumn("userAgent", "text")
    .addColumn("blobHash", "text")
    .addColumn("importedAt", "text")
    .addColumn("importedBy", "text")
    .addColumn("note", "text")
    .addPrimaryKeyConstraint("ndaSignatures_pk2", ["orgId", "id"])
    .addForeignKeyConstraint("ndaSignatures_fk_1b", ["orgId", "versionId"], "ndaVersions", [
      "orgId",
      "id",
    ])
    .addForeignKeyConstraint("ndaSignatures_fk_2b", ["orgId", "accountId"], "accounts", [
      "orgId",
      "id",
    ])
    .addForeignKeyConstraint("ndaSignatures_fk_3b", ["orgId", "memberId"], "members", [
      "orgId",
      "id",
    ])
    .addForeignKeyConstraint("ndaSignatures_fk_4b", ["orgId", "blobHash"], "blobs", [
      "orgId",
      "hash",
    ])
    .addCheckConstraint(
      "ndaSignatures_origin",
      sql`"versionId" is not null or "importedAt" is not null`,
    )
    .execute();
  const columns = sql.raw(
    [
      "orgId",
      "id",
      "versionId",
      "versionHash",
      "accountId",
      "memberId",
      "name",
      "email",
      "signedAt",
      "ip",
      "userAgent",
      "blobHash",
    ]
      .map((name) => `"${name}"`)
      .join(", "),
  );
  await sql`insert into "ndaSignaturesNew" (${columns}) select ${columns} from "ndaSignatures"`.execute(
    db,
  );
  await db.schema.dropTable("ndaSignatures").execute();
  await db.schema.alterTable("ndaSignaturesNew").renameTo("ndaSignatures").execute();
  await db.schema
    .createIndex("ndaSignatures_account")
    .on("ndaSignatures")
    .columns(["orgId", "accountId"])
    .execute();
  await db.schema
    .createIndex("ndaSignatures_signedAt")
    .on("ndaSignatures")
    .columns(["orgId", "signedAt", "id"])
    .execute();
}
