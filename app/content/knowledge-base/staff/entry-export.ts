import type { Route } from "./+types/entry-export";
import { entryExport } from "#content/edit-kit/entry-export.server.ts";
import { faqQuery } from "#model/knowledge-base/forms/faq-forms.ts";
import { FAQ_FIELDS, faqSaid } from "../forms/faq-fields.ts";
import { listFaq, type FaqRow } from "../store/faq-list.server.ts";

const { topic, shortAnswer, ...others } = FAQ_FIELDS;

/** The entries that the list's filter leaves; what came later stands in the last columns. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return entryExport<typeof FAQ_FIELDS, FaqRow>(args, {
    file: "knowledge-base",
    fields: { ...others, topic, shortAnswer },
    list: (db, orgId, query, now) => listFaq(db, orgId, faqQuery(query), now),
    said: faqSaid,
  });
}
