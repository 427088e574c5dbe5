import { sql, type Kysely } from "kysely";

/**
 * What PostgreSQL begins with: the schema that SQLite has after its migrations up to 3032, in one
 * step. Numbers have 64 bits, as there, and every foreign key can wait for the end of its
 * transaction. Frozen: later changes are later files, which both engines have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const keys = KEYS.map((key) => `${key} deferrable`);
  for (const statement of [INSTR, ...TABLES, ...keys, ...INDEXES])
    await sql.raw(statement).execute(db);
}

/** Of SQLite's own functions, the one that statements call and PostgreSQL does not have. */
const INSTR = `create function instr(text, text) returns integer
  language sql immutable strict parallel safe as 'select strpos($1, $2)'`;

const TABLES = [
  `create table "orgs" (
    "id" text not null,
    "slug" text not null,
    "name" text not null,
    "websiteUrl" text,
    "timeZone" text not null,
    "revision" bigint default 1 not null,
    "createdAt" text not null,
    constraint "orgs_pk" primary key ("id"),
    constraint "orgs_unique_1" unique ("slug")
  )`,
  `create table "publications" (
    "id" text not null,
    "orgId" text not null,
    "publishedAt" text not null,
    "publishedBy" text not null,
    "unpublishedAt" text,
    "unpublishedBy" text,
    constraint "publications_pk" primary key ("orgId", "id")
  )`,
  `create table "domains" (
    "id" text not null,
    "orgId" text not null,
    "host" text not null,
    "verifiedAt" text,
    "createdAt" text not null,
    "answeredAt" text,
    constraint "domains_pk" primary key ("orgId", "id"),
    constraint "domains_unique_1" unique ("host")
  )`,
  `create table "switchedOffFeatures" (
    "orgId" text not null,
    "feature" text not null,
    "switchedOffAt" text not null,
    constraint "entitlements_pk" primary key ("orgId", "feature")
  )`,
  `create table "blobs" (
    "orgId" text not null,
    "hash" text not null,
    "size" bigint not null,
    "createdAt" text not null,
    "unnamedSince" text,
    constraint "blobs_pk" primary key ("orgId", "hash")
  )`,
  `create table "assets" (
    "orgId" text not null,
    "id" text not null,
    "type" text not null,
    "fileName" text not null,
    "contentType" text not null,
    "blobHash" text not null,
    "revision" bigint not null,
    "createdAt" text not null,
    constraint "assets_pk" primary key ("orgId", "id")
  )`,
  `create table "customizations" (
    "orgId" text not null,
    "revision" bigint not null,
    "settingsJson" text not null,
    "logoAssetId" text,
    "logoDarkAssetId" text,
    "bannerAssetId" text,
    "faviconAssetId" text,
    "updatedAt" text not null,
    constraint "customizations_pk" primary key ("orgId")
  )`,
  `create table "products" (
    "orgId" text not null,
    "id" text not null,
    "slug" text not null,
    "name" text not null,
    "position" bigint not null,
    "show" bigint not null,
    "isDefault" bigint not null,
    "createdAt" text not null,
    constraint "products_pk" primary key ("orgId", "id"),
    constraint "products_unique_1" unique ("orgId", "slug")
  )`,
  `create table "productLinks" (
    "orgId" text not null,
    "id" text not null,
    "label" text not null,
    "link" text not null,
    "show" bigint not null,
    "position" bigint not null,
    constraint "productLinks_pk" primary key ("orgId", "id")
  )`,
  `create table "productPages" (
    "orgId" text not null,
    "productId" text not null,
    "revision" bigint not null,
    "sectionOrderJson" text,
    "cardOrderJson" text,
    "hiddenSectionsJson" text not null,
    "featuredJson" text not null,
    "documentOrderJson" text,
    constraint "productPages_pk" primary key ("orgId", "productId")
  )`,
  `create table "cards" (
    "orgId" text not null,
    "productId" text not null,
    "kind" text not null,
    "title" text,
    "displayText" text,
    "placeholder" text,
    "iconAssetId" text,
    "hiddenAt" text,
    "hiddenBy" text,
    constraint "cards_pk" primary key ("orgId", "productId", "kind")
  )`,
  `create table "items" (
    "orgId" text not null,
    "productId" text not null,
    "uid" text not null,
    "kind" text not null,
    "custom" bigint not null,
    "title" text not null,
    "sortKey" text not null,
    "enabledState" text not null,
    "publicAccess" bigint not null,
    "hiddenAt" text,
    "hiddenBy" text,
    "explanation" text,
    "href" text,
    "type" text,
    "choice" text,
    "maturity" text,
    "recurrence" text,
    "auditor" text,
    "expiry" text,
    "listEntriesJson" text,
    "bridgeLetterJson" text,
    "badgeAssetId" text,
    "position" bigint,
    "customSlug" text,
    "defaultSlug" text not null,
    "lastModifiedOn" text not null,
    "lastModifiedBy" text not null,
    "integrationJson" text,
    constraint "items_pk" primary key ("orgId", "productId", "uid"),
    constraint "items_unique_1" unique ("orgId", "productId", "customSlug")
  )`,
  `create table "oldItemSlugs" (
    "orgId" text not null,
    "productId" text not null,
    "slug" text not null,
    "itemUid" text not null,
    "retiredAt" text not null,
    constraint "oldItemSlugs_pk" primary key ("orgId", "productId", "slug")
  )`,
  `create table "documents" (
    "orgId" text not null,
    "id" text not null,
    "originalName" text not null,
    "sortKey" text not null,
    "contentType" text not null,
    "size" bigint not null,
    "blobHash" text not null,
    "type" text not null,
    "accessType" text,
    "encryptedType" text,
    "expiresOn" text,
    "createdAt" text not null,
    "createdBy" text not null,
    "searchText" text default '' not null,
    "auditor" text,
    "periodFrom" text,
    "periodTo" text,
    "releasedFacts" text default 'type year' not null,
    constraint "documents_pk" primary key ("orgId", "id")
  )`,
  `create table "itemDocuments" (
    "orgId" text not null,
    "productId" text not null,
    "itemUid" text not null,
    "documentId" text not null,
    "linkedAt" text not null,
    "linkedBy" text not null,
    constraint "itemDocuments_pk" primary key ("orgId", "productId", "itemUid", "documentId")
  )`,
  `create table "companies" (
    "orgId" text not null,
    "id" text not null,
    "source" text not null,
    "name" text not null,
    "sortKey" text not null,
    "domain" text,
    "logoAssetId" text,
    "addendumId" text,
    "logoFrom" text,
    constraint "companies_pk" primary key ("orgId", "id")
  )`,
  `create table "trustedCompanies" (
    "orgId" text not null,
    "productId" text not null,
    "id" text not null,
    "companyId" text not null,
    "href" text,
    "position" bigint not null,
    constraint "trustedCompanies_pk" primary key ("orgId", "productId", "id")
  )`,
  `create table "subprocessors" (
    "orgId" text not null,
    "productId" text not null,
    "id" text not null,
    "companyId" text not null,
    "purpose" text,
    "location" text,
    "additionalDetails" text,
    "createdAt" text not null,
    "position" bigint,
    constraint "subprocessors_pk" primary key ("orgId", "productId", "id")
  )`,
  `create table "securityGrades" (
    "orgId" text not null,
    "productId" text not null,
    "id" text not null,
    "provider" text not null,
    "label" text not null,
    "description" text,
    "grade" text,
    "url" text,
    "position" bigint not null,
    constraint "securityGrades_pk" primary key ("orgId", "productId", "id")
  )`,
  `create table "faqEntries" (
    "orgId" text not null,
    "id" text not null,
    "question" text not null,
    "answer" text not null,
    "comment" text,
    "access" text not null,
    "favouriteAt" text,
    "sourceType" text not null,
    "createdAt" text not null,
    "modifiedAt" text not null,
    "topic" text,
    "sourceSubtype" text,
    "sourceName" text,
    "shortAnswer" text,
    constraint "faqEntries_pk" primary key ("orgId", "id")
  )`,
  `create table "faqProducts" (
    "orgId" text not null,
    "entryId" text not null,
    "productId" text not null,
    constraint "faqProducts_pk" primary key ("orgId", "entryId", "productId")
  )`,
  `create table "topics" (
    "orgId" text not null,
    "id" text not null,
    "subject" text not null,
    "category" text not null,
    "hiddenAt" text,
    "pinnedAt" text,
    "createdAt" text not null,
    "effectiveOn" text,
    "hiddenBy" text,
    "pinnedBy" text,
    "editedAt" text,
    "editedBy" text,
    "objectionDays" bigint,
    "revision" bigint default 1 not null,
    constraint "topics_pk" primary key ("orgId", "id")
  )`,
  `create table "topicProducts" (
    "orgId" text not null,
    "topicId" text not null,
    "productId" text not null,
    constraint "topicProducts_pk" primary key ("orgId", "topicId", "productId")
  )`,
  `create table "topicUpdates" (
    "orgId" text not null,
    "id" text not null,
    "topicId" text not null,
    "message" text not null,
    "audience" text not null,
    "channelStatusPage" bigint not null,
    "channelEmail" bigint not null,
    "createdAt" text not null,
    "createdBy" text not null,
    "approvedBy" text,
    "recipientsJson" text,
    "editedAt" text,
    "editedBy" text,
    "unpublishedAt" text,
    "unpublishedBy" text,
    "requestKey" text,
    constraint "topicUpdates_pk" primary key ("orgId", "id")
  )`,
  `create table "permissionProfiles" (
    "orgId" text not null,
    "id" text not null,
    "name" text not null,
    "allItems" bigint not null,
    "createdAt" text not null,
    constraint "permissionProfiles_pk" primary key ("orgId", "id")
  )`,
  `create table "profileItems" (
    "orgId" text not null,
    "profileId" text not null,
    "productId" text not null,
    "itemUid" text not null,
    constraint "profileItems_pk" primary key ("orgId", "profileId", "productId", "itemUid")
  )`,
  `create table "accounts" (
    "orgId" text not null,
    "id" text not null,
    "name" text not null,
    "reviewStatus" text not null,
    "reviewedAt" text,
    "reviewedBy" text,
    "createdAt" text not null,
    constraint "accounts_pk" primary key ("orgId", "id")
  )`,
  `create table "members" (
    "orgId" text not null,
    "id" text not null,
    "accountId" text not null,
    "email" text not null,
    "firstName" text not null,
    "lastName" text not null,
    "autoApproved" bigint not null,
    "createdAt" text not null,
    "removedAt" text,
    "removedBy" text,
    "signedInAt" text,
    constraint "members_pk" primary key ("orgId", "id"),
    constraint "members_unique_1" unique ("orgId", "accountId", "email")
  )`,
  `create table "grants" (
    "orgId" text not null,
    "id" text not null,
    "accountId" text not null,
    "productId" text not null,
    "profileId" text not null,
    "ndaRequired" bigint not null,
    "expiresAt" text,
    "grantedAt" text not null,
    "grantedBy" text not null,
    "revokedAt" text,
    "revokedBy" text,
    constraint "grants_pk" primary key ("orgId", "id")
  )`,
  `create table "ndaSettings" (
    "orgId" text not null,
    "provider" text not null,
    "accountWide" bigint not null,
    constraint "ndaSettings_pk" primary key ("orgId")
  )`,
  `create table "ndaVersions" (
    "orgId" text not null,
    "id" text not null,
    "title" text not null,
    "body" text not null,
    "hash" text not null,
    "publishedAt" text not null,
    "publishedBy" text not null,
    constraint "ndaVersions_pk" primary key ("orgId", "id")
  )`,
  `create table "staff" (
    "id" text not null,
    "email" text not null,
    "name" text not null,
    "passwordHash" text not null,
    "totpSecret" text,
    "totpConfirmedAt" text,
    "totpLastStep" bigint,
    "createdAt" text not null,
    constraint "staff_pk" primary key ("id"),
    constraint "staff_unique_1" unique ("email")
  )`,
  `create table "staffRoles" (
    "orgId" text not null,
    "staffId" text not null,
    "role" text not null,
    "grantedAt" text not null,
    "grantedBy" text not null,
    constraint "staffRoles_pk" primary key ("orgId", "staffId")
  )`,
  `create table "recoveryCodes" (
    "id" text not null,
    "staffId" text not null,
    "codeHash" text not null,
    "createdAt" text not null,
    "usedAt" text,
    constraint "recoveryCodes_pk" primary key ("id")
  )`,
  `create table "sessions" (
    "tokenHash" text not null,
    "kind" text not null,
    "staffId" text,
    "orgId" text,
    "memberId" text,
    "host" text,
    "createdAt" text not null,
    "lastSeenAt" text not null,
    "expiresAt" text not null,
    "revokedAt" text,
    "ip" text,
    "userAgent" text,
    constraint "sessions_pk" primary key ("tokenHash")
  )`,
  `create table "setupLinks" (
    "tokenHash" text not null,
    "createdAt" text not null,
    "expiresAt" text not null,
    "usedAt" text,
    constraint "setupLinks_pk" primary key ("tokenHash")
  )`,
  `create table "audit" (
    "id" text not null,
    "orgId" text,
    "at" text not null,
    "actor" text not null,
    "actorName" text not null,
    "action" text not null,
    "subject" text,
    "detailJson" text,
    "ip" text,
    constraint "audit_pk" primary key ("id")
  )`,
  `create table "events" (
    "id" text not null,
    "orgId" text not null,
    "at" text not null,
    "name" text not null,
    "viewerKind" text not null,
    "accountId" text,
    "memberId" text,
    "productId" text,
    "itemUid" text,
    "detailJson" text,
    "documentId" text,
    "access" text,
    "source" text,
    "bytes" bigint,
    constraint "events_pk" primary key ("id")
  )`,
  `create table "accessRules" (
    "orgId" text not null,
    "id" text not null,
    "position" bigint not null,
    "matches" text not null,
    "pattern" text not null,
    "action" text not null,
    "profileId" text,
    "expiresInDays" bigint,
    "ndaRequired" bigint not null,
    "message" text,
    "note" text,
    "createdAt" text not null,
    "createdBy" text not null,
    "endedAt" text,
    "endedBy" text,
    constraint "accessRules_pk" primary key ("orgId", "id")
  )`,
  `create table "accessRuleProducts" (
    "orgId" text not null,
    "ruleId" text not null,
    "productId" text not null,
    constraint "accessRuleProducts_pk" primary key ("orgId", "ruleId", "productId")
  )`,
  `create table "accessRequests" (
    "orgId" text not null,
    "id" text not null,
    "kind" text not null,
    "email" text not null,
    "emailKey" text not null,
    "emailDomain" text not null,
    "firstName" text not null,
    "lastName" text not null,
    "companyName" text not null,
    "status" text not null,
    "createdAt" text not null,
    "freeMail" bigint default 0 not null,
    "agreed" bigint default 0 not null,
    "subscribed" bigint default 0 not null,
    "customCheckbox" bigint default 0 not null,
    "accountId" text,
    "memberId" text,
    "jobTitle" text,
    "pointOfContact" text,
    "relationship" text,
    "country" text,
    "productId" text,
    "productIdsJson" text,
    "itemUid" text,
    "itemKind" text,
    "source" text,
    "invitedBy" text,
    "note" text,
    "notedAt" text,
    "withdrawnAt" text,
    "decidedAt" text,
    "decidedBy" text,
    "outcome" text,
    "message" text,
    "ruleId" text,
    "holdUntil" text,
    "pendingKey" text,
    "ip" text,
    "userAgent" text,
    "customizationRevision" bigint,
    "ruleTerms" text,
    "host" text,
    "assignedTo" text,
    "askedAt" text,
    "answeredAt" text,
    constraint "accessRequestsNew_pk" primary key ("orgId", "id"),
    constraint "accessRequestsNew_unique_1" unique ("orgId", "pendingKey")
  )`,
  `create table "signInLinks" (
    "orgId" text not null,
    "id" text not null,
    "memberId" text,
    "email" text not null,
    "host" text not null,
    "tokenHash" text not null,
    "askedFrom" text not null,
    "returnTo" text not null,
    "tries" bigint not null,
    "createdAt" text not null,
    "expiresAt" text not null,
    "usedAt" text,
    "browser" text,
    "wrongCodes" bigint default 0 not null,
    "requestId" text,
    constraint "signInLinks_pk" primary key ("orgId", "id"),
    constraint "signInLinks_unique_1" unique ("tokenHash")
  )`,
  `create table "bulkDownloads" (
    "tokenHash" text not null,
    "orgId" text not null,
    "productId" text not null,
    "viewerKey" text not null,
    "filesJson" text not null,
    "createdAt" text not null,
    "expiresAt" text not null,
    constraint "bulkDownloads_pk" primary key ("tokenHash")
  )`,
  `create table "byoidSettings" (
    "orgId" text primary key,
    "enabledAt" text,
    "issuer" text not null,
    "audience" text not null,
    "jwksUrl" text,
    "publicKey" text,
    "accountClaim" text not null,
    "profileId" text not null,
    "ndaRequired" bigint not null,
    "expiresInDays" bigint,
    "changedAt" text not null,
    "changedBy" text not null
  )`,
  `create table "byoidProducts" (
    "orgId" text not null,
    "productId" text not null,
    constraint "byoidProducts_pk" primary key ("orgId", "productId")
  )`,
  `create table "byoidAccounts" (
    "orgId" text not null,
    "company" text not null,
    "accountId" text not null,
    "linkedAt" text not null,
    constraint "byoidAccounts_pk" primary key ("orgId", "company")
  )`,
  `create table "byoidTokens" (
    "orgId" text not null,
    "tokenHash" text not null,
    "usedAt" text not null,
    "expiresAt" text not null,
    constraint "byoidTokens_pk" primary key ("orgId", "tokenHash")
  )`,
  `create table "changes" (
    "orgId" text not null,
    "id" text not null,
    "number" bigint not null,
    "productId" text,
    "at" text not null,
    "actor" text not null,
    "actorName" text not null,
    "subject" text not null,
    "subjectId" text not null,
    "title" text not null,
    "summary" text not null,
    "beforeJson" text,
    "afterJson" text,
    "undoesId" text,
    "undoneAt" text,
    "undoneBy" text,
    constraint "changes_pk" primary key ("orgId", "id"),
    constraint "changes_unique_1" unique ("orgId", "number")
  )`,
  `create table "comments" (
    "orgId" text not null,
    "id" text not null,
    "accountId" text not null,
    "productId" text not null,
    "itemUid" text not null,
    "memberId" text,
    "staffId" text,
    "staffName" text,
    "content" text not null,
    "createdAt" text not null,
    "settledAt" text,
    "settledBy" text,
    constraint "comments_pk" primary key ("orgId", "id")
  )`,
  `create table "documentVersions" (
    "orgId" text not null,
    "documentId" text not null,
    "number" bigint not null,
    "fileName" text not null,
    "blobHash" text not null,
    "size" bigint not null,
    "contentType" text not null,
    "encryptedType" text,
    "restoredFrom" bigint,
    "createdAt" text not null,
    "createdBy" text not null,
    constraint "documentVersions_pk" primary key ("orgId", "documentId", "number")
  )`,
  `create table "domainClaims" (
    "orgId" text not null,
    "id" text not null,
    "host" text not null,
    "token" text not null,
    "createdAt" text not null,
    "createdBy" text not null,
    "checkedAt" text,
    "outcome" text,
    "message" text,
    "failedChecks" bigint default 0 not null,
    constraint "domainClaims_pk" primary key ("orgId", "id"),
    constraint "domainClaims_unique_1" unique ("orgId", "host")
  )`,
  `create table "contentUids" (
    "orgId" text not null,
    "noun" text not null,
    "uid" text not null,
    "rowId" text not null,
    constraint "contentUids_pk" primary key ("orgId", "noun", "uid"),
    constraint "contentUids_unique_1" unique ("orgId", "noun", "rowId")
  )`,
  `create table "stagedFiles" (
    "orgId" text not null,
    "id" text not null,
    "purpose" text not null,
    "fileName" text not null,
    "blobHash" text not null,
    "size" bigint not null,
    "createdAt" text not null,
    "createdBy" text not null,
    constraint "stagedFiles_pk" primary key ("orgId", "id")
  )`,
  `create table "invitations" (
    "orgId" text not null,
    "id" text not null,
    "accountId" text not null,
    "memberId" text not null,
    "email" text not null,
    "emailKey" text not null,
    "message" text,
    "invitedAt" text not null,
    "mailedAt" text,
    constraint "invitations_pk" primary key ("orgId", "id")
  )`,
  `create table "mailings" (
    "orgId" text not null,
    "id" text not null,
    "kind" text not null,
    "topicUpdateId" text,
    "recipientsJson" text not null,
    "subject" text not null,
    "html" text not null,
    "text" text not null,
    "othersHtml" text not null,
    "othersText" text not null,
    "headersJson" text not null,
    "fromName" text not null,
    "replyTo" text,
    "messageDomain" text not null,
    "portalUrl" text not null,
    "state" text not null,
    "cursorJson" text,
    "recipients" bigint not null,
    "notBefore" text not null,
    "createdAt" text not null,
    "createdBy" text not null,
    "endedAt" text,
    constraint "mailings_pk" primary key ("orgId", "id")
  )`,
  `create table "outbox" (
    "id" text not null,
    "orgId" text,
    "lane" text not null,
    "kind" text not null,
    "toEmail" text not null,
    "toName" text,
    "fromName" text not null,
    "replyTo" text,
    "subject" text not null,
    "html" text,
    "text" text,
    "headersJson" text not null,
    "messageId" text not null,
    "secret" bigint not null,
    "requested" bigint not null,
    "priority" bigint not null,
    "state" text not null,
    "attempts" bigint not null,
    "nextAttemptAt" text not null,
    "firstTriedAt" text,
    "lastError" text,
    "providerId" text,
    "createdAt" text not null,
    "sentAt" text,
    "mailingId" text,
    "recipientKey" text,
    "recipientRef" text,
    constraint "outbox_pk" primary key ("id"),
    constraint "outbox_unique_1" unique ("messageId"),
    constraint "outbox_unique_2" unique ("orgId", "mailingId", "recipientKey")
  )`,
  `create table "suppressions" (
    "orgId" text not null,
    "email" text not null,
    "reason" text not null,
    "detail" text,
    "at" text not null,
    constraint "suppressions_pk" primary key ("orgId", "email")
  )`,
  `create table "mailTransports" (
    "name" text not null,
    "downSince" text,
    "lastError" text,
    "checkedAt" text not null,
    constraint "mailTransports_pk" primary key ("name")
  )`,
  `create table "mailWebhookCalls" (
    "id" text not null,
    "heardAt" text not null,
    constraint "mailWebhookCalls_pk" primary key ("id")
  )`,
  `create table "ndaSignatures" (
    "orgId" text not null,
    "id" text not null,
    "versionId" text,
    "versionHash" text,
    "accountId" text not null,
    "memberId" text,
    "name" text not null,
    "email" text not null,
    "signedAt" text not null,
    "ip" text,
    "userAgent" text,
    "blobHash" text,
    "importedAt" text,
    "importedBy" text,
    "note" text,
    constraint "ndaSignatures_pk2" primary key ("orgId", "id"),
    constraint "ndaSignatures_origin" check ("versionId" is not null or "importedAt" is not null)
  )`,
  `create table "passwordLinks" (
    "tokenHash" text not null primary key,
    "staffId" text not null,
    "createdAt" text not null,
    "expiresAt" text not null,
    "usedAt" text
  )`,
  `create table "grantReminders" (
    "orgId" text not null,
    "grantId" text not null,
    "memberId" text not null,
    "days" bigint not null,
    "mailId" text not null,
    "remindedAt" text not null,
    constraint "grantReminders_pk" primary key ("orgId", "grantId", "memberId", "days")
  )`,
  `create table "accessReviews" (
    "orgId" text not null,
    "id" text not null,
    "requestId" text not null,
    "decision" text not null,
    "at" text not null,
    "by" text not null,
    "byName" text not null,
    "mailId" text,
    "holdUntil" text not null,
    "beforeJson" text not null,
    "undoneAt" text,
    "undoneBy" text,
    constraint "accessReviews_pk" primary key ("orgId", "id")
  )`,
  `create table "accountNotes" (
    "orgId" text not null,
    "id" text not null,
    "accountId" text not null,
    "note" text not null,
    "createdAt" text not null,
    "createdBy" text not null,
    constraint "accountNotes_pk" primary key ("orgId", "id")
  )`,
  `create table "mutedNotifications" (
    "orgId" text not null,
    "staffId" text not null,
    "kind" text not null,
    "mutedAt" text not null,
    constraint "mutedNotifications_pk" primary key ("orgId", "staffId", "kind")
  )`,
  `create table "subscribers" (
    "orgId" text not null,
    "id" text not null,
    "email" text not null,
    "emailKey" text not null,
    "emailDomain" text not null,
    "state" text not null,
    "source" text not null,
    "createdAt" text not null,
    "confirmedAt" text,
    "unsubscribedAt" text,
    "mailedAt" text,
    "allUpdates" bigint not null,
    "digest" text not null,
    constraint "subscribers_pk" primary key ("orgId", "id"),
    constraint "subscribers_unique_1" unique ("orgId", "emailKey")
  )`,
  `create table "subscriberCategories" (
    "orgId" text not null,
    "subscriberId" text not null,
    "category" text not null,
    constraint "subscriberCategories_pk" primary key ("orgId", "subscriberId", "category")
  )`,
  `create table "subscriberProducts" (
    "orgId" text not null,
    "subscriberId" text not null,
    "productId" text not null,
    constraint "subscriberProducts_pk" primary key ("orgId", "subscriberId", "productId")
  )`,
  `create table "subscriptionTokens" (
    "orgId" text not null,
    "tokenHash" text not null,
    "subscriberId" text not null,
    "purpose" text not null,
    "email" text not null,
    "createdAt" text not null,
    "expiresAt" text not null,
    "usedAt" text,
    constraint "subscriptionTokens_pk" primary key ("orgId", "tokenHash")
  )`,
  `create table "subscriptionBlocks" (
    "orgId" text not null,
    "id" text not null,
    "kind" text not null,
    "value" text not null,
    "createdAt" text not null,
    "createdBy" text not null,
    constraint "subscriptionBlocks_pk" primary key ("orgId", "id"),
    constraint "subscriptionBlocks_unique_1" unique ("orgId", "kind", "value")
  )`,
  `create table "topicDrafts" (
    "orgId" text not null,
    "id" text not null,
    "topicId" text,
    "updateId" text,
    "subject" text not null,
    "category" text not null,
    "hidden" bigint not null,
    "pinned" bigint not null,
    "productIdsJson" text not null,
    "effectiveOn" text,
    "objectionDays" bigint,
    "message" text not null,
    "audience" text not null,
    "channelStatusPage" bigint not null,
    "channelEmail" bigint not null,
    "recipientsJson" text,
    "publishAt" text,
    "requestKey" text,
    "revision" bigint not null,
    "createdAt" text not null,
    "createdBy" text not null,
    "changedAt" text not null,
    "changedBy" text not null,
    "changedByActor" text not null,
    "submittedAt" text,
    "submittedBy" text,
    "submittedByActor" text,
    "returnedAt" text,
    "returnedBy" text,
    "returnNote" text,
    constraint "topicDrafts_pk" primary key ("orgId", "id")
  )`,
  `create table "topicVersions" (
    "orgId" text not null,
    "id" text not null,
    "topicId" text not null,
    "subject" text not null,
    "category" text not null,
    "effectiveOn" text,
    "objectionDays" bigint,
    "replacedAt" text not null,
    "replacedBy" text not null,
    constraint "topicVersions_pk" primary key ("orgId", "id")
  )`,
  `create table "topicUpdateVersions" (
    "orgId" text not null,
    "id" text not null,
    "updateId" text not null,
    "message" text not null,
    "replacedAt" text not null,
    "replacedBy" text not null,
    constraint "topicUpdateVersions_pk" primary key ("orgId", "id")
  )`,
  `create table "turns" (
    "orgId" text not null,
    "job" text not null,
    "doneUntil" text not null,
    constraint "turns_pk" primary key ("orgId", "job")
  )`,
  `create table "documentReminders" (
    "orgId" text not null,
    "documentId" text not null,
    "expiresOn" text not null,
    "days" bigint not null,
    "remindedAt" text not null,
    constraint "documentReminders_pk" primary key ("orgId", "documentId", "expiresOn", "days")
  )`,
  `create table "traces" (
    "orgId" text not null,
    "id" text not null,
    "viewerKey" text not null,
    "day" text not null,
    "documentId" text not null,
    "versionHash" text not null,
    "documentName" text not null,
    "viewerKind" text not null,
    "name" text,
    "email" text,
    "organisation" text,
    "accountId" text,
    "memberId" text,
    "ip" text,
    "createdAt" text not null,
    constraint "traces_pk" primary key ("orgId", "id"),
    constraint "traces_unique_1" unique ("orgId", "documentId", "versionHash", "viewerKey", "day")
  )`,
  `create table "watermarkedCopies" (
    "orgId" text not null,
    "traceId" text not null,
    "documentId" text not null,
    "versionHash" text not null,
    "viewerKey" text not null,
    "day" text not null,
    "blobHash" text not null,
    "size" bigint not null,
    "createdAt" text not null,
    "expiresAt" text not null,
    constraint "watermarkedCopies_pk" primary key ("orgId", "traceId")
  )`,
  `create table "guidedStarts" (
    "orgId" text not null primary key,
    "begunAt" text not null,
    "skippedJson" text not null,
    "endedAt" text,
    "endedBy" text
  )`,
  `create table "teamInvitations" (
    "orgId" text not null,
    "id" text not null,
    "email" text not null,
    "role" text not null,
    "tokenHash" text not null,
    "invitedBy" text not null,
    "invitedByName" text not null,
    "createdAt" text not null,
    "sentAt" text not null,
    "expiresAt" text not null,
    "acceptedAt" text,
    "acceptedBy" text,
    "withdrawnAt" text,
    "withdrawnBy" text,
    constraint "teamInvitations_pk" primary key ("orgId", "id"),
    constraint "teamInvitations_by_token" unique ("tokenHash")
  )`,
  `create table "twoFactorRules" (
    "orgId" text not null primary key,
    "requiredAt" text not null,
    "requiredBy" text not null
  )`,
  `create table "closedSessions" (
    "orgId" text not null,
    "tokenHash" text not null,
    "closedAt" text not null,
    "closedBy" text not null,
    constraint "closedSessions_pk" primary key ("tokenHash", "orgId")
  )`,
  `create table "installationOwners" (
    "staffId" text not null primary key,
    "grantedAt" text not null,
    "grantedBy" text not null
  )`,
  `create table "orgSuspensions" (
    "orgId" text not null,
    "id" text not null,
    "suspendedAt" text not null,
    "suspendedBy" text not null,
    "reason" text not null,
    "resumedAt" text,
    "resumedBy" text,
    constraint "orgSuspensions_pk" primary key ("orgId", "id")
  )`,
  `create table "outboxAttachments" (
    "orgId" text not null,
    "mailId" text not null,
    "signatureId" text not null,
    "fileName" text not null,
    "size" bigint not null,
    "failingSince" text,
    "leftOut" text,
    constraint "outboxAttachments_pk" primary key ("mailId", "signatureId")
  )`,
  `create table "markdownTrees" (
    "orgId" text not null,
    "source" text not null,
    "version" bigint not null,
    "fault" text,
    "size" bigint not null,
    "treeJson" text,
    "usedOn" text not null,
    constraint "markdownTrees_pk" primary key ("orgId", "source")
  )`,
  `create table "renderFailures" (
    "orgId" text not null,
    "versionHash" text not null,
    "part" text not null,
    "fault" text not null,
    "renderer" text not null,
    "tries" bigint not null,
    "failedAt" text not null,
    "until" text not null,
    constraint "renderFailures_pk" primary key ("orgId", "versionHash", "part")
  )`,
  `create table "formerSlugs" (
    "slug" text not null primary key,
    "orgId" text not null,
    "endedAt" text not null
  )`,
  `create table "documentTexts" (
    "orgId" text not null,
    "versionHash" text not null,
    "reader" bigint not null,
    "fault" text,
    "sealed" text,
    "readAt" text not null,
    "pages" bigint,
    "notes" text default '' not null,
    "leftOutJson" text,
    constraint "documentTexts_pk" primary key ("orgId", "versionHash")
  )`,
  `create table "searchQueries" (
    "id" text primary key,
    "orgId" text not null,
    "at" text not null,
    "productId" text not null,
    "viewerKind" text not null,
    "term" text not null,
    "results" bigint not null
  )`,
  `create table "controls" (
    "orgId" text not null,
    "id" text not null,
    "reference" text not null,
    "sortKey" text not null,
    "title" text not null,
    "description" text,
    "access" text not null,
    "itemUid" text,
    "createdAt" text not null,
    "modifiedAt" text not null,
    "shortAnswer" text,
    constraint "controls_pk" primary key ("orgId", "id")
  )`,
  `create table "controlProducts" (
    "orgId" text not null,
    "controlId" text not null,
    "productId" text not null,
    constraint "controlProducts_pk" primary key ("orgId", "controlId", "productId")
  )`,
  `create table "controlReferences" (
    "orgId" text not null,
    "controlId" text not null,
    "position" bigint not null,
    "requirement" text not null,
    constraint "controlReferences_pk" primary key ("orgId", "controlId", "position")
  )`,
  `create table "webpages" (
    "orgId" text not null,
    "id" text not null,
    "url" text not null,
    "title" text,
    "text" text not null,
    "bytes" bigint not null,
    "status" text not null,
    "readAt" text,
    "failedAt" text,
    "fault" text,
    "nightsMissing" bigint not null,
    "addedAt" text not null,
    constraint "webpages_pk" primary key ("orgId", "id"),
    constraint "webpages_url" unique ("orgId", "url")
  )`,
  `create table "webpageReadings" (
    "orgId" text primary key,
    "id" text not null,
    "startedAt" text not null,
    "endedAt" text,
    "cutOffs" bigint default 0 not null
  )`,
  `create table "integrationReadings" (
    "orgId" text not null,
    "productId" text not null,
    "itemUid" text not null,
    "page" text not null,
    "readingJson" text,
    "readAt" text,
    "failedAt" text,
    "askedAt" text,
    "example" bigint not null,
    constraint "integrationReadings_pk" primary key ("orgId", "productId", "itemUid")
  )`,
  `create table "orgSecrets" (
    "orgId" text not null,
    "name" text not null,
    "sealed" text not null,
    "setAt" text not null,
    constraint "orgSecrets_pk" primary key ("orgId", "name")
  )`,
  `create table "foundCompanies" (
    "source" text not null,
    "domain" text not null,
    "name" text not null,
    "logo" text,
    "foundAt" text not null,
    constraint "foundCompanies_pk" primary key ("source", "domain")
  )`,
  `create table "partners" (
    "orgId" text not null,
    "id" text not null,
    "name" text not null,
    "domain" text not null,
    "createdAt" text not null,
    constraint "partners_pk" primary key ("orgId", "id"),
    constraint "partners_domain" unique ("orgId", "domain")
  )`,
  `create table "partnerTokens" (
    "orgId" text not null,
    "id" text not null,
    "partnerId" text not null,
    "accountId" text not null,
    "memberId" text not null,
    "createdAt" text not null,
    "expiresAt" text not null,
    "revokedAt" text,
    "lastReadAt" text,
    "reads" bigint not null,
    constraint "partnerTokens_pk" primary key ("orgId", "id")
  )`,
  `create table "entitlements" (
    "orgId" text primary key,
    "sealedToken" text not null,
    "featuresJson" text not null,
    "expiresAt" text not null,
    "setAt" text not null,
    "setBy" text not null,
    "fault" text,
    "faultedAt" text,
    "endedAt" text
  )`,
  `create table "accessPresets" (
    "orgId" text not null,
    "id" text not null,
    "name" text not null,
    "profileId" text not null,
    "expiresInDays" bigint,
    "ndaRequired" bigint not null,
    "createdAt" text not null,
    constraint "accessPresets_pk" primary key ("orgId", "id"),
    constraint "accessPresets_name" unique ("orgId", "name")
  )`,
  `create table "requestNotes" (
    "orgId" text not null,
    "id" text not null,
    "requestId" text not null,
    "note" text not null,
    "createdAt" text not null,
    "createdBy" text not null,
    constraint "requestNotes_pk" primary key ("orgId", "id")
  )`,
  `create table "requestQuestions" (
    "orgId" text not null,
    "id" text not null,
    "requestId" text not null,
    "question" text not null,
    "askedAt" text not null,
    "askedBy" text not null,
    "answer" text,
    "answeredAt" text,
    "closedAt" text,
    constraint "requestQuestions_pk" primary key ("orgId", "id")
  )`,
  `create table "inboxViews" (
    "orgId" text not null,
    "id" text not null,
    "staffId" text not null,
    "name" text not null,
    "queryJson" text not null,
    "createdAt" text not null,
    constraint "inboxViews_pk" primary key ("orgId", "id"),
    constraint "inboxViews_name" unique ("orgId", "staffId", "name")
  )`,
  `create table "accessRuleFacts" (
    "orgId" text not null,
    "ruleId" text not null,
    "fact" text not null,
    "value" text not null,
    constraint "accessRuleFacts_pk" primary key ("orgId", "ruleId", "fact", "value")
  )`,
  `create table "accessRuleAskedProducts" (
    "orgId" text not null,
    "ruleId" text not null,
    "productId" text not null,
    constraint "accessRuleAskedProducts_pk" primary key ("orgId", "ruleId", "productId")
  )`,
  `create table "customerDomains" (
    "orgId" text not null,
    "domain" text not null,
    "name" text,
    "addedAt" text not null,
    constraint "customerDomains_pk" primary key ("orgId", "domain")
  )`,
  `create table "setUpLists" (
    "orgId" text primary key,
    "hiddenAt" text
  )`,
  `create table "sentForms" (
    "hash" text primary key,
    "run" text not null,
    "sentAt" text not null
  )`,
  `create table "keptForms" (
    "id" text primary key,
    "browser" text not null,
    "who" text,
    "sealed" text not null,
    "keptAt" text not null
  )`,
  `create table "pageViews" (
    "orgId" text not null,
    "day" text not null,
    "views" bigint not null,
    constraint "pageViews_pk" primary key ("orgId", "day")
  )`,
];

