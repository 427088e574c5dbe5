import type { BridgeLetter, ListEntry } from "../app/features/items/rules/items.ts";
import type { AccessTables } from "./schema/access.ts";
import type { AccountsTables } from "./schema/accounts.ts";
import type { BulkDownloadsTables } from "./schema/bulk-downloads.ts";
import type { ChangesTables } from "./schema/changes.ts";
import type { ControlsTables } from "./schema/controls.ts";
import type { ConversationsTables } from "./schema/conversations.ts";
import type { ByoidTables } from "./schema/byoid.ts";
import type { DocumentsTables } from "./schema/documents.ts";
import type { EntitlementsTables } from "./schema/entitlements.ts";
import type { ExchangeTables } from "./schema/exchange.ts";
import type { GuidedStartsTables } from "./schema/guided-starts.ts";
import type { DomainClaimsTables } from "./schema/domain-claims.ts";
import type { InstallationTables } from "./schema/installation.ts";
import type { IntegrationsTables } from "./schema/integrations.ts";
import type { MailTables } from "./schema/mail.ts";
import type { MarkdownTables } from "./schema/markdown.ts";
import type { PartnersTables } from "./schema/partners.ts";
import type { PrivacyTables } from "./schema/privacy.ts";
import type { ProductsTables } from "./schema/products.ts";
import type { PublicationsTables } from "./schema/publications.ts";
import type { ReviewsTables } from "./schema/reviews.ts";
import type { RecordsTables } from "./schema/records.ts";
import type { SuspensionsTables } from "./schema/suspensions.ts";
import type { TeamTables } from "./schema/team.ts";
import type { TurnsTables } from "./schema/turns.ts";
import type { StaffTables } from "./schema/staff.ts";
import type { SubscribersTables } from "./schema/subscribers.ts";
import type { ViewingTables } from "./schema/viewing.ts";
import type { WebpagesTables } from "./schema/webpages.ts";

/**
 * The tables, one interface each, by subject below `schema/`. Times are UTC ISO 8601 text, ids random
 * text, booleans 0 or 1, `...Json` columns hold JSON that a schema validates when it is read. Every
 * tenant's row carries its orgId, and foreign keys carry it too, so that no row can point into another tenant.
 */
export interface Schema
  extends
    InstallationTables,
    DomainClaimsTables,
    GuidedStartsTables,
    IntegrationsTables,
    ProductsTables,
    PartnersTables,
    DocumentsTables,
    EntitlementsTables,
    ExchangeTables,
    PublicationsTables,
    ControlsTables,
    AccountsTables,
    AccessTables,
    StaffTables,
    SuspensionsTables,
    TeamTables,
    TurnsTables,
    PrivacyTables,
    ReviewsTables,
    ConversationsTables,
    RecordsTables,
    ViewingTables,
    WebpagesTables,
    SubscribersTables,
    MailTables,
    MarkdownTables,
    BulkDownloadsTables,
    ChangesTables,
    ByoidTables {}

export type * from "./schema/access.ts";
export type * from "./schema/accounts.ts";
export type * from "./schema/bulk-downloads.ts";
export type * from "./schema/changes.ts";
export type * from "./schema/controls.ts";
export type * from "./schema/conversations.ts";
export type * from "./schema/byoid.ts";
export type * from "./schema/documents.ts";
export type * from "./schema/entitlements.ts";
export type * from "./schema/exchange.ts";
export type * from "./schema/domain-claims.ts";
export type * from "./schema/guided-starts.ts";
export type * from "./schema/installation.ts";
export type * from "./schema/integrations.ts";
export type * from "./schema/mail.ts";
export type * from "./schema/markdown.ts";
export type * from "./schema/partners.ts";
export type * from "./schema/privacy.ts";
export type * from "./schema/products.ts";
export type * from "./schema/publications.ts";
export type * from "./schema/records.ts";
export type * from "./schema/reviews.ts";
export type * from "./schema/staff.ts";
export type * from "./schema/suspensions.ts";
export type * from "./schema/team.ts";
export type * from "./schema/turns.ts";
export type * from "./schema/subscribers.ts";
export type * from "./schema/viewing.ts";
export type * from "./schema/webpages.ts";
export type { Bit, Id, IsoTime } from "./schema/values.ts";
export type { BridgeLetter, ListEntry };
