import { FAQ_ACCESS_OPTIONS, type FaqQuery } from "#model/knowledge-base/forms/faq-forms.ts";
import { SHORT_ANSWERS_ASKED } from "#model/short-answers.ts";
import { productFilter, type ListFilter } from "#web/lists/page.tsx";

/** The filters of every list of entries: who sees them, their short answer, their product. */
export function entryFilters(
  { access, shortAnswer, productId }: Pick<FaqQuery, "access" | "shortAnswer" | "productId">,
  products: Parameters<typeof productFilter>[2],
): ListFilter[] {
  return [
    { name: "access", label: "Access", value: access, options: FAQ_ACCESS_OPTIONS },
    { name: "short", label: "Short answer", value: shortAnswer, options: SHORT_ANSWERS_ASKED },
    productFilter("Products", productId, products),
  ];
}
