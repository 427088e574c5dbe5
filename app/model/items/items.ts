/** Items: the lines of a card, their states and the values their fields can take. */
export const ENABLED_STATES = ["Enabled", "WorkInProgress", "NotEnabled"] as const;
export type EnabledState = (typeof ENABLED_STATES)[number];

export const MATURITY_LEVELS = [
  "Initial",
  "Developing",
  "Defined",
  "Managed",
  "Optimizing",
] as const;
export type Maturity = (typeof MATURITY_LEVELS)[number];

/** Values that read after 'Every', and N/A, which shows no tag. */
export const RECURRENCES = ["month", "quarter", "6 months", "year", "2 years", "N/A"] as const;
export type Recurrence = (typeof RECURRENCES)[number];

export const DOCUMENT_TYPES = [
  "SOC 1 report",
  "SOC 2 report",
  "ISO certificate",
  "Penetration test",
  "Policy",
  "Questionnaire",
  "Whitepaper",
  "Architecture diagram",
  "Insurance",
  "Legal",
  "Bridge letter",
  "Other",
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const DOCUMENT_ACCESS_TYPES = ["view-only", "view-and-download"] as const;
export type DocumentAccessType = (typeof DOCUMENT_ACCESS_TYPES)[number];

export const DEFAULT_ITEM_TYPE = "Other";

/** What an item says that is stored, shown in its form and written to a file as it is. */
export const PLAIN_FIELDS = [
  "explanation",
  "href",
  "type",
  "choice",
  "maturity",
  "recurrence",
  "auditor",
  "expiry",
] as const;

/** One line of an item's own list, such as a data centre region or a sub-standard. */
export interface ListEntry {
  label: string;
  description?: string | undefined;
  href?: string | undefined;
}

export interface BridgeLetter {
  letterEnabled: boolean;
  letterContent: string;
  signerName: string;
  signerTitle: string;
  letterType: "SOC 1" | "SOC 2";
}

const stateRank: Readonly<Record<EnabledState, number>> = {
  Enabled: 0,
  WorkInProgress: 1,
  NotEnabled: 2,
};

/** Order of two states: Enabled, WorkInProgress, NotEnabled. */
export function compareEnabledState(a: EnabledState, b: EnabledState): number {
  return stateRank[a] - stateRank[b];
}

/** Enabled and work in progress both count as enabled; visitors see only those. */
export function countsAsEnabled(state: EnabledState): boolean {
  return state !== "NotEnabled";
}
