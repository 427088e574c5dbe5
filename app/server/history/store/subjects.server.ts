import { card } from "#content/products/store/card-history.server.ts";
import { company } from "#content/companies/store/company-history.server.ts";
import { faqEntry } from "#content/knowledge-base/store/entry-history.server.ts";
import { item } from "#content/items/store/item-history.server.ts";
import { itemOrder } from "#content/items/store/item-order-history.server.ts";
import { cardOrder, sections } from "#content/products/store/order-history.server.ts";
import { products } from "#content/products/store/product-history.server.ts";
import { settings } from "#company/settings/store/settings-history.server.ts";
import { controlSubject } from "#content/controls/store/subject.server.ts";
import { gradeList } from "#content/grades/store/grades.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";
import { riskProfile } from "#content/risk-profile/store/risk-profile-history.server.ts";
import {
  subprocessor,
  subprocessors,
} from "#content/subprocessors/store/subprocessor-history.server.ts";
import type { Subjects } from "#web/history/store/known-subjects.server.ts";

/** Everything that staff edit as a whole, as history is told of it when a process starts. */
export const SUBJECTS = {
  card,
  item,
  sections,
  "card-order": cardOrder,
  "item-order": itemOrder,
  "faq-entry": faqEntry,
  control: controlSubject,
  settings,
  products,
  subprocessor,
  subprocessors,
  grades: gradeList.subject,
  "trusted-by": trustedByList.subject,
  "risk-profile": riskProfile,
  company,
} as const satisfies Subjects;
