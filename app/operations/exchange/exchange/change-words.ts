import type { Change, Noun } from "./rows.ts";

/** What a noun is called. */
export const NOUN_WORDS: Readonly<Record<Noun, string>> = {
  org: "Organization",
  settings: "Settings",
  pictures: "Images",
  links: "Links",
  company: "Company",
  document: "Document",
  product: "Product",
  card: "Card",
  item: "Item",
  "trusted-by": "Trusted by",
  subprocessor: "Subprocessor",
  grades: "Security grades",
  faq: "Knowledge base entry",
  control: "Control",
  topic: "Update topic",
  "topic-update": "Update",
  profile: "Permission profile",
  nda: "NDA",
  "nda-version": "NDA text",
};

/** A line for each change: `changed  Item  SOC 2 report (expiry, documents)`. */
export function changeLines(changes: readonly Change[]): string[] {
  return changes.map(
    ({ what, noun, label, key, fields }) =>
      `${what.padEnd(8)} ${NOUN_WORDS[noun]}: ${label}${key === "" ? "" : ` [${key}]`}${fields.length === 0 ? "" : ` (${fields.join(", ")})`}`,
  );
}
