import type { CatalogueItem } from "./item.ts";

/** One item whose explanation is the introduction of the page. */
export const OVERVIEW: readonly CatalogueItem[] = [
  {
    uid: "Overview.overview",
    title: "Overview",
    guidance:
      "Introduce the company’s approach to security in two or three paragraphs: what you protect, how you prove it and what readers find here.",
  },
];
