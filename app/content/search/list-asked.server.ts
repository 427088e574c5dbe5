import { loadSubprocessors } from "#visibility/store/companies.server.ts";
import { loadCards } from "#visibility/store/items.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { findItem } from "#visibility/store/slugs.server.ts";
import type { SearchPlace } from "#model/search.ts";
import { CARD_TITLES } from "#model/cards/kinds.ts";
import { placeAsked } from "#model/subprocessors/asked.ts";
import { placeName } from "#model/subprocessors/places.ts";

/** A list that a question asks for, rather than one thing in it. */
export interface AskedList {
  label: string;
  place: SearchPlace;
}

/**
 * The list of subprocessors where a question names it, narrowed to the country that it names: for
 * 'subprocessors in the US' those in the United States. null where the question is another, the
 * viewer does not read the list, or nobody on it is there.
 */
export async function listAsked(
  scope: PageScope,
  product: { slug: string; isDefault: boolean },
  term: string,
): Promise<AskedList | null> {
  const asked = placeAsked(term);
  if (asked === null) return null;
  const card = (await loadCards(scope)).get("Subprocessors");
  if (card === undefined) return null;
  const item = await findItem(scope, { uid: "Subprocessors.subprocessors" });
  if (item === null || item.locked) return null;
  const { place } = asked;
  const { count } = await loadSubprocessors(scope, { search: "", sort: null, page: 1, place });
  if (count === 0) return null;
  return {
    label: `${card.title ?? CARD_TITLES.Subprocessors}${place === null ? "" : `: ${placeName(place)}`} (${count})`,
    place: {
      path: "/subprocessors",
      query: {
        ...(product.isDefault ? {} : { product: product.slug }),
        ...(place === null ? {} : { country: place }),
      },
    },
  };
}
