import { cardSubject } from "#content/products/store/card-history.server.ts";
import { companySubject } from "#content/companies/store/company-history.server.ts";
import { faqSubject } from "#content/knowledge-base/store/entry-history.server.ts";
import { itemSubject } from "#content/items/store/item-history.server.ts";
import { itemOrderSubject } from "#content/items/store/item-order-history.server.ts";
import { cardOrderSubject, sectionsSubject } from "#content/products/store/order-history.server.ts";
import { productsSubject } from "#content/products/store/product-history.server.ts";
import { settingsSubject } from "#company/settings/store/settings-history.server.ts";
import { controlSubject } from "#content/controls/store/subject.server.ts";
import { gradeList } from "#content/grades/store/grades.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";
import { riskProfileSubject } from "#content/risk-profile/store/risk-profile-history.server.ts";
import {
  subprocessorSubject,
  subprocessorsSubject,
} from "#content/subprocessors/store/subprocessor-history.server.ts";
import type { Subjects } from "#tenancy/history/store/subject.server.ts";

/** Everything that staff edit as a whole, by the name that history stores. */
export const SUBJECTS = {
  card: cardSubject,
  item: itemSubject,
  sections: sectionsSubject,
  "card-order": cardOrderSubject,
  "item-order": itemOrderSubject,
  "faq-entry": faqSubject,
  control: controlSubject,
  settings: settingsSubject,
  products: productsSubject,
  subprocessor: subprocessorSubject,
  subprocessors: subprocessorsSubject,
  grades: gradeList.subject,
  "trusted-by": trustedByList.subject,
  "risk-profile": riskProfileSubject,
  company: companySubject,
} as const satisfies Subjects;
