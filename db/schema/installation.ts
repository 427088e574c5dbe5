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
  /** Since when no row names it, as the sweep saw it first; null: a row names it, or nobody looked yet. */
  unnamedSince: IsoTime | null;
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

export interface InstallationTables {
  orgs: OrgsTable;
  publications: PublicationsTable;
  domains: DomainsTable;
  switchedOffFeatures: SwitchedOffFeaturesTable;
  customizations: CustomizationsTable;
  blobs: BlobsTable;
  formerSlugs: FormerSlugsTable;
  assets: AssetsTable;
  setupLinks: SetupLinksTable;
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
