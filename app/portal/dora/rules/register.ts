import { DORA_NAMES, hasDoraFacts, type DoraFacts } from "#model/settings/dora.ts";
import { codesOf, columnOf } from "#model/settings/dora-lines.ts";
import type { Facts } from "../../twins/rules/facts.ts";

/** What a register of information takes over of a company and its subprocessors, as data. */

export const DORA_TITLE = "For your DORA register";

/** A subprocessor for which a company gives such facts. */
export interface RegisteredSubprocessor {
  id: string;
  company: string;
  facts: DoraFacts;
}

/** The facts as data: codes as they are, with the columns that they go into. */
export function registerFacts(
  facts: DoraFacts,
  subprocessors: readonly RegisteredSubprocessor[],
): Facts {
  return {
    organization: { ...facts },
    columns: columnsOf(facts),
    subprocessors: subprocessors.map(({ id, company, facts: own }) => ({
      id,
      company,
      ...own,
      columns: columnsOf(own),
    })),
  };
}

function columnsOf(facts: DoraFacts): Record<string, string> {
  const columns: Record<string, string> = {};
  for (const name of DORA_NAMES) {
    const column = columnOf(name, facts);
    if (column !== null) columns[name] = column;
  }
  return columns;
}

/** The head of the table: a name, and the column that a register has for it. */
export const CSV_HEAD: readonly string[] = [
  "Company",
  "Rank (B_05.02.0050)",
  "Identification code (B_05.01.0010)",
  "Type of code (B_05.01.0020)",
  "Additional code (B_05.01.0030)",
  "Type of additional code (B_05.01.0040)",
  "Legal name (B_05.01.0050)",
  "Country of the head office (B_05.01.0080)",
  "Code of the ultimate parent (B_05.01.0110)",
  "Type of the parent’s code (B_05.01.0120)",
  "Ultimate parent",
  "Types of ICT services (B_05.02.0020)",
  "Code of the recipient of subcontracted services (B_05.02.0060)",
  "Type of the recipient’s code (B_05.02.0070)",
  "Governing law (B_02.02.0120)",
  "Data is stored in (B_02.02.0150)",
  "Data is processed in (B_02.02.0160)",
  "Exit and substitutability",
  "National registration number",
];

/**
 * The row of the company, or of a subprocessor. A cell with several values has them with semicolons
 * between.
 * @param recipient the company itself, where the row is a subprocessor's: those of rank 2 work for
 *   it; whom those further down work for, nobody says
 */
export function csvRow(
  company: string,
  facts: DoraFacts,
  recipient: DoraFacts | null = null,
): (string | number)[] {
  const { first, second } = codesOf(facts);
  const served = recipient === null || facts.rank !== 2 ? null : codesOf(recipient).first;
  return [
    company,
    facts.rank ?? "",
    first?.code ?? "",
    first?.type ?? "",
    second?.code ?? "",
    second?.type ?? "",
    facts.legalName ?? "",
    facts.headOffice ?? "",
    facts.parentLei ?? "",
    facts.parentLei === null ? "" : "LEI",
    facts.parentName ?? "",
    facts.services.join("; "),
    served?.code ?? "",
    served?.type ?? "",
    facts.governingLaw ?? "",
    facts.storedIn.join("; "),
    facts.processedIn.join("; "),
    facts.exitNotes ?? "",
    // A register takes two codes; beside an LEI and an EUID it has no column for this one.
    facts.registrationNumber ?? "",
  ];
}

/** The company's facts; null where it says none. */
export function givenFacts(facts: DoraFacts): DoraFacts | null {
  return hasDoraFacts(facts) ? facts : null;
}
