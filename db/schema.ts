import type { Generated } from "kysely";
import type { BridgeLetter, DocumentAccessType, DocumentType, EnabledState, ListEntry, Maturity, Recurrence } from "../app/domain/items.ts";
import type { CardKind } from "../app/domain/kinds.ts";
import type { Role } from "../app/domain/permissions.ts";
import type { Audience, FaqAccess, TopicCategory } from "../app/domain/publications.ts";
import type { GradeProvider } from "../app/domain/grades.ts";

/**
 * The tables, one interface each. Times are UTC ISO 8601 text, ids random text, booleans 0 or 1,
 * `...Json` columns hold JSON that a schema validates when it is read. Every tenant's row carries its
 * orgId, and foreign keys carry it too, so that no row can point into another tenant.
 */
export type Id = string;
export type IsoTime = string;
export type Bit = 0 | 1;

export interface OrgsTable {
  id: Id;
  slug: string;
  name: string;
  websiteUrl: string | null;
  timeZone: string;
  /** Grows with every write to published content; part of every page's cache key. */
  revision: Generated<number>;
  createdAt: IsoTime;
}

/** A publication that has no end is in force. */
export interface PublicationsTable {
  id: Id;
  orgId: Id;
  publishedAt: IsoTime;
  publishedBy: string;
  unpublishedAt: IsoTime | null;
  unpublishedBy: string | null;
}

export interface DomainsTable {
  id: Id;
  orgId: Id;
  host: string;
  verifiedAt: IsoTime | null;
  createdAt: IsoTime;
}

/** Features switched off for an org; no row means that it has the feature. */
export interface EntitlementsTable {
  orgId: Id;
  feature: string;
  switchedOffAt: IsoTime;
}

export interface BlobsTable {
  orgId: Id;
  /** SHA-256 of the plain bytes, hexadecimal. */
  hash: string;
  /** Plain bytes. */
  size: number;
  createdAt: IsoTime;
}

export interface AssetsTable {
  orgId: Id;
  id: Id;
  /** logo, logo-dark, banner, favicon, icon, badge, company */
  type: string;
  fileName: string;
  contentType: string;
  blobHash: string;
  revision: number;
  createdAt: IsoTime;
}

export interface CustomizationsTable {
  orgId: Id;
  revision: number;
  settingsJson: string;
  logoAssetId: Id | null;
  logoDarkAssetId: Id | null;
  bannerAssetId: Id | null;
  faviconAssetId: Id | null;
  updatedAt: IsoTime;
}

export interface ProductsTable {
  orgId: Id;
  id: Id;
  slug: string;
  name: string;
  position: number;
  show: Bit;
  isDefault: Bit;
  createdAt: IsoTime;
}

export interface ProductLinksTable {
  orgId: Id;
  id: Id;
  label: string;
  link: string;
  show: Bit;
  position: number;
}

export interface ProductPagesTable {
  orgId: Id;
  productId: Id;
  revision: number;
  sectionOrderJson: string | null;
  cardOrderJson: string | null;
  hiddenSectionsJson: string;
  featuredJson: string;
}

export interface CardsTable {
  orgId: Id;
  productId: Id;
  kind: CardKind;
  title: string | null;
  displayText: string | null;
  placeholder: string | null;
  iconAssetId: Id | null;
  hiddenAt: IsoTime | null;
  hiddenBy: string | null;
}

export interface ItemsTable {
  orgId: Id;
  productId: Id;
  uid: string;
  kind: CardKind;
  custom: Bit;
  title: string;
  sortKey: string;
  enabledState: EnabledState;
  publicAccess: Bit;
  hiddenAt: IsoTime | null;
  hiddenBy: string | null;
  explanation: string | null;
  href: string | null;
  type: string | null;
  choice: string | null;
  maturity: Maturity | null;
  recurrence: Recurrence | null;
  auditor: string | null;
  expiry: string | null;
  listEntriesJson: string | null;
  bridgeLetterJson: string | null;
  badgeAssetId: Id | null;
  /** Own place in its card; null sorts by the default order. */
  position: number | null;
  customSlug: string | null;
  defaultSlug: string;
  lastModifiedOn: IsoTime;
  lastModifiedBy: string;
}

