/** Security grade providers and the colour bands of their grades (spec/2 §3, §9; product.md §3). */
export const GRADE_PROVIDERS = [
  "BitSight",
  "BlackKite",
  "Cis",
  "CryptCheck",
  "CyberVadis",
  "MdnObservatory",
  "HstsPreloadList",
  "ImmuniWeb",
  "Qualys",
  "SecurityHeaders",
  "SecurityScorecard",
  "UpGuard",
  "RiskRecon",
] as const;
export type GradeProvider = (typeof GRADE_PROVIDERS)[number];

export const GRADE_PROVIDER_NAMES: Readonly<Record<GradeProvider, string>> = {
  BitSight: "BitSight",
  BlackKite: "Black Kite",
  Cis: "CIS",
  CryptCheck: "CryptCheck",
  CyberVadis: "CyberVadis",
  MdnObservatory: "MDN Observatory",
  HstsPreloadList: "HSTS preload list",
  ImmuniWeb: "ImmuniWeb",
  Qualys: "Qualys",
  SecurityHeaders: "Security Headers",
  SecurityScorecard: "Security Scorecard",
  UpGuard: "UpGuard",
  RiskRecon: "RiskRecon",
};

export type GradeColour = "green" | "yellow" | "red";

interface LetterBands {
  green: string;
  yellow: string;
  /** Letters not named are red (product.md §3). */
}

interface NumberBands {
  /** A shared bound belongs to the better band. */
  green: number;
  yellow: number;
}

const LETTERS: Readonly<Partial<Record<GradeProvider, LetterBands>>> = {
  BlackKite: { green: "AB", yellow: "C" },
  CryptCheck: { green: "A", yellow: "BC" },
  HstsPreloadList: { green: "A", yellow: "BC" },
  ImmuniWeb: { green: "A", yellow: "BC" },
  Qualys: { green: "A", yellow: "BC" },
  SecurityHeaders: { green: "A", yellow: "BC" },
  MdnObservatory: { green: "ABM", yellow: "CI" },
  UpGuard: { green: "AB", yellow: "C" },
  RiskRecon: { green: "AB", yellow: "C" },
  SecurityScorecard: { green: "AB", yellow: "C" },
};

const NUMBERS: Readonly<Partial<Record<GradeProvider, NumberBands>>> = {
  BitSight: { green: 646, yellow: 473 },
  CyberVadis: { green: 666, yellow: 333 },
  UpGuard: { green: 601, yellow: 401 },
  RiskRecon: { green: 8, yellow: 7 },
  Cis: { green: 5, yellow: 3 },
};

/**
 * The band a grade falls in, or null when there is no grade to colour.
 * Letters count by their first character: plus and minus follow the letter (product.md §3).
 */
export function gradeColour(
  provider: GradeProvider,
  grade: string | null | undefined,
): GradeColour | null {
  const text = grade?.trim() ?? "";
  if (text === "") return null;
  const numbers = NUMBERS[provider];
  if (numbers && /^\d+(\.\d+)?$/.test(text)) {
    const value = Number(text);
    return value >= numbers.green ? "green" : value >= numbers.yellow ? "yellow" : "red";
  }
  const letter = text.charAt(0).toUpperCase();
  const letters = LETTERS[provider];
  if (!letters) return "red";
  return letters.green.includes(letter)
    ? "green"
    : letters.yellow.includes(letter)
      ? "yellow"
      : "red";
}
