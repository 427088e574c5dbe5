import { card } from "./card.ts";
import { company } from "./company.ts";
import { faqEntry } from "./faq-entry.ts";
import { item } from "./item.ts";
import { itemOrder } from "./item-order.ts";
import { cardOrder, sections } from "./page-orders.ts";
import { products } from "./products.ts";
import { settings } from "./settings.ts";
import { controlSubject } from "../../app/features/controls/subject.server.ts";
import { gradeList } from "../../app/features/grades/store.server.ts";
import { trustedByList } from "../../app/features/trusted-by/store.server.ts";
import { riskProfile } from "./risk-profile.ts";
import { subprocessor, subprocessors } from "./subprocessors.ts";
import type { AnySubject } from "./subject.ts";

/** Everything that staff edit as a whole, by the name that history stores: a name never changes. */
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
} as const satisfies Readonly<Record<string, AnySubject>>;

export type SubjectName = keyof typeof SUBJECTS;

export function isSubjectName(name: string): name is SubjectName {
  return Object.hasOwn(SUBJECTS, name);
}
