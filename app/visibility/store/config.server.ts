import * as z from "zod";
import { CARD_KINDS, DEFAULT_CARD_ORDER, type CardKind } from "#model/cards/kinds.ts";
import type { SectionView } from "#model/visibility/page.ts";
import {
  completeSectionOrder,
  hiddenHalves,
  isHiddenSection,
  type SectionId,
} from "#model/cards/sections.ts";
import { seesHidden } from "#model/visibility/who-sees-what.ts";
import { cardOrder } from "./order.server.ts";
import type { ProductPageRow } from "#tenancy/products/store/products.server.ts";
import { oncePerScope, type PageScope } from "./scope.server.ts";
import { prepared } from "#db/prepared.ts";
import { inOrg } from "#db/tenant.ts";

const idList = z.array(z.string());

export interface PageConfig {
  revision: number;
  /** In their order; hidden ones are left out for all but the owner. */
  sections: SectionView[];
  cardOrder: CardKind[];
  /** Uids of the featured items. */
  featured: string[];
  /** Uids of items with documents, as staff arranged them. */
  documentOrder: string[];
  hiddenSections: ReadonlySet<string>;
}

/** Rows that were read before their scopes, each with whether nothing was written since. */
const readBefore = new WeakMap<PageScope, { row: ProductPageRow; isFresh: () => boolean }>();

/**
 * Tells how the page of a scope's product is arranged, where that was read with the products.
 * @param isFresh whether nothing was written since it was read: else it is asked again
 */
export function knowPage(scope: PageScope, row: ProductPageRow, isFresh: () => boolean): void {
  readBefore.set(scope, { row, isFresh });
}

async function pageRow(scope: PageScope): Promise<ProductPageRow | undefined> {
  const known = readBefore.get(scope);
  if (known?.isFresh() === true) return known.row;
  return (await PAGE_OF(scope.db, { orgId: scope.org.id, productId: scope.productId }))[0];
}

const PAGE_OF = prepared((db, p: { orgId: string; productId: string }) =>
  inOrg(db, p.orgId).selectFrom("productPages").selectAll().where("productId", "=", p.productId),
);

/** How staff arranged a product's page. */
export const loadConfig = oncePerScope(async (scope): Promise<PageConfig> => {
  const row = await pageRow(scope);
  const hiddenSections = new Set(list(row?.hiddenSectionsJson));
  const sections = completeSectionOrder(
    row?.sectionOrderJson == null ? null : list(row.sectionOrderJson),
  ).map((id: SectionId) => ({
    id,
    // Of the combined row with one hidden half the public sees the other; its owner is told.
    hidden: isHiddenSection(id, hiddenSections, seesHidden(scope.viewer) ? "any" : "all"),
    hiddenHalves: seesHidden(scope.viewer) ? hiddenHalves(id, hiddenSections) : [],
  }));
  return {
    revision: row?.revision ?? 1,
    sections: sections.filter((section) => !section.hidden || seesHidden(scope.viewer)),
    cardOrder: cardOrder(row?.cardOrderJson == null ? null : list(row.cardOrderJson)),
    featured: list(row?.featuredJson),
    documentOrder: list(row?.documentOrderJson),
    hiddenSections,
  };
});

/** What each section holds: a hidden section takes everything in it out of every face. */
const KINDS_OF: Readonly<Partial<Record<SectionId, readonly CardKind[]>>> = {
  overview: ["Overview"],
  certifications: ["Certifications"],
  overview_and_certifications: ["Overview", "Certifications"],
  trusted_by: ["TrustedBy"],
  subprocessors: ["Subprocessors"],
  documents: ["Documents"],
  cards: DEFAULT_CARD_ORDER,
};

/** Card kinds that stand in a hidden section; none for the owner. */
export async function hiddenKinds(scope: PageScope): Promise<ReadonlySet<CardKind>> {
  if (seesHidden(scope.viewer)) return new Set();
  const { hiddenSections } = await loadConfig(scope);
  const kinds = [...hiddenSections].flatMap((id) => KINDS_OF[id as SectionId] ?? []);
  return new Set(CARD_KINDS.filter((kind) => kinds.includes(kind)));
}

/** Whether a section is hidden from this viewer. */
export async function isSectionHidden(scope: PageScope, id: SectionId): Promise<boolean> {
  return !seesHidden(scope.viewer) && (await loadConfig(scope)).hiddenSections.has(id);
}

/** Whether a section is hidden from the public, whoever looks. */
export async function isHiddenFromPublic(scope: PageScope, id: SectionId): Promise<boolean> {
  return (await loadConfig(scope)).hiddenSections.has(id);
}

function list(json: string | null | undefined): string[] {
  return json == null ? [] : idList.parse(JSON.parse(json));
}
