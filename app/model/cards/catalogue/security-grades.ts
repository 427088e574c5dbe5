import type { CatalogueItem } from "./item.ts";

/** One item whose list entries are the grades. */
export const SECURITY_GRADES: readonly CatalogueItem[] = [
  {
    uid: "SecurityGrades.grades",
    title: "Security Grades",
    guidance:
      "Add the ratings that outsiders can verify, such as SecurityScorecard or SSL Labs. Show only grades you check regularly. A stale A turns into a visible C.",
    listEntries: true,
    priority: true,
  },
];
