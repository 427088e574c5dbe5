/** The sections of a portal page and their order. */
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

/** Both halves of the combined row. */
const HALVES: readonly SectionId[] = ["overview", "certifications"];

/**
 * Whether what a section's row shows is hidden: by its own name, or by that of the row which it is
 * a half of or which are its halves, since combining and separating leave what is hidden as it is.
 * @param hidden the ids that are stored
 * @param how for the combined row, whether any half counts or only both
 */
export function isHiddenSection(
  id: SectionId,
  hidden: ReadonlySet<string>,
  how: "any" | "all",
): boolean {
  if (hidden.has(id)) return true;
  if (HALVES.includes(id)) return hidden.has("overview_and_certifications");
  if (id !== "overview_and_certifications") return false;
  return how === "any"
    ? HALVES.some((half) => hidden.has(half))
    : HALVES.every((half) => hidden.has(half));
}

/**
 * The half of a combined row that is hidden while the other one is not; none for every other row.
 */
export function hiddenHalves(id: SectionId, hidden: ReadonlySet<string>): SectionId[] {
  if (id !== "overview_and_certifications" || isHiddenSection(id, hidden, "all")) return [];
  return HALVES.filter((half) => hidden.has(half));
}

/** The ids that stay hidden when a section's row is shown again. */
export function hiddenWithout(shown: SectionId, hidden: readonly string[]): string[] {
  if (shown === "overview_and_certifications")
    return hidden.filter((id) => id !== shown && !HALVES.includes(id as SectionId));
  const rest = hidden.filter((id) => id !== shown);
  if (!HALVES.includes(shown) || !rest.includes("overview_and_certifications")) return rest;
  // The row was hidden while it was one: its other half stays hidden.
  return [
    ...new Set([
      ...rest.filter((id) => id !== "overview_and_certifications"),
      ...HALVES.filter((half) => half !== shown),
    ]),
  ];
}

/**
 * A saved order as it is shown: unknown and repeated ids dropped, missing sections appended in
 * their default place, and the combined row counted for both of its halves.
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
    if (section === "overview_and_certifications" && (has("overview") || has("certifications")))
      continue;
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
  return order.flatMap((id): SectionId[] =>
    id === "overview_and_certifications" ? ["overview", "certifications"] : [id],
  );
}
