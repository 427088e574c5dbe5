import { formatDate } from "#values/dates.ts";
import type { DocumentType } from "#model/items/items.ts";

/** What can be told of a document without its name and its text. */
export const DOCUMENT_FACTS = ["type", "year", "auditor", "period", "pages"] as const;
export type DocumentFact = (typeof DOCUMENT_FACTS)[number];

export const DOCUMENT_FACT_LABELS: Readonly<Record<DocumentFact, string>> = {
  type: "Type",
  year: "Year",
  auditor: "Auditor",
  period: "Period",
  pages: "Number of pages",
};

/** What is shown of a locked document unless staff choose otherwise. */
export const RELEASED_BY_DEFAULT: readonly DocumentFact[] = ["type", "year"];

/**
 * The choice as its column holds it: names with spaces between them. Names that are not known are
 * dropped.
 */
export function factsOf(column: string): DocumentFact[] {
  const names = column.split(" ");
  return DOCUMENT_FACTS.filter((fact) => names.includes(fact));
}

/** @returns what `factsOf` reads, in one order */
export function factsColumn(facts: readonly DocumentFact[]): string {
  return DOCUMENT_FACTS.filter((fact) => facts.includes(fact)).join(" ");
}

/** What is known of a document; days are YYYY-MM-DD. */
export interface KnownFacts {
  type: DocumentType;
  auditor: string | null;
  periodFrom: string | null;
  periodTo: string | null;
  pages: number | null;
  /** The calendar day on which it came, in the org's time zone. */
  addedOn: string;
}

/** What a viewer is told of a document; null where nothing is. Days are YYYY-MM-DD. */
export interface ShownFacts {
  type: Exclude<DocumentType, "Other"> | null;
  year: number | null;
  auditor: string | null;
  periodFrom: string | null;
  periodTo: string | null;
  pages: number | null;
}

/**
 * The facts that are shown of a document. Its year is that in which its period ends, else in which
 * it came.
 * @param released all of them for who may open it, else those that staff released
 * @returns null where there is nothing to show
 */
export function shownFacts(
  known: KnownFacts,
  released: readonly DocumentFact[],
): ShownFacts | null {
  const tells = (fact: DocumentFact) => released.includes(fact);
  const facts: ShownFacts = {
    type: tells("type") && known.type !== "Other" ? known.type : null,
    year: tells("year") ? Number((known.periodTo ?? known.addedOn).slice(0, 4)) : null,
    auditor: tells("auditor") ? known.auditor : null,
    periodFrom: tells("period") ? known.periodFrom : null,
    periodTo: tells("period") ? known.periodTo : null,
    pages: tells("pages") ? known.pages : null,
  };
  return Object.values(facts).every((fact) => fact === null) ? null : facts;
}

/**
 * The facts as words for one line, such as 'SOC 2 report', 'Period to September 30, 2026', '84
 * pages'.
 */
export function factsInWords(facts: ShownFacts | null, timeZone: string): string[] {
  if (facts === null) return [];
  const { type, year, auditor, periodFrom, periodTo, pages } = facts;
  const day = (value: string) => formatDate(value, timeZone);
  const hasPeriod = periodFrom !== null || periodTo !== null;
  return [
    type,
    year === null || hasPeriod ? null : String(year),
    auditor,
    periodFrom !== null && periodTo !== null
      ? `${day(periodFrom)} to ${day(periodTo)}`
      : periodTo !== null
        ? `Period to ${day(periodTo)}`
        : periodFrom !== null
          ? `From ${day(periodFrom)}`
          : null,
    pages === null ? null : pages === 1 ? "1 page" : `${pages} pages`,
  ].filter((words) => words !== null);
}
