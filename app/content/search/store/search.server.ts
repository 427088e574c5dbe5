import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { inSlices } from "#db/pace.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import type { Store } from "#db/store.ts";
import { indexesOf } from "./indexes.server.ts";
import type { Match } from "#model/search/scoring.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import type { TextsOf } from "./records.server.ts";
import {
  GROUP_ICONS,
  MAX_TERM,
  placeOf,
  type SearchPlace,
  type SearchResult,
  type SearchSource,
} from "#model/search.ts";
import { accessFor } from "./seen.server.ts";

/** What a viewer finds on one product's portal, the best first; empty for a term without a word. */
export async function searchPortal(
  { store, textsOf }: { store: Store; textsOf: TextsOf },
  org: Org,
  scope: PageScope,
  term: string,
): Promise<Match<GatedRecord>[]> {
  const asked = term.slice(0, MAX_TERM);
  if (asked.trim() === "") return [];
  const [index, accessOf] = await Promise.all([
    indexesOf(store, textsOf).of(scope, org),
    accessFor(scope),
  ]);
  return inSlices(index.searching(asked, accessOf));
}

/** Where a match leads, below the portal's base. */
export function placeOfMatch(
  { record, access }: Match<GatedRecord>,
  product: { id: string; slug: string; isDefault: boolean },
  products: readonly unknown[],
): SearchPlace {
  return placeOf(record, access, product, products);
}

/**
 * A match as it leaves the server: what the viewer may have of it, and nothing of what decides
 * that.
 * @param href where it leads on the door that was asked
 */
export function resultOf(
  { record, access }: Match<GatedRecord>,
  source: SearchSource,
  href: string,
): SearchResult {
  const { thing: id, type, title } = record;
  const { cardTitle } = record.metadata;
  const metadata =
    access === "open" ? record.metadata : cardTitle === undefined ? {} : { cardTitle };
  return {
    id,
    type,
    title,
    icon: GROUP_ICONS[type],
    source,
    metadata,
    href,
    locked: access === "title",
    original: { id, type, title, metadata },
  };
}

/** A place as an address on a door: below the portal's base, with what keeps a preview going or names an account. */
export function addressOf(place: SearchPlace, base: string, keep: Record<string, string>): string {
  if (place.href !== undefined) return place.href;
  const query = new URLSearchParams({ ...keep, ...place.query });
  return (
    (`${base}${place.path}` || "/") +
    (query.size === 0 ? "" : `?${query}`) +
    (place.hash === undefined ? "" : `#${place.hash}`)
  );
}