/** Slugs that an item had before: they redirect. */
export interface OldItemSlugsTable {
  orgId: Id;
  productId: Id;
  slug: string;
  itemUid: string;
  retiredAt: IsoTime;
}

export interface DocumentsTable {
  orgId: Id;
  id: Id;
  originalName: string;
  sortKey: string;
  contentType: string;
  size: number;
  blobHash: string;
  type: DocumentType;
  /** null: the org's default. */
  accessType: DocumentAccessType | null;
  encryptedType: string | null;
  expiresOn: string | null;
  createdAt: IsoTime;
  createdBy: string;
}

export interface ItemDocumentsTable {
  orgId: Id;
  productId: Id;
  itemUid: string;
  documentId: Id;
  linkedAt: IsoTime;
  linkedBy: string;
}

export interface CompaniesTable {
  orgId: Id;
  id: Id;
  /** brandfetch, clearbit, addendum or custom */
  source: string;
  name: string;
  sortKey: string;
  domain: string | null;
  logoAssetId: Id | null;
  addendumId: string | null;
}

export interface TrustedCompaniesTable {
  orgId: Id;
  productId: Id;
  id: Id;
  companyId: Id;
  href: string | null;
  position: number;
}

export interface SubprocessorsTable {
  orgId: Id;
  productId: Id;
  id: Id;
  companyId: Id;
  purpose: string | null;
  location: string | null;
  additionalDetails: string | null;
  createdAt: IsoTime;
}

export interface SecurityGradesTable {
  orgId: Id;
  productId: Id;
  id: Id;
  provider: GradeProvider;
  label: string;
  description: string | null;
  grade: string | null;
  url: string | null;
  position: number;
}

export interface FaqEntriesTable {
  orgId: Id;
  id: Id;
  question: string;
  answer: string;
  comment: string | null;
  access: FaqAccess;
  favouriteAt: IsoTime | null;
  /** manual, questionnaire or status page */
  sourceType: string;
  createdAt: IsoTime;
  modifiedAt: IsoTime;
}

export interface FaqProductsTable {
  orgId: Id;
  entryId: Id;
  productId: Id;
}

export interface TopicsTable {
  orgId: Id;
  id: Id;
  subject: string;
  category: TopicCategory;
  hiddenAt: IsoTime | null;
  pinnedAt: IsoTime | null;
  createdAt: IsoTime;
}

export interface TopicProductsTable {
  orgId: Id;
  topicId: Id;
  productId: Id;
}

export interface TopicUpdatesTable {
  orgId: Id;
  id: Id;
  topicId: Id;
  message: string;
  audience: Audience;
  channelStatusPage: Bit;
  channelEmail: Bit;
  /** When it is published; later than now means scheduled. */
  createdAt: IsoTime;
  createdBy: string;
}

export interface PermissionProfilesTable {
  orgId: Id;
  id: Id;
  name: string;
  allItems: Bit;
  createdAt: IsoTime;
}

export interface ProfileItemsTable {
  orgId: Id;
  profileId: Id;
  productId: Id;
  itemUid: string;
}

export interface AccountsTable {
  orgId: Id;
  id: Id;
  name: string;
  reviewStatus: "pending" | "approved" | "declined";
  reviewedAt: IsoTime | null;
  reviewedBy: string | null;
  createdAt: IsoTime;
}

export interface MembersTable {
  orgId: Id;
  id: Id;
  accountId: Id;
  email: string;
  firstName: string;
  lastName: string;
  autoApproved: Bit;
  createdAt: IsoTime;
  removedAt: IsoTime | null;
  removedBy: string | null;
}

export interface GrantsTable {
  orgId: Id;
  id: Id;
  accountId: Id;
  productId: Id;
  profileId: Id;
  ndaRequired: Bit;
  expiresAt: IsoTime | null;
  grantedAt: IsoTime;
  grantedBy: string;
  revokedAt: IsoTime | null;
  revokedBy: string | null;
}

export interface AccessRequestsTable {
  orgId: Id;
  id: Id;
  accountId: Id | null;
  email: string;
  companyName: string;
  status: "pending" | "approved" | "declined" | "withdrawn";
  createdAt: IsoTime;
  decidedAt: IsoTime | null;
  decidedBy: string | null;
}

