import { sql, type CreateTableBuilder, type Kysely } from "kysely";

/**
 * Asking for access: what the form says and how it was decided, the rules that decide at once, and the
 * links by which members sign in. Requests of the foundation keep their rows. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rules(db);
  await requests(db);
  await links(db);
  await db.schema.alterTable("members").addColumn("signedInAt", "text").execute();
}

async function rules(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accessRules")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("matches", "text", (c) => c.notNull())
    .addColumn("pattern", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("profileId", "text")
    .addColumn("expiresInDays", "integer")
    .addColumn("ndaRequired", "integer", (c) => c.notNull())
    .addColumn("message", "text")
    .addColumn("note", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addColumn("endedAt", "text")
    .addColumn("endedBy", "text")
    .addPrimaryKeyConstraint("accessRules_pk", ["orgId", "id"])
    .addForeignKeyConstraint("accessRules_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint("accessRules_fk_2", ["orgId", "profileId"], "permissionProfiles", [
      "orgId",
      "id",
    ])
    .execute();
  await db.schema
    .createTable("accessRuleProducts")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("ruleId", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("accessRuleProducts_pk", ["orgId", "ruleId", "productId"])
    .addForeignKeyConstraint(
      "accessRuleProducts_fk_1",
      ["orgId", "ruleId"],
      "accessRules",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "accessRuleProducts_fk_2",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}

/** The foundation's requests knew an address and a company: SQLite takes composite foreign keys with a new table alone. */
async function requests(db: Kysely<unknown>): Promise<void> {
  const texts = [
    "accountId",
    "memberId",
    "jobTitle",
    "pointOfContact",
    "relationship",
    "country",
    "productId",
    "productIdsJson",
    "itemUid",
    "itemKind",
    "source",
    "invitedBy",
    "note",
    "notedAt",
    "withdrawnAt",
    "decidedAt",
    "decidedBy",
    "outcome",
    "message",
    "ruleId",
    "holdUntil",
    "pendingKey",
    "ip",
    "userAgent",
  ];
  let table: CreateTableBuilder<string, string> = db.schema.createTable("accessRequestsNew");
  for (const name of [
    "orgId",
    "id",
    "kind",
    "email",
    "emailKey",
    "emailDomain",
    "firstName",
    "lastName",
    "companyName",
    "status",
    "createdAt",
  ]) {
    table = table.addColumn(name, "text", (c) => c.notNull());
  }
  for (const name of ["freeMail", "agreed", "subscribed", "customCheckbox"])
    table = table.addColumn(name, "integer", (c) => c.notNull().defaultTo(0));
  for (const name of texts) table = table.addColumn(name, "text");
  table = table.addColumn("customizationRevision", "integer");
  await table
    .addPrimaryKeyConstraint("accessRequestsNew_pk", ["orgId", "id"])
    .addUniqueConstraint("accessRequestsNew_unique_1", ["orgId", "pendingKey"])
    .addForeignKeyConstraint("accessRequestsNew_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint("accessRequestsNew_fk_2", ["orgId", "accountId"], "accounts", [
      "orgId",
      "id",
    ])
    .addForeignKeyConstraint("accessRequestsNew_fk_3", ["orgId", "memberId"], "members", [
      "orgId",
      "id",
    ])
    .addForeignKeyConstraint("accessRequestsNew_fk_4", ["orgId", "ruleId"], "accessRules", [
      "orgId",
      "id",
    ])
    .execute();
  await sql`
    insert into "accessRequestsNew" ("orgId", "id", "kind", "accountId", "email", "emailKey", "emailDomain", "firstName", "lastName", "companyName", "status", "createdAt", "decidedAt", "decidedBy", "outcome", "agreed", "pendingKey")
    select "orgId", "id", 'access', "accountId", "email", "email", substr("email", instr("email", '@') + 1), '', '', "companyName", "status", "createdAt", "decidedAt", "decidedBy",
      case "status" when 'declined' then 'request_declined' when 'approved' then 'request_approved' end, 1,
      case when "status" = 'pending' and not exists (
        select 1 from "accessRequests" as earlier where earlier."orgId" = "accessRequests"."orgId" and earlier."email" = "accessRequests"."email"
          and earlier."status" = 'pending' and earlier."id" < "accessRequests"."id"
      ) then "email" end
    from "accessRequests"`.execute(db);
  await db.schema.dropTable("accessRequests").execute();
  await db.schema.alterTable("accessRequestsNew").renameTo("accessRequests").execute();
  await db.schema
    .createIndex("accessRequests_by_orgId_emailKey")
    .on("accessRequests")
    .columns(["orgId", "emailKey"])
    .execute();
  await db.schema
    .createIndex("accessRequests_by_orgId_status")
    .on("accessRequests")
    .columns(["orgId", "status", "createdAt"])
    .execute();
}

async function links(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("signInLinks")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("memberId", "text")
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("tokenHash", "text", (c) => c.notNull())
    .addColumn("askedFrom", "text", (c) => c.notNull())
    .addColumn("returnTo", "text", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("usedAt", "text")
    .addPrimaryKeyConstraint("signInLinks_pk", ["orgId", "id"])
    .addUniqueConstraint("signInLinks_unique_1", ["tokenHash"])
    .addForeignKeyConstraint("signInLinks_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "signInLinks_fk_2",
      ["orgId", "memberId"],
      "members",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("signInLinks_by_orgId_email")
    .on("signInLinks")
    .columns(["orgId", "email", "createdAt"])
    .execute();
  await db.schema
    .createIndex("signInLinks_by_expiresAt")
    .on("signInLinks")
    .columns(["expiresAt"])
    .execute();
}
