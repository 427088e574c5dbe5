import { hasDoraFacts, ICT_SERVICES, type DoraFacts } from "#model/settings/dora.ts";
import { countryName } from "#values/countries.ts";
import type { Facts } from "../../twins/rules/facts.ts";

/** What a register of information takes over: the company's facts, as a page and as data. */

export const DORA_TITLE = "For your DORA register";

/** The columns of the templates in Annex I of Implementing Regulation (EU) 2024/2956. */
const REGISTER_COLUMNS: Readonly<Partial<Record<keyof DoraFacts, string>>> = {
  legalName: "B_05.01.0050",
  headOffice: "B_05.01.0080",
  parentLei: "B_05.01.0110",
  services: "B_05.02.0020",
  rank: "B_05.02.0050",
  storedIn: "B_02.02.0150",
  processedIn: "B_02.02.0160",
  governingLaw: "B_02.02.0120",
};

const LABELS: Readonly<Record<keyof DoraFacts, string>> = {
  legalName: "Legal name",
  lei: "LEI",
  euid: "EUID",
  registrationNumber: "National registration number",
  headOffice: "Country of the head office",
  parentName: "Ultimate parent",
  parentLei: "LEI of the ultimate parent",
  services: "Types of ICT services",
  rank: "Rank in the chain",
  storedIn: "Data is stored in",
  processedIn: "Data is processed in",
  governingLaw: "Governing law",
  exitNotes: "Exit and substitutability",
};

/** One fact in words, a text for each of its values. */
export interface RegisterLine {
  label: string;
  column: string | null;
  values: string[];
}

/** What the page says: the facts that are given, in the order of the form. */
export function registerLines(facts: DoraFacts): RegisterLine[] {
  return (Object.keys(LABELS) as (keyof DoraFacts)[]).flatMap((name) => {
    const values = inWords(name, facts);
    return values.length === 0
      ? []
      : [{ label: LABELS[name], column: columnOf(name, facts), values }];
  });
}

/**
 * The column of a fact. Without an LEI, the EUID is the code that names the provider; a second code
 * goes into the column for another one.
 */
function columnOf(name: keyof DoraFacts, facts: DoraFacts): string | null {
  const { first, second } = codesOf(facts);
  if (name === first?.name) return "B_05.01.0010";
  if (name === second?.name) return "B_05.01.0030";
  return REGISTER_COLUMNS[name] ?? null;
}

interface Code {
  name: "lei" | "euid" | "registrationNumber";
  code: string;
  type: string;
}

/** The codes by which a provider is named, the better ones first; a register takes two. */
export function codesOf({
  lei,
  euid,
  registrationNumber,
  headOffice,
}: Pick<DoraFacts, "lei" | "euid" | "registrationNumber" | "headOffice">): {
  first: Code | null;
  second: Code | null;
} {
  const codes: Code[] = [];
  if (lei !== null) codes.push({ name: "lei", code: lei, type: "LEI" });
  if (euid !== null) codes.push({ name: "euid", code: euid, type: "EUID" });
  if (registrationNumber !== null)
    codes.push({
      name: "registrationNumber",
      code: registrationNumber,
      type: headOffice === null ? "" : `${headOffice}_CRN`,
    });
  const [first = null, second = null] = codes;
  return { first, second };
}

function inWords(name: keyof DoraFacts, facts: DoraFacts): string[] {
  switch (name) {
    case "headOffice":
    case "governingLaw": {
      const code = facts[name];
      return code === null ? [] : [countryWords(code)];
    }
    case "storedIn":
    case "processedIn":
      return facts[name].map(countryWords);
    case "services":
      return facts.services.map((code) => `${code} ${ICT_SERVICES[code]}`);
    default: {
      const value = facts[name];
      return value === null ? [] : [String(value)];
    }
  }
}

const countryWords = (code: string) => `${countryName(code)} (${code})`;

/** The facts as data: codes as they are, with the columns that they go into. */
export function registerFacts(facts: DoraFacts): Facts {
  const columns: Record<string, string> = {};
  for (const name of Object.keys(LABELS) as (keyof DoraFacts)[]) {
    const column = columnOf(name, facts);
    if (column !== null) columns[name] = column;
  }
  return { organization: { ...facts }, columns };
}

/** The head of the table: a name, and the column that a register has for it. */
export const CSV_HEAD: readonly string[] = [
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
  "Governing law (B_02.02.0120)",
  "Data is stored in (B_02.02.0150)",
  "Data is processed in (B_02.02.0160)",
  "Exit and substitutability",
  "National registration number",
];

/** The company's row. A cell with several values has them with semicolons between. */
export function csvRow(facts: DoraFacts): (string | number)[] {
  const { first, second } = codesOf(facts);
  return [
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
