import { entryFilters } from "#content/edit-kit/entry-filters.ts";
import { FAQ_TIMES, type FaqQuery } from "#model/knowledge-base/forms/faq-forms.ts";
import { REVIEWS_ASKED } from "#model/knowledge-base/reviews.ts";
import type { ListDeclaration } from "#web/lists/page.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import type { FaqPageRow } from "../store/faq-page.server.ts";

/** What narrows the list of entries beside its search. */
export function faqFilters(
  filter: FaqQuery,
  products: Parameters<typeof entryFilters>[1],
): Pick<ListDeclaration<FaqPageRow, never>, "filters" | "ownFilter"> {
  return {
    filters: [
      ...entryFilters(filter, products),
      {
        name: "time",
        label: "Time",
        value: filter.days === null ? null : String(filter.days),
        any: "All Time",
        options: FAQ_TIMES,
      },
      { name: "review", label: "Review", value: filter.review, options: REVIEWS_ASKED },
    ],
    ownFilter: {
      isSet: filter.favourite,
      field: (
        <Choice
          id="favourite"
          type="checkbox"
          name="favourite"
          value="yes"
          defaultChecked={filter.favourite}
          label="Favorites"
        />
      ),
    },
  };
}
