/** When an entry of the FAQ has to be looked at again. */

/** How often, in months. */
export const REVIEW_MONTHS = [3, 6, 12] as const;
export type ReviewMonths = (typeof REVIEW_MONTHS)[number];

export const REVIEW_OPTIONS: readonly { value: string; label: string }[] = REVIEW_MONTHS.map(
  (months) => ({ value: String(months), label: `Every ${months} months` }),
);

/** The buttons of an entry's page beside its form. */
export const ENTRY_BUTTONS = ["review", "reviewed"] as const;

/** What the list of entries is narrowed to by their reviews. */
export const REVIEWS_ASKED = [
  { value: "due", label: "Due for review" },
  { value: "mine", label: "Owned by you" },
  { value: "none", label: "No owner" },
] as const;
export type ReviewAsked = (typeof REVIEWS_ASKED)[number]["value"];

/** What a review goes by. */
export interface ReviewFacts {
  everyMonths: number | null;
  reviewedAt: string | null;
  /** Of the entry, when it was added and last changed. */
  createdAt: string;
  modifiedAt: string;
}

/** A document that changed under whatever links to it. */
export interface ChangedDocument {
  id: string;
  name: string;
  /** When it was replaced, or when its last day was over, ISO. */
  at: string;
  how: "replaced" | "expired";
}

/** Why an entry is due, and since when. */
export interface Due {
  since: string;
  /** The document that it links to; null where its time is over. */
  document: ChangedDocument | null;
}

/**
 * Why an entry is due now; null where it is not. What was changed or reviewed after a document was
 * replaced has been looked at.
 * @param linked the documents that it links to
 */
export function dueOf(
  facts: ReviewFacts,
  linked: readonly ChangedDocument[],
  now: Date,
): Due | null {
  const { reviewedAt, modifiedAt } = facts;
  const seen = reviewedAt !== null && reviewedAt > modifiedAt ? reviewedAt : modifiedAt;
  const [document] = linked.filter(({ at }) => at > seen).sort((a, b) => a.at.localeCompare(b.at));
  const on = dueOn(facts);
  const isOver = on !== null && on <= now.toISOString();
  if (document !== undefined && (!isOver || document.at < on))
    return { since: document.at, document };
  return isOver ? { since: on, document: null } : null;
}

/** When the next review is due, ISO; null where none is wanted. */
export function dueOn({ everyMonths, reviewedAt, createdAt }: ReviewFacts): string | null {
  return everyMonths === null ? null : monthsAfter(reviewedAt ?? createdAt, everyMonths);
}

/** The same day and time so many months later; the last day of a shorter month. */
export function monthsAfter(moment: string, months: number): string {
  const from = new Date(moment);
  const day = from.getUTCDate();
  const later = new Date(from);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(day, last));
  return later.toISOString();
}

/** Why an entry is due, in words. */
export function dueWords(due: Due): string {
  if (due.document === null) return "Due for review";
  const { name, how } = due.document;
  return `Due for review: ${name}, which it links to, ${how === "replaced" ? "was replaced" : "expired"}`;
}
