import type { Services } from "#platform/context.ts";
import { loadProductPage } from "#visibility/store/product-page.server.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import type { AssetRef, Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";

/** Cards that the drawing has room for. */
const MOST_CARDS = 12;

/**
 * What the public gets on the first screen of an org's portal, whether it is published or not; null
 * for an org without a product.
 */
export async function firstScreen({ store, now }: Pick<Services, "store" | "now">, org: Org) {
  const products = await listProducts(store.read, org.id);
  const product = products.find(({ isDefault }) => isDefault) ?? products[0];
  if (product === undefined) return null;
  const page = await loadProductPage(
    pageScope(store.read, org, product.id, PUBLIC_VIEWER, now()),
    product,
    { topicPage: 1, topicId: null },
  );
  const picture = (asset: AssetRef | null) =>
    asset === null ? null : `/api/share/${org.id}/assets/${asset.id}?v=${asset.revision}`;
  const { portalTitle, showPortalTitle, description } = org.customization;
  return {
    org: { id: org.id, name: org.name },
    portalTitle,
    showPortalTitle,
    description,
    logo: picture(org.logo),
    logoDark: picture(org.logoDark),
    banner: picture(org.banner),
    certifications: page.atAGlance.certifications,
    report: page.atAGlance.report?.item.title ?? null,
    documents: page.documents.length,
    cards: page.cards.slice(0, MOST_CARDS).map(({ title }) => title),
  };
}
