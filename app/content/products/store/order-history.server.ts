import { CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import { completeSectionOrder, SECTION_TITLES, type SectionId } from "#model/cards/sections.ts";
import { cardOrder as fullCardOrder } from "#visibility/store/order.server.ts";
import { arrangeCards, arrangeSections, hideSection, showSection } from "./product-order.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { productOf, subject, type SubjectKey } from "#tenancy/history/store/subject.server.ts";
import { listLines, orderLine } from "#web/history/store/words.server.ts";

/**
 * How a product's page is arranged: its sections, and its cards. Each product has one of both, with
 * an empty id.
 */

export interface SectionsSnapshot {
  /** null: the default order. */
  order: SectionId[] | null;
  hidden: SectionId[];
}

export const sectionsSubject = subject<SectionsSnapshot>({
  name: "sections",
  permission: "statuspage:edit",
  title: () => "Order of sections",
  async read(db, key) {
    const page = await pageOf(db, key);
    return page === null
      ? null
      : {
          order: listIn(page.sectionOrderJson) as SectionId[] | null,
          hidden: (listIn(page.hiddenSectionsJson) ?? []) as SectionId[],
        };
  },
  async write(trx, key, snapshot) {
    if (snapshot === null) throw new NotFound("page");
    const now = (listIn((await pageOf(trx, key))?.hiddenSectionsJson) ?? []) as SectionId[];
    for (const id of now.filter((section) => !snapshot.hidden.includes(section)))
      await showSection(trx, key.orgId, productOf(key), id);
    for (const id of snapshot.hidden) await hideSection(trx, key.orgId, productOf(key), id);
    await arrangeSections(trx, key.orgId, productOf(key), snapshot.order);
  },
  words(_, __, before, after) {
    const names = (snapshot: SectionsSnapshot | null) =>
      completeSectionOrder(snapshot?.order ?? null).map((id) => SECTION_TITLES[id]);
    const hidden = (snapshot: SectionsSnapshot | null) =>
      (snapshot?.hidden ?? []).map((id) => SECTION_TITLES[id]);
    return [
      ...orderLine("Sections", names(before), names(after)),
      ...listLines("Hidden section", hidden(before), hidden(after)),
    ];
  },
  compared: ({ order, hidden }) => ({
    order: completeSectionOrder(order),
    hidden: [...hidden].sort(),
  }),
});

export interface CardOrderSnapshot {
  /** null: the default order. */
  order: CardKind[] | null;
}

export const cardOrderSubject = subject<CardOrderSnapshot>({
  name: "card-order",
  permission: "statuspage:edit",
  title: () => "Order of cards",
  async read(db, key) {
    const page = await pageOf(db, key);
    return page === null ? null : { order: listIn(page.cardOrderJson) as CardKind[] | null };
  },
  async write(trx, key, snapshot) {
    if (snapshot === null) throw new NotFound("page");
    await arrangeCards(trx, key.orgId, productOf(key), snapshot.order);
  },
  words(_, __, before, after) {
    const names = (snapshot: CardOrderSnapshot | null) =>
      fullCardOrder(snapshot?.order ?? null).map((kind) => CARD_TITLES[kind]);
    return orderLine("Cards", names(before), names(after));
  },
  compared: ({ order }) => fullCardOrder(order),
});

export async function pageOf(db: Reader, key: SubjectKey) {
  const row = await inOrg(db, key.orgId)
    .selectFrom("productPages")
    .selectAll()
    .where("productId", "=", productOf(key))
    .executeTakeFirst();
  return row ?? null;
}

export function listIn(json: string | null | undefined): string[] | null {
  return json == null ? null : (JSON.parse(json) as string[]);
}
