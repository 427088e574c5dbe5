// The orgs of an installation, and what belongs to an org as a whole.
import type { Generated } from "kysely";
import type { Id, IsoTime } from "./values.ts";

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
  /** When the first request came by this host; null: none ever did, so no link is built from it. */
  answeredAt: IsoTime | null;
  createdAt: IsoTime;
}

/** Features switched off for an org; no row means that it has the feature. */
export interface SwitchedOffFeaturesTable {
  orgId: Id;
  feature: string;
  switchedOffAt: IsoTime;
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

export interface BlobsTable {
  orgId: Id;
  /** SHA-256 of the plain bytes, hexadecimal. */
  hash: string;
  /** Plain bytes. */
  size: number;
  createdAt: IsoTime;
  /**
   * Since when no row names it, as the sweep saw it first; null: a row names it, or nobody looked
   * yet.
   */
  unnamedSince: IsoTime | null;
}

/**
 * What a bucket can't say of a blob: who is about to store, name or remove it. Kept for some days,
 * with a blob's row or without.
 */
export interface BlobMarksTable {
  orgId: Id;
  hash: string;
  /** When it was stored or touched last; null: not since it was seen without a row. */
  touchedAt: IsoTime | null;
  /** Since when it is being removed; null: it is not. */
  removingSince: IsoTime | null;
  /** Since when the bucket has it and no row does. */
  strayedAt: IsoTime | null;
}

/** An address that an org had to give up; it goes on leading to the org. */
export interface FormerSlugsTable {
  slug: string;
  orgId: Id;
  endedAt: IsoTime;
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

export interface SetupLinksTable {
  tokenHash: string;
  createdAt: IsoTime;
  expiresAt: IsoTime;
  usedAt: IsoTime | null;
}

/** By which key the database is read, where the key does not lie beside it. */
export interface InstallationKeysTable {
  /** Tells the key from others, and nothing about it. */
  keyId: string;
  notedAt: IsoTime;
}

/** A server that runs beside others on a database of PostgreSQL. Times are the database's, in milliseconds. */
export interface ServersTable {
  id: Id;
  /** The name of its machine. */
  host: string;
  /** Where it listens. */
  address: string;
  version: string;
  /** The newest migration that it knows. */
  lastMigration: string;
  startedAt: number;
  /** When it was heard of last. */
  seenAt: number;
}

/** What one server at a time does, and until when nobody else takes it. */
export interface DutiesTable {
  name: string;
  /** A server's id. */
  holder: Id;
  /** By the database's clock, in milliseconds. */
  heldUntil: number;
  /** Grows each time that another one takes it. */
  term: number;
}

/** One row: how many commits of content there were on PostgreSQL. */
export interface CommitCountTable {
  name: string;
  number: number;
}

/** Migrations that a server of an older version can live with. */
export interface AdditiveMigrationsTable {
  name: string;
}

export interface InstallationTables {
  servers: ServersTable;
  duties: DutiesTable;
  commitCount: CommitCountTable;
  additiveMigrations: AdditiveMigrationsTable;
  orgs: OrgsTable;
  publications: PublicationsTable;
  domains: DomainsTable;
  switchedOffFeatures: SwitchedOffFeaturesTable;
  customizations: CustomizationsTable;
  blobMarks: BlobMarksTable;
  blobs: BlobsTable;
  formerSlugs: FormerSlugsTable;
  assets: AssetsTable;
  setupLinks: SetupLinksTable;
  installationKeys: InstallationKeysTable;
  orgSecrets: OrgSecretsTable;
}

/** A token that a company gave for one of its integrations. */
export interface OrgSecretsTable {
  orgId: Id;
  /** What it is for, such as security-scorecard. */
  name: string;
  /** Encrypted by the installation's key. */
  sealed: string;
  setAt: IsoTime;
}

// Who runs the installation, and what they took out of service.
/** Staff who may make, suspend and delete orgs. */
export interface InstallationOwnersTable {
  staffId: Id;
  grantedAt: IsoTime;
  grantedBy: string;
}

/** A suspension that has no end is in force. */
export interface OrgSuspensionsTable {
  orgId: Id;
  id: Id;
  suspendedAt: IsoTime;
  suspendedBy: string;
  /** For the org's staff to read; empty when none was given. */
  reason: string;
  resumedAt: IsoTime | null;
  resumedBy: string | null;
}

export interface SuspensionsTables {
  installationOwners: InstallationOwnersTable;
  orgSuspensions: OrgSuspensionsTable;
}

// Hosts that orgs say are their own, until their name server agrees.
export interface DomainClaimsTable {
  orgId: Id;
  id: Id;
  host: string;
  /** What the TXT record has to say; public, since name servers tell it to everybody. */
  token: string;
  createdAt: IsoTime;
  createdBy: string;
  /** The last check, how it went and why. */
  checkedAt: IsoTime | null;
  outcome: "verified" | "failed" | null;
  message: string | null;
  /** How many daily checks in a row found the proof of a verified host gone. */
  failedChecks: Generated<number>;
}

export interface DomainClaimsTables {
  domainClaims: DomainClaimsTable;
}

// Which features a company's plan gives it, where the installation takes plans.
/** The plan of a company: what its last good token said. */
export interface EntitlementsTable {
  orgId: Id;
  /** The token, encrypted for this company. */
  sealedToken: string;
  /** Names of features, of those that there are. */
  featuresJson: string;
  expiresAt: IsoTime;
  setAt: IsoTime;
  setBy: string;
  /** What is wrong with the token, and since when; null while nothing is. */
  fault: "expired" | "unknown-key" | "signature" | "claims" | "not-set-up" | null;
  faultedAt: IsoTime | null;
  /** Since when the plan counts no more, and the company's switches do again. */
  endedAt: IsoTime | null;
}

export interface EntitlementsTables {
  entitlements: EntitlementsTable;
}

// The guided starts of new orgs.
/** No row: an org that came with its content, or is older than guided starts. */
export interface GuidedStartsTable {
  orgId: Id;
  begunAt: IsoTime;
  /** The steps that somebody skipped; what is done follows from the org's settings and items. */
  skippedJson: string;
  /** Published by its last step, or put away. */
  endedAt: IsoTime | null;
  endedBy: string | null;
}

/** No row: the set-up list is shown as long as something of it is missing. */
export interface SetUpListsTable {
  orgId: Id;
  hiddenAt: IsoTime | null;
}

export interface GuidedStartsTables {
  guidedStarts: GuidedStartsTable;
  setUpLists: SetUpListsTable;
}

// What returns by the clock.
/** Up to when a job of an org is done: a restart neither skips a turn nor takes it twice. */
export interface TurnsTable {
  orgId: Id;
  job:
    | "weekly-digest"
    | "document-reminders"
    | "staff-digest"
    | "access-reminders"
    | "retention"
    | "domain-checks"
    | "plan-checks"
    | "key-reminders"
    | "subprocessor-days"
    | "follow-mails"
    | "follow-weekly"
    | "webpages";
  doneUntil: IsoTime;
}

/** A document's end that owners were reminded of; another date is another end. */
export interface DocumentRemindersTable {
  orgId: Id;
  documentId: Id;
  expiresOn: string;
  /** So many days before. */
  days: number;
  remindedAt: IsoTime;
}

export interface TurnsTables {
  turns: TurnsTable;
  documentReminders: DocumentRemindersTable;
}

// What all processes count together.
/** The tries that somebody has made, as the library of limits keeps them; without rows on SQLite. */
export interface RateLimitsTable {
  /** The limit, and behind a colon whose tries these are, hidden with the installation's key. */
  key: string;
  points: Generated<number>;
  /** When they are forgotten, in milliseconds since 1970. */
  expire: number | null;
}

export interface RateLimitsTables {
  rateLimits: RateLimitsTable;
}

// Where an installation goes.
/** A move of the whole installation to another database, as each of the two notes it. */
export interface MovesTable {
  /** `arriving`: half of it is here. `leaving`: it is being copied from here. `left`: it is elsewhere. */
  state: "arriving" | "leaving" | "left";
  /** The other place, in words; for `arriving` the folder that its files come into. */
  place: string;
  /** The installation's key, by its fingerprint. */
  keyId: string;
  at: IsoTime;
}

export interface MovesTables {
  moves: MovesTable;
}
