import { entrySubject } from "#content/edit-kit/store/entry-subject.server.ts";
import { FAQ_FIELDS, faqSaid } from "../forms/faq-fields.ts";
import { dropFaqEntry, findFaqEntry, putFaqEntry, type FaqEntry } from "./faq.server.ts";

/** What snapshots of before these columns lack. */
const LATER = { shortAnswer: null, topic: null, sourceSubtype: null, sourceName: null };

/** A question and its answer as history knows them. */
export const faqSubject = entrySubject<typeof FAQ_FIELDS, FaqEntry>({
  name: "faq-entry",
  noun: "questions",
  fields: FAQ_FIELDS,
  title: ({ question }) => question,
  said: faqSaid,
  find: findFaqEntry,
  put: (trx, orgId, id, snapshot) => putFaqEntry(trx, orgId, id, { ...LATER, ...snapshot }),
  drop: dropFaqEntry,
});
