import { EntryEditor } from "#content/edit-kit/entry-editor.server.ts";
import { FAQ_FIELDS, faqSaid, faqSchema } from "./forms/faq-fields.ts";
import {
  addFaqEntry,
  findFaqEntry,
  removeFaqEntry,
  updateFaqEntry,
  type FaqEntry,
} from "./store/faq.server.ts";
import { listFaqTopics } from "./store/faq-list.server.ts";
import { faqSubject } from "./store/entry-history.server.ts";

/** How staff edit a question and its answer. */
export const faqEditor = new EntryEditor<typeof FAQ_FIELDS, FaqEntry>({
  fields: FAQ_FIELDS,
  schema: faqSchema,
  subject: faqSubject,
  path: "/knowledge-base",
  what: "This entry",
  said: faqSaid,
  find: findFaqEntry,
  add: addFaqEntry,
  update: updateFaqEntry,
  remove: removeFaqEntry,
  words: {
    added: () => "The entry was added.",
    saved: () => "The entry was saved.",
    deleted: "The entry was deleted.",
    gone: "The entry, or a product that you chose, no longer exists.",
  },
  suggested: listFaqTopics,
});
