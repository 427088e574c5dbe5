import type { BridgeLetter, ListEntry } from "#model/items/items.ts";
import type { AccessTables } from "./schema/access.ts";
import type { AccountsTables } from "./schema/accounts.ts";
import type { BulkDownloadsTables } from "./schema/documents.ts";
import type { ChangesTables } from "./schema/records.ts";
import type { ControlsTables } from "./schema/products.ts";
import type { ConversationsTables } from "./schema/accounts.ts";
import type { ByoidTables } from "./schema/accounts.ts";
import type { DocumentsTables } from "./schema/documents.ts";
import type { EntitlementsTables } from "./schema/installation.ts";
import type { ExchangeTables } from "./schema/documents.ts";
import type { GuidedStartsTables } from "./schema/installation.ts";
import type { DomainClaimsTables } from "./schema/installation.ts";
import type { InstallationTables } from "./schema/installation.ts";
import type { IntegrationsTables } from "./schema/products.ts";
import type { MailTables } from "./schema/mail.ts";
import type { MarkdownTables } from "./schema/documents.ts";
import type { CalendarTables } from "./schema/calendars.ts";
import type { PackageTables } from "./schema/packages.ts";
import type { MovesTables } from "./schema/installation.ts";
import type { PartnersTables } from "./schema/accounts.ts";
import type { PrivacyTables } from "./schema/records.ts";
import type { ProductsTables } from "./schema/products.ts";
import type { PublicationsTables } from "./schema/publications.ts";
import type { ReviewsTables } from "./schema/access.ts";
import type { RateLimitsTables } from "./schema/installation.ts";
import type { RecordsTables } from "./schema/records.ts";
import type { SuspensionsTables } from "./schema/installation.ts";
import type { TeamTables } from "./schema/staff.ts";
import type { TurnsTables } from "./schema/installation.ts";
import type { PasskeyTables } from "./schema/passkeys.ts";
import type { SingleSignOnTables } from "./schema/single-sign-on.ts";
import type { StaffTables } from "./schema/staff.ts";
import type { SubscribersTables } from "./schema/subscribers.ts";
import type { ViewingTables } from "./schema/records.ts";
import type { QuestionnaireTables } from "./schema/questionnaires.ts";
import type { WebhookTables } from "./schema/webhooks.ts";
import type { WebpagesTables } from "./schema/products.ts";

/**
 * The tables, one interface each, by subject below `schema/`. Times are UTC ISO 8601 text, ids
 * random text, booleans 0 or 1, `...Json` columns hold JSON that a schema validates when it is
 * read. Every tenant's row carries its orgId, and foreign keys carry it too, so that no row can
 * point into another tenant.
 */
export interface Schema
  extends
    InstallationTables,
    DomainClaimsTables,
    GuidedStartsTables,
    IntegrationsTables,
    ProductsTables,
    CalendarTables,
    PackageTables,
    PartnersTables,
    DocumentsTables,
    EntitlementsTables,
    ExchangeTables,
    PublicationsTables,
    ControlsTables,
    AccountsTables,
    AccessTables,
    StaffTables,
    PasskeyTables,
    SingleSignOnTables,
    SuspensionsTables,
    TeamTables,
    TurnsTables,
    MovesTables,
    RateLimitsTables,
    PrivacyTables,
    ReviewsTables,
    ConversationsTables,
    RecordsTables,
    ViewingTables,
    WebhookTables,
    QuestionnaireTables,
    WebpagesTables,
    SubscribersTables,
    MailTables,
    MarkdownTables,
    BulkDownloadsTables,
    ChangesTables,
    ByoidTables {}

export type * from "./schema/access.ts";
export type * from "./schema/accounts.ts";
export type * from "./schema/documents.ts";
export type * from "./schema/records.ts";
export type * from "./schema/products.ts";
export type * from "./schema/accounts.ts";
export type * from "./schema/accounts.ts";
export type * from "./schema/documents.ts";
export type * from "./schema/installation.ts";
export type * from "./schema/documents.ts";
export type * from "./schema/installation.ts";
export type * from "./schema/installation.ts";
export type * from "./schema/installation.ts";
export type * from "./schema/products.ts";
export type * from "./schema/mail.ts";
export type * from "./schema/documents.ts";
export type * from "./schema/accounts.ts";
export type * from "./schema/records.ts";
export type * from "./schema/products.ts";
export type * from "./schema/publications.ts";
export type * from "./schema/records.ts";
export type * from "./schema/access.ts";
export type * from "./schema/passkeys.ts";
export type * from "./schema/calendars.ts";
export type * from "./schema/packages.ts";
export type * from "./schema/webhooks.ts";
export type * from "./schema/questionnaires.ts";
export type * from "./schema/single-sign-on.ts";
export type * from "./schema/staff.ts";
export type * from "./schema/installation.ts";
export type * from "./schema/staff.ts";
export type * from "./schema/installation.ts";
export type * from "./schema/subscribers.ts";
export type * from "./schema/records.ts";
export type * from "./schema/products.ts";
export type { Bit, Id, IsoTime } from "./schema/values.ts";
export type { BridgeLetter, ListEntry };