const KEYS = [
  `alter table "publications" add constraint "publications_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "domains" add constraint "domains_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "switchedOffFeatures" add constraint "entitlements_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "blobs" add constraint "blobs_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "assets" add constraint "assets_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "assets" add constraint "assets_fk_2"
    foreign key ("orgId", "blobHash") references "blobs" ("orgId", "hash")`,
  `alter table "customizations" add constraint "customizations_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "customizations" add constraint "customizations_fk_2"
    foreign key ("orgId", "logoAssetId") references "assets" ("orgId", "id")`,
  `alter table "customizations" add constraint "customizations_fk_3"
    foreign key ("orgId", "logoDarkAssetId") references "assets" ("orgId", "id")`,
  `alter table "customizations" add constraint "customizations_fk_4"
    foreign key ("orgId", "bannerAssetId") references "assets" ("orgId", "id")`,
  `alter table "customizations" add constraint "customizations_fk_5"
    foreign key ("orgId", "faviconAssetId") references "assets" ("orgId", "id")`,
  `alter table "products" add constraint "products_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "productLinks" add constraint "productLinks_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "productPages" add constraint "productPages_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "cards" add constraint "cards_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "cards" add constraint "cards_fk_2"
    foreign key ("orgId", "iconAssetId") references "assets" ("orgId", "id")`,
  `alter table "items" add constraint "items_fk_1"
    foreign key ("orgId", "productId", "kind") references "cards" ("orgId", "productId", "kind") on delete cascade`,
  `alter table "items" add constraint "items_fk_2"
    foreign key ("orgId", "badgeAssetId") references "assets" ("orgId", "id")`,
  `alter table "oldItemSlugs" add constraint "oldItemSlugs_fk_1"
    foreign key ("orgId", "productId", "itemUid") references "items" ("orgId", "productId", "uid") on delete cascade`,
  `alter table "documents" add constraint "documents_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "documents" add constraint "documents_fk_2"
    foreign key ("orgId", "blobHash") references "blobs" ("orgId", "hash")`,
  `alter table "itemDocuments" add constraint "itemDocuments_fk_1"
    foreign key ("orgId", "productId", "itemUid") references "items" ("orgId", "productId", "uid") on delete cascade`,
  `alter table "itemDocuments" add constraint "itemDocuments_fk_2"
    foreign key ("orgId", "documentId") references "documents" ("orgId", "id") on delete cascade`,
  `alter table "companies" add constraint "companies_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "companies" add constraint "companies_fk_2"
    foreign key ("orgId", "logoAssetId") references "assets" ("orgId", "id")`,
  `alter table "trustedCompanies" add constraint "trustedCompanies_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "trustedCompanies" add constraint "trustedCompanies_fk_2"
    foreign key ("orgId", "companyId") references "companies" ("orgId", "id")`,
  `alter table "subprocessors" add constraint "subprocessors_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "subprocessors" add constraint "subprocessors_fk_2"
    foreign key ("orgId", "companyId") references "companies" ("orgId", "id")`,
  `alter table "securityGrades" add constraint "securityGrades_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "faqEntries" add constraint "faqEntries_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "faqProducts" add constraint "faqProducts_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "faqProducts" add constraint "faqProducts_fk_2"
    foreign key ("orgId", "entryId") references "faqEntries" ("orgId", "id") on delete cascade`,
  `alter table "topics" add constraint "topics_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "topicProducts" add constraint "topicProducts_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "topicProducts" add constraint "topicProducts_fk_2"
    foreign key ("orgId", "topicId") references "topics" ("orgId", "id") on delete cascade`,
  `alter table "topicUpdates" add constraint "topicUpdates_fk_1"
    foreign key ("orgId", "topicId") references "topics" ("orgId", "id") on delete cascade`,
  `alter table "permissionProfiles" add constraint "permissionProfiles_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "profileItems" add constraint "profileItems_fk_1"
    foreign key ("orgId", "productId", "itemUid") references "items" ("orgId", "productId", "uid") on delete cascade`,
  `alter table "profileItems" add constraint "profileItems_fk_2"
    foreign key ("orgId", "profileId") references "permissionProfiles" ("orgId", "id") on delete cascade`,
  `alter table "accounts" add constraint "accounts_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "members" add constraint "members_fk_1"
    foreign key ("orgId", "accountId") references "accounts" ("orgId", "id") on delete cascade`,
  `alter table "grants" add constraint "grants_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "grants" add constraint "grants_fk_2"
    foreign key ("orgId", "accountId") references "accounts" ("orgId", "id") on delete cascade`,
  `alter table "grants" add constraint "grants_fk_3"
    foreign key ("orgId", "profileId") references "permissionProfiles" ("orgId", "id")`,
  `alter table "ndaSettings" add constraint "ndaSettings_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "ndaVersions" add constraint "ndaVersions_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "staffRoles" add constraint "staffRoles_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "staffRoles" add constraint "staffRoles_fk_2"
    foreign key ("staffId") references "staff" ("id") on delete cascade`,
  `alter table "recoveryCodes" add constraint "recoveryCodes_fk_1"
    foreign key ("staffId") references "staff" ("id") on delete cascade`,
  `alter table "sessions" add constraint "sessions_fk_1"
    foreign key ("staffId") references "staff" ("id") on delete cascade`,
  `alter table "sessions" add constraint "sessions_fk_2"
    foreign key ("orgId", "memberId") references "members" ("orgId", "id") on delete cascade`,
  `alter table "audit" add constraint "audit_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete restrict`,
  `alter table "events" add constraint "events_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "accessRules" add constraint "accessRules_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "accessRules" add constraint "accessRules_fk_2"
    foreign key ("orgId", "profileId") references "permissionProfiles" ("orgId", "id")`,
  `alter table "accessRuleProducts" add constraint "accessRuleProducts_fk_1"
    foreign key ("orgId", "ruleId") references "accessRules" ("orgId", "id") on delete cascade`,
  `alter table "accessRuleProducts" add constraint "accessRuleProducts_fk_2"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "accessRequests" add constraint "accessRequestsNew_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "accessRequests" add constraint "accessRequestsNew_fk_2"
    foreign key ("orgId", "accountId") references "accounts" ("orgId", "id")`,
  `alter table "accessRequests" add constraint "accessRequestsNew_fk_3"
    foreign key ("orgId", "memberId") references "members" ("orgId", "id")`,
  `alter table "accessRequests" add constraint "accessRequestsNew_fk_4"
    foreign key ("orgId", "ruleId") references "accessRules" ("orgId", "id")`,
  `alter table "signInLinks" add constraint "signInLinks_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "signInLinks" add constraint "signInLinks_fk_2"
    foreign key ("orgId", "memberId") references "members" ("orgId", "id") on delete cascade`,
  `alter table "bulkDownloads" add constraint "bulkDownloads_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "byoidSettings" add constraint "byoidSettings_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "byoidSettings" add constraint "byoidSettings_fk_2"
    foreign key ("orgId", "profileId") references "permissionProfiles" ("orgId", "id")`,
  `alter table "byoidProducts" add constraint "byoidProducts_fk_1"
    foreign key ("orgId") references "byoidSettings" ("orgId") on delete cascade`,
  `alter table "byoidProducts" add constraint "byoidProducts_fk_2"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "byoidAccounts" add constraint "byoidAccounts_fk_1"
    foreign key ("orgId", "accountId") references "accounts" ("orgId", "id") on delete cascade`,
  `alter table "byoidTokens" add constraint "byoidTokens_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "changes" add constraint "changes_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "comments" add constraint "comments_fk_1"
    foreign key ("orgId", "accountId") references "accounts" ("orgId", "id") on delete cascade`,
  `alter table "comments" add constraint "comments_fk_2"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "comments" add constraint "comments_fk_3"
    foreign key ("orgId", "memberId") references "members" ("orgId", "id") on delete cascade`,
  `alter table "documentVersions" add constraint "documentVersions_fk_1"
    foreign key ("orgId", "documentId") references "documents" ("orgId", "id") on delete cascade`,
  `alter table "documentVersions" add constraint "documentVersions_fk_2"
    foreign key ("orgId", "blobHash") references "blobs" ("orgId", "hash")`,
  `alter table "domainClaims" add constraint "domainClaims_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "contentUids" add constraint "contentUids_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "stagedFiles" add constraint "stagedFiles_fk_1"
    foreign key ("orgId", "blobHash") references "blobs" ("orgId", "hash")`,
  `alter table "invitations" add constraint "invitations_fk_1"
    foreign key ("orgId", "accountId") references "accounts" ("orgId", "id") on delete cascade`,
  `alter table "invitations" add constraint "invitations_fk_2"
    foreign key ("orgId", "memberId") references "members" ("orgId", "id") on delete cascade`,
  `alter table "mailings" add constraint "mailings_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "outbox" add constraint "outbox_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "outbox" add constraint "outbox_fk_2"
    foreign key ("orgId", "mailingId") references "mailings" ("orgId", "id") on delete cascade`,
  `alter table "suppressions" add constraint "suppressions_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "ndaSignatures" add constraint "ndaSignatures_fk_1b"
    foreign key ("orgId", "versionId") references "ndaVersions" ("orgId", "id")`,
  `alter table "ndaSignatures" add constraint "ndaSignatures_fk_2b"
    foreign key ("orgId", "accountId") references "accounts" ("orgId", "id")`,
  `alter table "ndaSignatures" add constraint "ndaSignatures_fk_3b"
    foreign key ("orgId", "memberId") references "members" ("orgId", "id")`,
  `alter table "ndaSignatures" add constraint "ndaSignatures_fk_4b"
    foreign key ("orgId", "blobHash") references "blobs" ("orgId", "hash")`,
  `alter table "passwordLinks" add constraint "passwordLinks_fk_1"
    foreign key ("staffId") references "staff" ("id") on delete cascade`,
  `alter table "grantReminders" add constraint "grantReminders_fk_1"
    foreign key ("orgId", "grantId") references "grants" ("orgId", "id") on delete cascade`,
  `alter table "grantReminders" add constraint "grantReminders_fk_2"
    foreign key ("orgId", "memberId") references "members" ("orgId", "id") on delete cascade`,
  `alter table "accessReviews" add constraint "accessReviews_fk_1"
    foreign key ("orgId", "requestId") references "accessRequests" ("orgId", "id") on delete cascade`,
  `alter table "accountNotes" add constraint "accountNotes_fk_1"
    foreign key ("orgId", "accountId") references "accounts" ("orgId", "id") on delete cascade`,
  `alter table "mutedNotifications" add constraint "mutedNotifications_fk_1"
    foreign key ("orgId", "staffId") references "staffRoles" ("orgId", "staffId") on delete cascade`,
  `alter table "subscribers" add constraint "subscribers_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "subscriberCategories" add constraint "subscriberCategories_fk_1"
    foreign key ("orgId", "subscriberId") references "subscribers" ("orgId", "id") on delete cascade`,
  `alter table "subscriberProducts" add constraint "subscriberProducts_fk_1"
    foreign key ("orgId", "subscriberId") references "subscribers" ("orgId", "id") on delete cascade`,
  `alter table "subscriberProducts" add constraint "subscriberProducts_fk_2"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "subscriptionTokens" add constraint "subscriptionTokens_fk_1"
    foreign key ("orgId", "subscriberId") references "subscribers" ("orgId", "id") on delete cascade`,
  `alter table "subscriptionBlocks" add constraint "subscriptionBlocks_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "topicDrafts" add constraint "topicDrafts_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "topicDrafts" add constraint "topicDrafts_fk_2"
    foreign key ("orgId", "topicId") references "topics" ("orgId", "id") on delete cascade`,
  `alter table "topicDrafts" add constraint "topicDrafts_fk_3"
    foreign key ("orgId", "updateId") references "topicUpdates" ("orgId", "id") on delete cascade`,
  `alter table "topicVersions" add constraint "topicVersions_fk_1"
    foreign key ("orgId", "topicId") references "topics" ("orgId", "id") on delete cascade`,
  `alter table "topicUpdateVersions" add constraint "topicUpdateVersions_fk_1"
    foreign key ("orgId", "updateId") references "topicUpdates" ("orgId", "id") on delete cascade`,
  `alter table "turns" add constraint "turns_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "documentReminders" add constraint "documentReminders_fk_1"
    foreign key ("orgId", "documentId") references "documents" ("orgId", "id") on delete cascade`,
  `alter table "traces" add constraint "traces_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "watermarkedCopies" add constraint "watermarkedCopies_fk_1"
    foreign key ("orgId", "traceId") references "traces" ("orgId", "id") on delete cascade`,
  `alter table "watermarkedCopies" add constraint "watermarkedCopies_fk_2"
    foreign key ("orgId", "documentId") references "documents" ("orgId", "id") on delete cascade`,
  `alter table "watermarkedCopies" add constraint "watermarkedCopies_fk_3"
    foreign key ("orgId", "blobHash") references "blobs" ("orgId", "hash")`,
  `alter table "guidedStarts" add constraint "guidedStarts_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "teamInvitations" add constraint "teamInvitations_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "twoFactorRules" add constraint "twoFactorRules_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "closedSessions" add constraint "closedSessions_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "closedSessions" add constraint "closedSessions_fk_2"
    foreign key ("tokenHash") references "sessions" ("tokenHash") on delete cascade`,
  `alter table "installationOwners" add constraint "installationOwners_fk_1"
    foreign key ("staffId") references "staff" ("id") on delete cascade`,
  `alter table "orgSuspensions" add constraint "orgSuspensions_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "outboxAttachments" add constraint "outboxAttachments_fk_1"
    foreign key ("mailId") references "outbox" ("id") on delete cascade`,
  `alter table "outboxAttachments" add constraint "outboxAttachments_fk_2"
    foreign key ("orgId", "signatureId") references "ndaSignatures" ("orgId", "id") on delete cascade`,
  `alter table "markdownTrees" add constraint "markdownTrees_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "renderFailures" add constraint "renderFailures_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "formerSlugs" add constraint "formerSlugs_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "documentTexts" add constraint "documentTexts_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "searchQueries" add constraint "searchQueries_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "controls" add constraint "controls_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "controlProducts" add constraint "controlProducts_fk_1"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "controlProducts" add constraint "controlProducts_fk_2"
    foreign key ("orgId", "controlId") references "controls" ("orgId", "id") on delete cascade`,
  `alter table "controlReferences" add constraint "controlReferences_fk_1"
    foreign key ("orgId", "controlId") references "controls" ("orgId", "id") on delete cascade`,
  `alter table "webpages" add constraint "webpages_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "webpageReadings" add constraint "webpageReadings_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "integrationReadings" add constraint "integrationReadings_fk_1"
    foreign key ("orgId", "productId", "itemUid") references "items" ("orgId", "productId", "uid") on delete cascade`,
  `alter table "orgSecrets" add constraint "orgSecrets_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "partners" add constraint "partners_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "partnerTokens" add constraint "partnerTokens_fk_1"
    foreign key ("orgId", "partnerId") references "partners" ("orgId", "id") on delete cascade`,
  `alter table "partnerTokens" add constraint "partnerTokens_fk_2"
    foreign key ("orgId", "accountId") references "accounts" ("orgId", "id") on delete cascade`,
  `alter table "partnerTokens" add constraint "partnerTokens_fk_3"
    foreign key ("orgId", "memberId") references "members" ("orgId", "id") on delete cascade`,
  `alter table "entitlements" add constraint "entitlements_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "accessPresets" add constraint "accessPresets_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "accessPresets" add constraint "accessPresets_fk_2"
    foreign key ("orgId", "profileId") references "permissionProfiles" ("orgId", "id") on delete cascade`,
  `alter table "requestNotes" add constraint "requestNotes_fk_1"
    foreign key ("orgId", "requestId") references "accessRequests" ("orgId", "id") on delete cascade`,
  `alter table "requestQuestions" add constraint "requestQuestions_fk_1"
    foreign key ("orgId", "requestId") references "accessRequests" ("orgId", "id") on delete cascade`,
  `alter table "inboxViews" add constraint "inboxViews_fk_1"
    foreign key ("orgId", "staffId") references "staffRoles" ("orgId", "staffId") on delete cascade`,
  `alter table "accessRuleFacts" add constraint "accessRuleFacts_fk_1"
    foreign key ("orgId", "ruleId") references "accessRules" ("orgId", "id") on delete cascade`,
  `alter table "accessRuleAskedProducts" add constraint "accessRuleAskedProducts_fk_1"
    foreign key ("orgId", "ruleId") references "accessRules" ("orgId", "id") on delete cascade`,
  `alter table "accessRuleAskedProducts" add constraint "accessRuleAskedProducts_fk_2"
    foreign key ("orgId", "productId") references "products" ("orgId", "id") on delete cascade`,
  `alter table "customerDomains" add constraint "customerDomains_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "pageViews" add constraint "pageViews_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
  `alter table "setUpLists" add constraint "setUpLists_fk_1"
    foreign key ("orgId") references "orgs" ("id") on delete cascade`,
];

const INDEXES = [
  `create index "items_by_orgId_productId_kind_enabledState"
    on "items" ("orgId", "productId", "kind", "enabledState")`,
  `create index "itemDocuments_by_orgId_documentId"
    on "itemDocuments" ("orgId", "documentId")`,
  `create index "topicUpdates_by_orgId_createdAt"
    on "topicUpdates" ("orgId", "createdAt")`,
  `create index "topicUpdates_by_orgId_topicId"
    on "topicUpdates" ("orgId", "topicId")`,
  `create index "members_by_orgId_email"
    on "members" ("orgId", "email")`,
  `create index "grants_by_orgId_accountId"
    on "grants" ("orgId", "accountId")`,
  `create index "staffRoles_by_staffId"
    on "staffRoles" ("staffId")`,
  `create index "recoveryCodes_by_staffId"
    on "recoveryCodes" ("staffId")`,
  `create index "sessions_by_staffId"
    on "sessions" ("staffId")`,
  `create index "sessions_by_orgId_memberId"
    on "sessions" ("orgId", "memberId")`,
  `create index "sessions_by_expiresAt"
    on "sessions" ("expiresAt")`,
  `create index "audit_by_orgId_at"
    on "audit" ("orgId", "at")`,
  `create index "events_by_orgId_at"
    on "events" ("orgId", "at")`,
  `create index "events_by_orgId_name"
    on "events" ("orgId", "name")`,
  `create index "accessRequests_by_orgId_emailKey"
    on "accessRequests" ("orgId", "emailKey")`,
  `create index "accessRequests_by_orgId_status"
    on "accessRequests" ("orgId", "status", "createdAt")`,
  `create index "signInLinks_by_orgId_email"
    on "signInLinks" ("orgId", "email", "createdAt")`,
  `create index "signInLinks_by_expiresAt"
    on "signInLinks" ("expiresAt")`,
  `create index "bulkDownloads_by_end"
    on "bulkDownloads" ("expiresAt")`,
  `create index "byoidTokens_by_expiresAt"
    on "byoidTokens" ("expiresAt")`,
  `create index "changes_by_product"
    on "changes" ("orgId", "productId", "number")`,
  `create index "changes_by_subject"
    on "changes" ("orgId", "subject", "subjectId", "number")`,
  `create index "comments_by_thread"
    on "comments" ("orgId", "accountId", "productId", "itemUid", "createdAt")`,
  `create index "comments_by_member"
    on "comments" ("orgId", "memberId")`,
  `create index "documentVersions_by_orgId_blobHash"
    on "documentVersions" ("orgId", "blobHash")`,
  `create index "documents_by_orgId_blobHash"
    on "documents" ("orgId", "blobHash")`,
  `create index "stagedFiles_by_createdAt"
    on "stagedFiles" ("createdAt")`,
  `create index "invitations_by_email"
    on "invitations" ("orgId", "emailKey", "invitedAt")`,
  `create index "invitations_by_member"
    on "invitations" ("orgId", "memberId", "invitedAt")`,
  `create index "mailings_by_state_notBefore"
    on "mailings" ("state", "notBefore")`,
  `create index "mailings_by_orgId_topicUpdateId"
    on "mailings" ("orgId", "topicUpdateId")`,
  `create index "outbox_by_state_priority_lane_nextAttemptAt"
    on "outbox" ("state", "priority", "lane", "nextAttemptAt")`,
  `create index "outbox_by_orgId_createdAt"
    on "outbox" ("orgId", "createdAt")`,
  `create index "outbox_by_orgId_state_createdAt"
    on "outbox" ("orgId", "state", "createdAt")`,
  `create index "outbox_by_state_nextAttemptAt"
    on "outbox" ("state", "nextAttemptAt")`,
  `create index "outbox_by_state_sentAt"
    on "outbox" ("state", "sentAt")`,
  `create index "outbox_by_providerId"
    on "outbox" ("providerId")`,
  `create index "ndaSignatures_account"
    on "ndaSignatures" ("orgId", "accountId")`,
  `create index "ndaSignatures_signedAt"
    on "ndaSignatures" ("orgId", "signedAt", "id")`,
  `create index "passwordLinks_by_staffId"
    on "passwordLinks" ("staffId")`,
  `create index "passwordLinks_by_expiresAt"
    on "passwordLinks" ("expiresAt")`,
  `create index "grantReminders_by_mailId"
    on "grantReminders" ("mailId")`,
  `create index "accessReviews_by_request"
    on "accessReviews" ("orgId", "requestId", "at")`,
  `create index "subscribers_by_orgId_state_id"
    on "subscribers" ("orgId", "state", "id")`,
  `create index "subscribers_by_orgId_createdAt"
    on "subscribers" ("orgId", "createdAt")`,
  `create index "subscribers_by_orgId_emailDomain"
    on "subscribers" ("orgId", "emailDomain")`,
  `create index "subscriberProducts_by_orgId_productId"
    on "subscriberProducts" ("orgId", "productId")`,
  `create index "subscriptionTokens_by_orgId_subscriberId"
    on "subscriptionTokens" ("orgId", "subscriberId")`,
  `create index "subscriptionTokens_by_expiresAt"
    on "subscriptionTokens" ("expiresAt")`,
  `create index "topicUpdates_by_orgId_requestKey"
    on "topicUpdates" ("orgId", "requestKey")`,
  `create index "topicDrafts_by_orgId_topicId"
    on "topicDrafts" ("orgId", "topicId")`,
  `create index "topicDrafts_by_orgId_requestKey"
    on "topicDrafts" ("orgId", "requestKey")`,
  `create index "topicVersions_by_orgId_topicId"
    on "topicVersions" ("orgId", "topicId")`,
  `create index "topicUpdateVersions_by_orgId_updateId"
    on "topicUpdateVersions" ("orgId", "updateId")`,
  `create index "events_by_document"
    on "events" ("orgId", "documentId", "at")`,
  `create index "traces_by_time"
    on "traces" ("orgId", "createdAt")`,
  `create index "watermarkedCopies_by_end"
    on "watermarkedCopies" ("expiresAt")`,
  `create index "outboxAttachments_signature"
    on "outboxAttachments" ("orgId", "signatureId")`,
  `create index "markdownTrees_fault"
    on "markdownTrees" ("orgId", "fault")`,
  `create index "renderFailures_by_time"
    on "renderFailures" ("failedAt")`,
  `create index "formerSlugs_by_orgId"
    on "formerSlugs" ("orgId")`,
  `create index "searchQueries_by_time"
    on "searchQueries" ("orgId", "at")`,
  `create index "controlProducts_by_product"
    on "controlProducts" ("orgId", "productId")`,
  `create index "companies_logoFrom"
    on "companies" ("logoFrom") where "logoFrom" is not null`,
  `create index "partnerTokens_account"
    on "partnerTokens" ("orgId", "accountId", "createdAt")`,
  `create index "partnerTokens_partner"
    on "partnerTokens" ("orgId", "partnerId")`,
  `create index "partnerTokens_member"
    on "partnerTokens" ("orgId", "memberId")`,
  `create index "requestNotes_byRequest"
    on "requestNotes" ("orgId", "requestId", "createdAt")`,
  `create index "requestQuestions_byRequest"
    on "requestQuestions" ("orgId", "requestId", "askedAt")`,
  `create index "keptForms_by_person"
    on "keptForms" ("who")`,
  `create index "keptForms_by_browser"
    on "keptForms" ("browser")`,
];
