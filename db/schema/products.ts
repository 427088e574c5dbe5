// Products, their pages, and what stands on them.
import type { EnabledState, Maturity, Recurrence } from "#model/items/items.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { GradeProvider } from "#model/grades.ts";
import type { Bit, Id, IsoTime } from "./values.ts";
import type { ShortAnswer } from "#model/short-answers.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import type { WebpageStatus } from "#model/webpages.ts";

export interface ProductsTable {
  orgId: Id;
  id: Id;
  slug: string;
  name: string;
  position: number;
  show: Bit;
  isDefault: Bit;
  /** What it says of itself under the Cyber Resilience Act, as `craJson` writes it. */
  craJson: string | null;
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
  /**
   * Items with documents in the order of the Documents section, after the featured ones; null sorts
   * them by default.
   */
  documentOrderJson: string | null;
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
  /** What it is connected to at another provider: `Integration`. */
  integrationJson: string | null;
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
  /** Where a directory shows its logo, until that was fetched; null otherwise. */
  logoFrom: string | null;
}

/**
 * A company that a directory named in answer to a search: whoever picks it gets what is written
 * here.
 */
export interface FoundCompaniesTable {
  /** brandfetch or clearbit */
  source: string;
  domain: string;
  name: string;
  /** The address of its logo there. */
  logo: string | null;
  foundAt: IsoTime;
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
  // What registers of information say of it, as `doraTexts` writes it.
  legalName: string | null;
  lei: string | null;
  euid: string | null;
  registrationNumber: string | null;
  headOffice: string | null;
  parentName: string | null;
  parentLei: string | null;
  services: string | null;
  rank: string | null;
  storedIn: string | null;
  processedIn: string | null;
  governingLaw: string | null;
  exitNotes: string | null;
  createdAt: IsoTime;
  /** Own place in the list; null in all rows of a product: by name. */
  position: number | null;
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

export interface ProductsTables {
  products: ProductsTable;
  productLinks: ProductLinksTable;
  productPages: ProductPagesTable;
  cards: CardsTable;
  items: ItemsTable;
  oldItemSlugs: OldItemSlugsTable;
  companies: CompaniesTable;
  foundCompanies: FoundCompaniesTable;
  trustedCompanies: TrustedCompaniesTable;
  subprocessors: SubprocessorsTable;
  securityGrades: SecurityGradesTable;
}

// What providers said of a company that connected an item.
/** The last reading of what an item is connected to; which page that is, the item says. */
export interface IntegrationReadingsTable {
  orgId: Id;
  productId: Id;
  itemUid: string;
  /** The page that was read; a reading of another page than the item's counts for nothing. */
  page: string;
  /** What the last reading that went well said. */
  readingJson: string | null;
  readAt: IsoTime | null;
  /** The last reading, where it failed. */
  failedAt: IsoTime | null;
  /** When a process last set out to read it: the others wait. */
  askedAt: IsoTime | null;
  /** Made up for the demo, and never read anew. */
  example: Bit;
}

export interface IntegrationsTables {
  integrationReadings: IntegrationReadingsTable;
}

// The control library.
export interface ControlsTable {
  orgId: Id;
  id: Id;
  /** The company's own name of it: 'AC-01'. */
  reference: string;
  /** Brings references into their order. */
  sortKey: string;
  title: string;
  /** Whether it is in place, in a word; null where nothing is said. */
  shortAnswer: ShortAnswer | null;
  description: string | null;
  access: FaqAccess;
  /** The item that says more, in whichever product has one of that uid. */
  itemUid: string | null;
  createdAt: IsoTime;
  modifiedAt: IsoTime;
}

export interface ControlProductsTable {
  orgId: Id;
  controlId: Id;
  productId: Id;
}

/** The requirements of frameworks that a control answers: 'SOC 2 CC6.1'. */
export interface ControlReferencesTable {
  orgId: Id;
  controlId: Id;
  position: number;
  requirement: string;
}

export interface ControlsTables {
  controls: ControlsTable;
  controlProducts: ControlProductsTable;
  controlReferences: ControlReferencesTable;
}

// Pages of the company's own site that the search finds.
export interface WebpagesTable {
  orgId: Id;
  id: Id;
  url: string;
  /** What the last reading that went well found. */
  title: string | null;
  text: string;
  /** The size of the text. */
  bytes: number;
  status: WebpageStatus;
  readAt: IsoTime | null;
  /** The last reading, where it failed, and why in words. */
  failedAt: IsoTime | null;
  fault: string | null;
  /** How many nights in a row there was nothing of that address. */
  nightsMissing: number;
  addedAt: IsoTime;
}

/** The last reading of all pages of an org. */
export interface WebpageReadingsTable {
  orgId: Id;
  id: Id;
  startedAt: IsoTime;
  /** null while it goes on, and for one that ended with its process. */
  endedAt: IsoTime | null;
  /** How many readings in a row before it ended with their process. */
  cutOffs: number;
}

export interface WebpagesTables {
  webpages: WebpagesTable;
  webpageReadings: WebpageReadingsTable;
}
