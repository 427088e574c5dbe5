/** Everything that staff edit as a whole, by the name that history stores: a name never changes. */
export const SUBJECT_NAMES = [
  "card",
  "item",
  "sections",
  "card-order",
  "item-order",
  "faq-entry",
  "control",
  "settings",
  "products",
  "subprocessor",
  "subprocessors",
  "grades",
  "trusted-by",
  "risk-profile",
  "company",
] as const;
export type SubjectName = (typeof SUBJECT_NAMES)[number];

export function isSubjectName(name: string): name is SubjectName {
  return SUBJECT_NAMES.some((known) => known === name);
}
