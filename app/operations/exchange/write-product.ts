import { hideCard, updateCard } from "#content/cards/store/cards.server.ts";
import { linkManyDocuments, saveItems } from "#content/items/store/items.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import {
  arrangeCards,
  arrangeDocuments,
  arrangeSections,
  featureItems,
  hideSection,
} from "#content/products/store/product-order.server.ts";
import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { gradeList } from "#content/grades/store/grades.server.ts";
import type { Writer } from "#db/store.ts";
import {
  addSubprocessors,
  arrangeSubprocessors,
} from "#content/subprocessors/store/subprocessors.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";
import type { ContentItem } from "./rules/card-schema.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { momentDay, momentTime } from "./moments.ts";
import type { ProductContent } from "./read-folder.ts";
import type { Writing } from "./write-lists.ts";

/** How many rows a product has got. */
export interface ProductCounts {
  cards: number;
  items: number;
  trustedCompanies: number;
  subprocessors: number;
  grades: number;
}

/** Writes one product with its page, cards and items, and the lists behind its cards. */
export async function writeProduct(
  writing: Writing,
  { product, cards, trustedBy, subprocessors, grades }: ProductContent,
  place: { position: number; isDefault: boolean },
): Promise<ProductCounts> {
  const { trx, orgId, now, idOf } = writing;
  const productId = idOf("product", product.uid);
  await createProduct(writing, { id: productId, name: product.name, show: product.show, ...place });
  for (const { kind, title, displayText, placeholder, hidden } of cards) {
    await updateCard(trx, orgId, productId, kind, { title, displayText, placeholder });
    if (hidden) await hideCard(writing, productId, kind);
  }

  const items = cards.flatMap((card) => card.items.map((item) => ({ kind: card.kind, item })));
  await saveItems(
    trx,
    orgId,
    productId,
    items.map(({ kind, item }) => itemEntry(writing, kind, item)),
  );
  const links = items.flatMap(({ item }) =>
    item.documents.map((document) => ({
      itemUid: item.uid,
      documentId: idOf("document", document),
    })),
  );
  if (links.length > 0) await linkManyDocuments(writing, productId, links);
  await arrangePage(trx, orgId, productId, product);

  const company = (uid: string) => idOf("company", uid);
  if (trustedBy.length > 0)
    await trustedByList.replace(
      trx,
      { orgId: orgId, productId: productId },
      trustedBy.map((entry) => ({ companyId: company(entry.company), href: entry.href })),
    );
  if (subprocessors.length > 0) {
    const values = subprocessors.map(
      ({ uid, company: named, createdAt, position: _arrangedBelow, ...rest }) => ({
        ...rest,
        id: idOf("subprocessor", uid),
        companyId: company(named),
        createdAt: momentTime(createdAt, now),
      }),
    );
    await addSubprocessors(trx, orgId, productId, values);
    const placeOf = ({ position = Number.MAX_SAFE_INTEGER }: (typeof subprocessors)[number]) =>
      position;
    const placed = subprocessors.some(({ position }) => position !== undefined)
      ? subprocessors.toSorted((a, b) => placeOf(a) - placeOf(b))
      : [];
    if (placed.length > 0)
      await arrangeSubprocessors(
        trx,
        orgId,
        productId,
        placed.map(({ uid }) => idOf("subprocessor", uid)),
      );
  }
  if (grades.length > 0)
    await gradeList.replace(
      trx,
      { orgId: orgId, productId: productId },
      grades.map(({ uid, ...rest }) => ({ ...rest, id: idOf("grade", uid) })),
    );
  return {
    cards: cards.length,
    items: items.length,
    trustedCompanies: trustedBy.length,
    subprocessors: subprocessors.length,
    grades: grades.length,
  };
}

async function arrangePage(
  trx: Writer,
  orgId: string,
  productId: string,
  {
    sectionOrder,
    cardOrder,
    hiddenSections,
    featuredItems,
    documentOrder,
  }: ProductContent["product"],
): Promise<void> {
  if (sectionOrder !== undefined) await arrangeSections(trx, orgId, productId, sectionOrder);
  if (cardOrder !== undefined) await arrangeCards(trx, orgId, productId, cardOrder);
  if (featuredItems.length > 0) await featureItems(trx, orgId, productId, featuredItems);
  if (documentOrder !== undefined)
    await arrangeDocuments(trx, orgId, productId, featuredItems, documentOrder);
  for (const section of hiddenSections) await hideSection(trx, orgId, productId, section);
}

function itemEntry({ now, by, timeZone }: Writing, kind: CardKind, item: ContentItem) {
  const { state, documents: _linkedLater, slug, lastModified, listEntries, expiry, ...rest } = item;
  return {
    values: {
      ...rest,
      ...(catalogueItem(item.uid) === undefined || item.title === undefined
        ? {}
        : { ownTitle: item.title }),
      kind,
      enabledState: state,
      customSlug: slug ?? null,
      listEntries: listEntries.length === 0 ? null : listEntries,
      expiry: expiry === undefined ? null : momentDay(expiry, now, timeZone),
    },
    stamp: {
      by: lastModified?.by ?? by.actorName,
      on: lastModified === undefined ? now : momentTime(lastModified.on, now),
    },
  };
}
