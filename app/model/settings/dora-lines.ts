import { countryName } from "#values/countries.ts";
import { DORA_LABELS, DORA_NAMES, ICT_SERVICES, type DoraFacts } from "./dora.ts";

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

/** One fact in words, a text for each of its values. */
export interface RegisterLine {
  label: string;
  column: string | null;
  values: string[];
}

/** What a page says: the facts that are given, in the order of the form. */
export function registerLines(facts: DoraFacts): RegisterLine[] {
  return DORA_NAMES.flatMap((name) => {
    const values = inWords(name, facts);
    return values.length === 0
      ? []
      : [{ label: DORA_LABELS[name], column: columnOf(name, facts), values }];
  });
}

/**
 * The column of a fact. Without an LEI, the EUID is the code that names the provider; a second code
 * goes into the column for another one.
 */
export function columnOf(name: keyof DoraFacts, facts: DoraFacts): string | null {
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
