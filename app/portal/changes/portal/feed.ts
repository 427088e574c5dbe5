import type { Route } from "./+types/feed";
import { CHANGES_SHOWN_DAYS } from "#model/changes.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { itemPath, productsSeen } from "#model/portal-paths.ts";
import { servicesContext } from "#platform/context.ts";
import { canonicalBase, foundedAt } from "#tenancy/orgs/store/orgs.server.ts";
import { atomDocument } from "#updates/updates/portal/atom-document.ts";
import { noFeed, urnOf, type Feed } from "#updates/updates/portal/feed.ts";
import { daysAfter } from "#values/dates.ts";
import { oneOf, shortText, type RouteHandle } from "#values/page-query.ts";
import { countsAsEnabled } from "#model/items/items.ts";
import { LIST_ITEMS } from "#model/cards/kinds.ts";
import { changesFor, type ChangesWanted } from "#visibility/changes/store/changes.server.ts";
import { findFile } from "#visibility/store/files.server.ts";
import { loadItemOutlines } from "#visibility/store/items.server.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import { cacheForEveryone, portalRequest, type PortalRequest } from "#web/portal/scope.ts";
import { addressOfChange, toldChanges, type ToldChange } from "#web/portal/changes/told.ts";

const SUBPROCESSORS = "subprocessors";

/** Strangers all get the same one, which is kept. */
export const handle: RouteHandle = {
  query: { kept: { item: shortText, document: shortText, what: oneOf(SUBPROCESSORS) } },
  forSites: true,
};

/** Readers keep what they have seen; a feed brings the latest. */
const MAX_ENTRIES = 100;

/**
 * What changed about a product as Atom, or about one thing of it: an item, a document, the list of
 * subprocessors. It has what the public may see, whoever asks.
 */
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
  const thing = await thingAsked(scope, new URL(request.url).searchParams);
  if (thing === null) throw noFeed();
  const { changes } = await changesFor(scope, since, { most: MAX_ENTRIES, of: thing.of });
  scope.clock.passed(scope.clock.today);
  cacheForEveryone(context, { ...portal, scope });
  const base = await canonicalBase(store.read, org, config.origin);
  const own: Record<string, string> = product.isDefault ? {} : { product: product.slug };
  const query = queryOf(own);
  const name = thing.title === null ? "" : `: ${thing.title}`;
  const feed: Feed = {
    id: urnOf("changes", org.id, product.id, ...Object.values(thing.query)),
    title: `${org.name} ${org.customization.portalTitle} Changes${name}`,
    description: `What changed in the trust center of ${org.name}${name}`,
    home: thing.home(base, portal) ?? `${base}/changes${query}`,
    atom: `${base}/changes.xml${queryOf({ ...own, ...thing.query })}`,
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

function queryOf(names: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(names);
  return query.size === 0 ? "" : `?${query}`;
}

/** Whose changes a feed has. */
interface FeedThing {
  /** What it is called today; null for all of a product. */
  title: string | null;
  /** What the address says of it. */
  query: Readonly<Record<string, string>>;
  /** Its own page; null where that is the list of changes. */
  home: (base: string, portal: PortalRequest) => string | null;
  of: NonNullable<ChangesWanted["of"]>;
}

const ITEM_KINDS: ReadonlySet<string> = new Set(["certification", "document", "item"]);

/** What an address asks the changes of, as far as the public sees it; null for what is not there. */
async function thingAsked(scope: PageScope, asked: URLSearchParams): Promise<FeedThing | null> {
  const [item, document, what] = [asked.get("item"), asked.get("document"), asked.get("what")];
  // Of two things at once, one would be passed over, and its every text make a page to be kept.
  if ([item, document, what].filter((one) => one !== null).length > 1) return null;
  if (item === null && document === null && what === null)
    return { title: null, query: {}, home: () => null, of: () => true };
  const items = await loadItemOutlines(scope);
  if (document !== null) {
    const file = await findFile(scope, { fileId: document, itemUid: null });
    if (file === null || file.view !== null) return null;
    return {
      title: file.document.originalName,
      query: { document },
      home: (base) => `${base}/documents/${document}/view`,
      of: ({ kind, partId }) => kind === "document" && partId === document,
    };
  }
  if (item === null) {
    const list = items.find(({ uid }) => uid === LIST_ITEMS.Subprocessors);
    if (what !== SUBPROCESSORS || list?.access.text !== "open") return null;
    return {
      title: "Subprocessors",
      query: { what },
      home: () => null,
      of: ({ kind }) => kind === "subprocessor",
    };
  }
  const found = items.find(({ uid, state }) => uid === item && countsAsEnabled(state));
  if (found === undefined) return null;
  return {
    title: found.title,
    query: { item },
    home: (base, { product, products }) => base + itemPath(found.slug, product, products),
    of: ({ kind, thingId }) => ITEM_KINDS.has(kind) && thingId === item,
  };
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
