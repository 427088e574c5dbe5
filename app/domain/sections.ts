/** The sections of a portal page and their order (spec/3 §2, product.md §9). */
export const SECTION_IDS = [
  "overview",
  "certifications",
  "overview_and_certifications",
  "trusted_by",
  "subprocessors",
  "documents",
  "cards",
  "kb",
  "updates",
  "help",
] as const;

export type SectionId = (typeof SECTION_IDS)[number];

export const DEFAULT_SECTION_ORDER: readonly SectionId[] = [
  "overview",
  "certifications",
  "trusted_by",
  "subprocessors",
  "documents",
  "cards",
  "kb",
  "updates",
  "help",
];

export const SECTION_TITLES: Readonly<Record<SectionId, string>> = {
  overview: "Overview",
  certifications: "Certifications",
  overview_and_certifications: "Overview & Certifications",
  trusted_by: "Trusted By",
  subprocessors: "Subprocessors",
  documents: "Documents",
  cards: "Cards",
  kb: "Knowledge Base (FAQs)",
  updates: "Trust Center Updates",
  help: "Help",
};

/**
 * A saved order as it is shown: unknown and repeated ids dropped, missing sections appended in their
 * default place, and the combined row counted for both of its halves.
 */
export function completeSectionOrder(saved: readonly string[] | null): SectionId[] {
  const order: SectionId[] = [];
  const has = (id: SectionId) => order.includes(id);
  for (const id of saved ?? []) {
    if (!(SECTION_IDS as readonly string[]).includes(id)) continue;
    const section = id as SectionId;
    const combined = has("overview_and_certifications");
    if (has(section)) continue;
    if (combined && (section === "overview" || section === "certifications")) continue;
    if (section === "overview_and_certifications" && (has("overview") || has("certifications"))) continue;
    order.push(section);
  }
  for (const id of DEFAULT_SECTION_ORDER) {
    const covered =
      has(id) ||
      (has("overview_and_certifications") && (id === "overview" || id === "certifications"));
    if (!covered) order.push(id);
  }
  return order;
}

/** The order with Overview and Certifications as one row, where the first of the two stands. */
export function combineSections(order: readonly SectionId[]): SectionId[] {
  const first = order.find((id) => id === "overview" || id === "certifications");
  return order.flatMap((id): SectionId[] => {
    if (id !== "overview" && id !== "certifications") return [id];
    return id === first ? ["overview_and_certifications"] : [];
  });
}

/** The order with the combined row as its two halves. */
export function separateSections(order: readonly SectionId[]): SectionId[] {
  return order.flatMap((id): SectionId[] => (id === "overview_and_certifications" ? ["overview", "certifications"] : [id]));
}
