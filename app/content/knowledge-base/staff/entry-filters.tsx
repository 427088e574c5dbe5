import {
  FAQ_ACCESS_OPTIONS,
  FAQ_TIMES,
  type FaqQuery,
} from "#model/knowledge-base/forms/faq-forms.ts";
import { SHORT_ANSWERS_ASKED } from "#model/short-answers.ts";
import { productFilter, type ListDeclaration } from "#web/lists/page.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import type { FaqPageRow } from "../store/faq-page.server.ts";

/** What narrows the list of entries beside its search. */
export function entryFilters(
  filter: FaqQuery,
  products: Parameters<typeof productFilter>[2],
): Pick<ListDeclaration<FaqPageRow, never>, "filters" | "ownFilter"> {
  return {
    filters: [
      { name: "access", label: "Access", value: filter.access, options: FAQ_ACCESS_OPTIONS },
      {
        name: "short",
        label: "Short answer",
        value: filter.shortAnswer,
        options: SHORT_ANSWERS_ASKED,
      },
      productFilter("Products", filter.productId, products),
      {
        name: "time",
        label: "Time",
        value: filter.days === null ? null : String(filter.days),
        any: "All Time",
        options: FAQ_TIMES,
      },
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