export interface NdaVersionsTable {
  orgId: Id;
  id: Id;
  title: string;
  body: string;
  /** SHA-256 of title and body, hexadecimal: what a signature is bound to. */
  hash: string;
  publishedAt: IsoTime;
  publishedBy: string;
}

export interface NdaSettingsTable {
  orgId: Id;
  provider: "none" | "clickwrap";
  accountWide: Bit;
}

export interface NdaSignaturesTable {
  orgId: Id;
  id: Id;
  versionId: Id;
  versionHash: string;
  accountId: Id;
  memberId: Id | null;
  name: string;
  email: string;
  signedAt: IsoTime;
  ip: string | null;
  userAgent: string | null;
  blobHash: string | null;
}

export interface StaffTable {
  id: Id;
  email: string;
  name: string;
  /** scrypt, with its parameters and salt (account/password). */
  passwordHash: string;
  /** Sealed with the installation's key; null while not enrolled. */
  totpSecret: string | null;
  totpConfirmedAt: IsoTime | null;
  /** The last accepted time step: a code works once. */
  totpLastStep: number | null;
  createdAt: IsoTime;
}

export interface StaffRolesTable {
  orgId: Id;
  staffId: Id;
  role: Role;
  grantedAt: IsoTime;
  grantedBy: string;
}

export interface RecoveryCodesTable {
  id: Id;
  staffId: Id;
  codeHash: string;
  createdAt: IsoTime;
  usedAt: IsoTime | null;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's token. */
  tokenHash: string;
  kind: "staff" | "staff-pending" | "member";
  staffId: Id | null;
  orgId: Id | null;
  memberId: Id | null;
  /** A member's session counts on this host alone. */
  host: string | null;
  createdAt: IsoTime;
  lastSeenAt: IsoTime;
  expiresAt: IsoTime;
  revokedAt: IsoTime | null;
  ip: string | null;
  userAgent: string | null;
}

/** One-time links of the installation itself, such as /setup. */
export interface SetupLinksTable {
  tokenHash: string;
  createdAt: IsoTime;
  expiresAt: IsoTime;
  usedAt: IsoTime | null;
}

export interface AuditTable {
  id: Id;
  orgId: Id | null;
  at: IsoTime;
  /** Who: `staff:{id}`, `member:{id}`, `visitor`, or `system`. */
  actor: string;
  actorName: string;
  action: string;
  subject: string | null;
  detailJson: string | null;
  ip: string | null;
}

export interface EventsTable {
  id: Id;
  orgId: Id;
  at: IsoTime;
  name: string;
  viewerKind: string;
  accountId: Id | null;
  memberId: Id | null;
  productId: Id | null;
  itemUid: string | null;
  detailJson: string | null;
}

export interface Schema {
  orgs: OrgsTable;
  publications: PublicationsTable;
  domains: DomainsTable;
  entitlements: EntitlementsTable;
  blobs: BlobsTable;
  assets: AssetsTable;
  customizations: CustomizationsTable;
  products: ProductsTable;
  productLinks: ProductLinksTable;
  productPages: ProductPagesTable;
  cards: CardsTable;
  items: ItemsTable;
  oldItemSlugs: OldItemSlugsTable;
  documents: DocumentsTable;
  itemDocuments: ItemDocumentsTable;
  companies: CompaniesTable;
  trustedCompanies: TrustedCompaniesTable;
  subprocessors: SubprocessorsTable;
  securityGrades: SecurityGradesTable;
  faqEntries: FaqEntriesTable;
  faqProducts: FaqProductsTable;
  topics: TopicsTable;
  topicProducts: TopicProductsTable;
  topicUpdates: TopicUpdatesTable;
  permissionProfiles: PermissionProfilesTable;
  profileItems: ProfileItemsTable;
  accounts: AccountsTable;
  members: MembersTable;
  grants: GrantsTable;
  accessRequests: AccessRequestsTable;
  ndaVersions: NdaVersionsTable;
  ndaSettings: NdaSettingsTable;
  ndaSignatures: NdaSignaturesTable;
  staff: StaffTable;
  staffRoles: StaffRolesTable;
  recoveryCodes: RecoveryCodesTable;
  sessions: SessionsTable;
  setupLinks: SetupLinksTable;
  audit: AuditTable;
  events: EventsTable;
}

export type { BridgeLetter, ListEntry };
