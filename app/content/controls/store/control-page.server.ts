import type { Reader } from "#db/store.ts";
import { inSlices, mapInSlices } from "#db/pace.ts";
import { FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { sortedBy, type ListSort } from "#values/list-sort.ts";
import { pageOf } from "#visibility/store/publications.server.ts";
import {
  CONTROLS_PER_PAGE,
  frameworksOf,
  type ControlQuery,
  type ControlSort,
} from "../rules/controls.ts";
import { isWantedByStaff, listControls, type Control } from "./controls.server.ts";

/** The controls in an order; they come by reference, whose numbers count as numbers. */
function inOrder(controls: readonly Control[], { by, descending }: ListSort<ControlSort>) {
  if (by === "reference") return descending ? controls.toReversed() : [...controls];
  return sortedBy(
    controls,
    (control) => (by === "title" ? control.title : FAQ_ACCESS_WORDS[control.access]),
    descending,
  );
}

/** A page of the library as staff see it, and what its controls can be narrowed to. */
export async function controlPage(
  read: Reader,
  orgId: string,
  { filter, sort, page }: { filter: ControlQuery; sort: ListSort<ControlSort>; page: number },
) {
  const products = (await listProducts(read, orgId)).map(({ id, name }) => ({ id, name }));
  const all = await listControls(read, orgId);
  const wanted = await mapInSlices(all, (control) =>
    isWantedByStaff(control, filter) ? [control] : [],
  );
  const { entries, ...counts } = pageOf(inOrder(wanted.flat(), sort), page, CONTROLS_PER_PAGE);
  return {
    products,
    frameworks: (await inSlices(frameworksOf(all))).map(({ name }) => name),
    counts: { ...counts, all: all.length },
    rows: entries.map(
      ({ id, reference, title, shortAnswer, requirements, access, productIds }) => ({
        id,
        reference,
        title,
        shortAnswer,
        requirements,
        access,
        products: products
          .filter((product) => productIds.includes(product.id))
          .map(({ name }) => name),
      }),
    ),
  };
}
