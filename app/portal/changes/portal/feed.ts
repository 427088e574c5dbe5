import type { Route } from "./+types/feed";
import { CHANGES_SHOWN_DAYS } from "#model/changes.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { productsSeen } from "#model/portal-paths.ts";
import { servicesContext } from "#platform/context.ts";
import { canonicalBase, foundedAt } from "#tenancy/orgs/store/orgs.server.ts";
import { atomDocument } from "#updates/updates/portal/atom-document.ts";
import { noFeed, urnOf, type Feed } from "#updates/updates/portal/feed.ts";
import { daysAfter } from "#values/dates.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { changesFor } from "#visibility/changes/store/changes.server.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { addressOfChange, toldChanges, type ToldChange } from "#web/portal/changes/told.ts";

/** Strangers all get the same one, which is kept. */
export const handle: RouteHandle = { query: {}, forSites: true };

/** Readers keep what they have seen; a feed brings the latest. */
const MAX_ENTRIES = 100;

/** What changed about a product as Atom: as far as the public may see it, whoever asks. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { store, config, now } = context.get(servicesContext);
  const portal = await portalRequest(context, request, {}).catch((error: unknown) => {
    throw error instanceof Response ? error : noFeed();
  });
  const { org, product } = portal;
  const products = productsSeen(portal.products, PUBLIC_VIEWER);
  if (!products.some(({ id }) => id === product.id)) throw noFeed();
  const scope = pageScope(store.read, org, product.id, PUBLIC_VIEWER, now());
  const since = daysAfter(scope.clock.today, -CHANGES_SHOWN_DAYS);
  const changes = (await changesFor(scope, since)).slice(0, MAX_ENTRIES);
  scope.clock.passed(scope.clock.today);
  cacheForEveryone(context, { ...portal, scope });
  const base = await canonicalBase(store.read, org, config.origin);
  const query = product.isDefault ? "" : `?${new URLSearchParams({ product: product.slug })}`;
  const feed: Feed = {
    id: urnOf("changes", org.id, product.id),
    title: `${org.name} ${org.customization.portalTitle} Changes`,
    description: `What changed in the trust center of ${org.name}`,
    home: `${base}/changes${query}`,
    atom: `${base}/changes.xml${query}`,
    json: null,
    icon: null,
    author: { name: org.name, url: org.websiteUrl ?? base },
    updated: changes[0]?.at ?? (await foundedAt(store.read, org.id)),
    entries: toldChanges({ product, products }, changes).map((change) => ({
      id: urnOf("change", org.id, product.id, change.id),
      title: `${change.what}: ${change.title}`,
      url: addressOfChange(base, `/changes${query}`, change.place),
      html: htmlOf(change),
      published: change.at,
      updated: change.at,
      category: { term: change.kind, label: change.what },
    })),
  };
  return new Response(await atomDocument(feed), {
    headers: {
      "Content-Type": "application/atom+xml; charset=utf-8",
      "Access-Control-Allow-Origin": "*",
    },
  });
}

/** The words that changed; what it is, is in the title. */
function htmlOf({ what, title, fields }: ToldChange): string {
  if (fields.length === 0) return `<p>${escaped(`${what}: ${title}`)}</p>`;
  return fields
    .map(({ name, words }) => {
      const parts = words.map(({ said, text }) => {
        const safe = escaped(text);
        return said === "before"
          ? `<del>${safe}</del>`
          : said === "after"
            ? `<ins>${safe}</ins>`
            : safe;
      });
      return `<p><b>${escaped(name)}:</b> ${parts.join(" ")}</p>`;
    })
    .join("");
}

function escaped(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
