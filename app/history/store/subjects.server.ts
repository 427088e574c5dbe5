import { card } from "../../features/cards/store/card-history.server.ts";
import { company } from "../../features/companies/store/company-history.server.ts";
import { faqEntry } from "../../features/knowledge-base/store/entry-history.server.ts";
import { item } from "../../features/items/store/item-history.server.ts";
import { itemOrder } from "../../features/items/store/item-order-history.server.ts";
import { cardOrder, sections } from "../../features/cards/store/order-history.server.ts";
import { products } from "../../features/products/store/product-history.server.ts";
import { settings } from "../../features/settings/store/settings-history.server.ts";
import { controlSubject } from "../../features/controls/store/subject.server.ts";
import { gradeList } from "../../features/grades/store.server.ts";
import { trustedByList } from "../../features/trusted-by/store.server.ts";
import { riskProfile } from "../../features/risk-profile/store/risk-profile-history.server.ts";
import {
  subprocessor,
  subprocessors,
} from "../../features/subprocessors/store/subprocessor-history.server.ts";
import type { Subjects } from "./known-subjects.server.ts";

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
