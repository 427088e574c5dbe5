import type { CatalogueItem } from "./item.ts";

/** One item whose list entries are the subprocessors. */
export const SUBPROCESSORS: readonly CatalogueItem[] = [
  {
    uid: "Subprocessors.subprocessors",
    title: "Subprocessor List",
    guidance:
      "List every company that processes customer data, with purpose, location and details. Keep hosting, support, email and AI providers complete. Reviewers compare it with your DPA.",
    listEntries: true,
  },
];
