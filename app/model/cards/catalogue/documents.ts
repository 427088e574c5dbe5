import type { CatalogueItem } from "./item.ts";

/** Documents that belong to no other card. */
export const DOCUMENTS: readonly CatalogueItem[] = [
  {
    uid: "Documents.companyOverview",
    title: "Company Overview",
    guidance:
      "A short deck or sheet with legal name, size, locations and certifications, which procurement can forward.",
    files: true,
    link: true,
  },
  {
    uid: "Documents.securityOverview",
    title: "Security Overview",
    guidance:
      "One or two pages on the security program for readers who won’t open the full reports.",
    files: true,
    link: true,
  },
];
