// Products, their pages, and what stands on them.
import type { EnabledState, Maturity, Recurrence } from "../../app/features/items/rules/items.ts";
import type { CardKind } from "../../app/features/cards/rules/kinds.ts";
import type { GradeProvider } from "../../app/features/grades/rules.ts";
import type { Bit, Id, IsoTime } from "./values.ts";

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
  /** Items with documents in the order of the Documents section, after the featured ones; null sorts them by default. */
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

/** A company that a directory named in answer to a search: whoever picks it gets what is written here. */
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
