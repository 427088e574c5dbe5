import type { Route } from "./+types/sitemap";
import { loadCards, loadItemOutlines } from "../../../db/pages/items.ts";
import { loadTopics } from "../../../db/pages/publications.ts";
import { Clock } from "../../../db/pages/scope.ts";
import { listProducts } from "../../../db/products.ts";
import { canonicalBase } from "../../../db/orgs.ts";
import { servicesContext } from "../../context.ts";
import { NOT_EXPANDABLE_KINDS } from "../../domain/kinds.ts";
import { productPathSegment } from "../../domain/names.ts";
import { PUBLIC_VIEWER } from "../../domain/viewer.ts";
import { orgOf } from "../scope.ts";

/** Every address that the public may read, whoever asks: pages, cards, open items, updates. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config, now } = context.get(servicesContext);
  const org = orgOf(context);
  const base = await canonicalBase(store.read, org, config.origin);
  const products = (await listProducts(store.read, org.id)).filter(
    (product) => product.show || product.isDefault,
  );
  const paths = new Set<string>(["", "/updates", "/subprocessors", "/faq"]);
  for (const product of products) {
    const scope = {
      db: store.read,
      org,
      settings: org.customization,
      productId: product.id,
      viewer: PUBLIC_VIEWER,
      now: now(),
      clock: new Clock(now(), org.timeZone),
    };
    const page = `/product/${productPathSegment(product.slug)}`;
    const productBase = product.isDefault ? "" : page;
    paths.add(productBase);
    for (const kind of (await loadCards(scope)).keys()) {
      if (!NOT_EXPANDABLE_KINDS.has(kind)) paths.add(`${productBase}/card/${kind}`);
    }
    for (const item of await loadItemOutlines(scope)) {
      if (item.access.text === "open")
        paths.add(products.length > 1 ? `${page}/${item.slug}` : `/item/${item.slug}`);
    }
    for (const topic of await loadTopics(scope))
      paths.add(
        `/updates/${topic.id}${product.isDefault ? "" : `?product=${encodeURIComponent(product.slug)}`}`,
      );
  }
  const urls = [...paths]
    .map((path) => `<url><loc>${escapeXml(`${base}${path}`)}</loc></url>`)
    .join("\n");
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
    {
      headers: { "Content-Type": "application/xml; charset=utf-8" },
    },
  );
}

function escapeXml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
