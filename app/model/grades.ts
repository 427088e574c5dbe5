import { DOMAIN_MESSAGE, isPlainDomain } from "#values/email-address.ts";

/** Who rates the security of a product, and what the form of a grade asks for. */
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

export const GRADE_REQUIRED = "This field is required.";
export const INVALID_GRADE = "Invalid grade.";
export const GET_GRADE_FIRST = 'Click on "Get Grade" button.';

/** What a provider's form asks for beside the name. */
export interface GradeForm {
  /** Where the rating is found: the rated domain, or the address of the rating, which begins so. */
  address:
    | { kind: "domain"; example: string }
    | { kind: "url"; begins: string; example: string }
    | null;
  /** Its grade; `fetched` ones come from 'Get Grade' alone. */
  grade:
    | {
        kind: "typed";
        accepts: RegExp;
        within?: readonly [number, number];
        message: string;
        hint: string;
      }
    | { kind: "fetched" }
    | null;
}

const domain = { kind: "domain", example: "example.com" } as const;
const url = (begins: string, example: string) =>
  ({ kind: "url", begins, example: `${begins}${example}` }) as const;
const typed = (
  accepts: RegExp,
  hint: string,
  more: { within?: readonly [number, number]; message?: string } = {},
) => ({ kind: "typed", accepts, hint, message: INVALID_GRADE, ...more }) as const;
const number = (from: number, to: number, example: string, message?: string) =>
  typed(/^\d{1,4}$/, `${from} to ${to}, such as ${example}`, {
    within: [from, to],
    ...(message === undefined ? {} : { message }),
  });
/** One letter, with plus or minus: what the sites that rate by letters give. */
const LETTER = /^[A-Z][+-]?$/;

export const GRADE_FORMS: Readonly<Record<GradeProvider, GradeForm>> = {
  BitSight: {
    address: domain,
    grade: number(300, 820, "740", "Invalid grade. Must be a number between 300 and 820."),
  },
  BlackKite: { address: domain, grade: typed(/^(?:[A-E][+-]?|F)$/, "A+ to F, such as B+") },
  Cis: { address: null, grade: number(1, 5, "4") },
  CryptCheck: {
    address: url("https://cryptcheck.fr/", "https/example.com"),
    grade: typed(LETTER, "A letter, such as A+"),
  },
  CyberVadis: { address: null, grade: number(0, 1000, "720") },
  MdnObservatory: {
    address: url("https://developer.mozilla.org/en-US/observatory/analyze?host=", "example.com"),
    grade: typed(LETTER, "A letter, such as A+"),
  },
  HstsPreloadList: { address: url("https://hstspreload.org/?domain=", "example.com"), grade: null },
  ImmuniWeb: {
    address: url("https://www.immuniweb.com/websec/", "example.com/"),
    grade: typed(LETTER, "A letter, such as A"),
  },
  Qualys: {
    address: url("https://www.ssllabs.com/ssltest/analyze.html?d=", "example.com"),
    grade: typed(LETTER, "A letter, such as A+"),
  },
  SecurityHeaders: {
    address: url("https://securityheaders.com/?q=", "example.com"),
    grade: typed(LETTER, "A letter, such as A"),
  },
  SecurityScorecard: { address: domain, grade: { kind: "fetched" } },
  UpGuard: {
    address: domain,
    grade: typed(/^(?:\d{1,3}|[A-E])$/, "0 to 950 or A to E, such as 868", { within: [0, 950] }),
  },
  RiskRecon: {
    address: null,
    grade: typed(/^(?:\d{1,2}(?:\.\d)?|[A-F])$/, "0 to 10 or A to F, such as 8.4", {
      within: [0, 10],
    }),
  },
};

/** Whether a grade has to be given: where there is no address, and where 'Get Grade' gives it. */
export function needsGrade({ address, grade }: GradeForm): boolean {
  return grade !== null && (grade.kind === "fetched" || address === null);
}

/** What is wrong with an address; null for nothing. */
export function addressFault(provider: GradeProvider, text: string): string | null {
  const { address } = GRADE_FORMS[provider];
  if (address === null) return null;
  if (text === "") return GRADE_REQUIRED;
  if (address.kind === "domain") return isPlainDomain(text) ? null : DOMAIN_MESSAGE;
  const whole =
    text.startsWith(address.begins) &&
    text.length > address.begins.length &&
    !/[\s\p{Cc}<>"]/u.test(text) &&
    URL.canParse(text);
  return whole
    ? null
    : `Copy the URL from ${GRADE_PROVIDER_NAMES[provider]}. It should start with ${address.begins}`;
}

/** What is wrong with a grade as it was typed; null for nothing. */
export function gradeFault(provider: GradeProvider, text: string): string | null {
  const form = GRADE_FORMS[provider];
  if (form.grade === null) return null;
  if (text === "")
    return !needsGrade(form)
      ? null
      : form.grade.kind === "fetched"
        ? GET_GRADE_FIRST
        : GRADE_REQUIRED;
  if (form.grade.kind === "fetched") return null;
  const { accepts, within, message } = form.grade;
  const outside =
    within !== undefined &&
    /^\d/.test(text) &&
    (Number(text) < within[0] || Number(text) > within[1]);
  return accepts.test(text) && !outside ? null : message;
}

/** The answers of Security Scorecard that are no grade. */
export const SCORECARD_ERRORS = {
  bad_domain: "Domain is invalid. Please try a different name.",
  bad_network: "Server error. Please try again.",
  scorecard_not_calculated: "Your company does not have a score yet. Please try again later",
} as const;
export type ScorecardError = keyof typeof SCORECARD_ERRORS;
