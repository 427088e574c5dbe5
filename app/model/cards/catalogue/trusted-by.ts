import type { CatalogueItem } from "./item.ts";

/** One item whose list entries are the companies. */
export const TRUSTED_BY: readonly CatalogueItem[] = [
  {
    uid: "TrustedBy.companies",
    title: "Trusted By",
    guidance:
      "Choose customers who agreed to be named. Well-known and regulated ones carry most weight with reviewers.",
    listEntries: true,
  },
];
