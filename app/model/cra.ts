import * as z from "zod";

/**
 * What a product says of itself for customers who keep a file on it under the Cyber Resilience Act,
 * Regulation (EU) 2024/2847.
 */

export const CRA_TEXT_MAX = 300;
export const CRA_NOTES_MAX = 2_000;

const words = (max: number) => z.string().max(max).nullable().default(null);
const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .nullable()
  .default(null);

export const craSchema = z.object({
  manufacturer: words(CRA_TEXT_MAX),
  /** An email address or a web address; null is the company's own contact for security. */
  contact: words(2_000),
  policyUrl: webAddress,
  /** The last day of the support period, YYYY-MM-DD. */
  supportUntil: z.iso.date().nullable().default(null),
  declarationUrl: webAddress,
  /** Where the software bill of materials is: in words, or a web address. */
  sbom: words(CRA_TEXT_MAX),
  updates: words(CRA_NOTES_MAX),
});
export type CraFacts = z.infer<typeof craSchema>;

/** The names of the facts, in the order of their form. */
export const CRA_LABELS: Readonly<Record<keyof CraFacts, string>> = {
  manufacturer: "Manufacturer",
  contact: "Contact for vulnerabilities",
  policyUrl: "Vulnerability disclosure policy",
  supportUntil: "Support period ends",
  declarationUrl: "EU declaration of conformity",
  sbom: "Software bill of materials",
  updates: "Installing security updates",
};
export const CRA_NAMES = Object.keys(CRA_LABELS) as (keyof CraFacts)[];

/** Where the regulation asks for each fact. */
export const CRA_POINTS: Readonly<Record<keyof CraFacts, string>> = {
  manufacturer: "Annex II, point 1",
  contact: "Annex II, point 2",
  policyUrl: "Annex II, point 2",
  supportUntil: "Annex II, point 7",
  declarationUrl: "Annex II, point 6",
  sbom: "Annex II, point 9",
  updates: "Annex II, point 8(c)",
};

/** The facts as a product keeps them; null where it says none. */
export function craJson(facts: CraFacts | null): string | null {
  return facts === null || CRA_NAMES.every((name) => facts[name] === null)
    ? null
    : JSON.stringify(craSchema.parse(facts));
}

/** What `craJson` wrote. */
export function craFacts(json: string | null): CraFacts | null {
  return json === null ? null : craSchema.parse(JSON.parse(json));
}

/** Whether a text can be linked as it is. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
