import { hasDoraFacts } from "#model/settings/dora.ts";
import { craPath, itemPath, productPath, productsSeen } from "#model/portal-paths.ts";
import type { Route } from "./+types/sitemap";
import { loadDocumentTiles } from "#visibility/store/documents.server.ts";
import { loadCards, loadItemOutlines } from "#visibility/store/items.server.ts";
import { lastChange } from "#visibility/store/product-page.server.ts";
import { loadTopics } from "#visibility/store/publications.server.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import { visibleControls } from "#visibility/store/controls.server.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import { NOT_EXPANDABLE_KINDS } from "#model/cards/kinds.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { cacheForEveryone, orgOf, topicPath } from "#web/portal/scope.ts";

/** The map is the company's, whichever product an address names. */
export const handle: RouteHandle = { query: { unread: ["product", "productId"] } };

/** Every address that the public may read, whoever asks: pages, cards, open items, updates. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config, now } = context.get(servicesContext);
  const org = orgOf(context);
  const base = await canonicalBase(store.read, org, config.origin);
  const products = productsSeen(await listProducts(store.read, org.id), PUBLIC_VIEWER).toSorted(
    (a, b) => Number(b.isDefault) - Number(a.isDefault),
  );
  const moment = now();
  const home = new URL(base).pathname === "/" ? "/" : "";
  /** Each address and when it last changed, where that is known. */
  const paths = new Map<string, string | null>(
    [home, "/updates", "/subprocessors", "/faq", "/dates"].map((path) => [path, null]),
  );
  if (hasDoraFacts(org.customization.dora)) paths.set("/dora", null);
  const topics = new Set<string>();
  const scopes: PageScope[] = [];
  for (const product of products) {
    const scope = pageScope(store.read, org, product.id, PUBLIC_VIEWER, moment);
    const productBase = productPath(product);
    scopes.push(scope);
    if ((await visibleControls(scope)).length > 0) paths.set("/controls", null);
    if (product.cra !== null) paths.set(craPath(product), null);
    if ((await loadDocumentTiles(scope)).length > 0) paths.set("/documents", null);
    paths.set(productBase || home, await lastChange(scope));
    for (const kind of (await loadCards(scope)).keys()) {
      if (!NOT_EXPANDABLE_KINDS.has(kind)) paths.set(`${productBase}/card/${kind}`, null);
    }
    // The database gives them in any order.
    const items = (await loadItemOutlines(scope)).filter(({ access }) => access.text === "open");
    for (const item of items.toSorted((one, other) => (one.uid < other.uid ? -1 : 1)))
      paths.set(itemPath(item.slug, product, products), item.lastModifiedOn);
    for (const topic of await loadTopics(scope)) {
      // A topic about several products has one address (updates/updates/portal/topic).
      if (topics.has(topic.id)) continue;
      topics.add(topic.id);
      paths.set(topicPath(topic.id, product), lastWord(topic.updates));
    }
  }
  // Kept for strangers, until the clock changes what one of the products shows.
  const viewer = context.get(viewerContext);
  for (const scope of scopes) cacheForEveryone(context, { org, viewer, scope, aboutFile: false });
  const urls = [...paths]
    .map(
      ([path, changedAt]) =>
        `<url><loc>${escapeXml(`${base}${path}`)}</loc>${changedAt === null ? "" : `<lastmod>${escapeXml(changedAt)}</lastmod>`}</url>`,
    )
    .join("\n");
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
    {
      headers: { "Content-Type": "application/xml; charset=utf-8" },
    },
  );
}

/** When something was last said or changed in a topic. */
function lastWord(
  updates: readonly { createdAt: string; editedAt: string | null }[],
): string | null {
  return (
    updates
      .map(({ createdAt, editedAt }) => editedAt ?? createdAt)
      .sort()
      .at(-1) ?? null
  );
}

function escapeXml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
