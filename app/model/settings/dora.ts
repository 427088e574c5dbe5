import * as z from "zod";
import { isCountry } from "#values/countries.ts";
import { leiFault } from "#values/lei.ts";

/**
 * What a company says of itself for the register of information that its customers keep under DORA.
 */

/** Types of ICT services by their codes (Annex III of Implementing Regulation (EU) 2024/2956). */
export const ICT_SERVICES = {
  S01: "ICT project management",
  S02: "ICT development",
  S03: "ICT help desk and first-level support",
  S04: "ICT security management services",
  S05: "Provision of data",
  S06: "Data analysis",
  S07: "ICT, facilities and hosting services (excluding cloud services)",
  S08: "Computation",
  S09: "Non-cloud data storage",
  S10: "Telecom carrier",
  S11: "Network infrastructure",
  S12: "Hardware and physical devices",
  S13: "Software licensing (excluding SaaS)",
  S14: "ICT operation management (including maintenance)",
  S15: "ICT consulting",
  S16: "ICT risk management",
  S17: "Cloud services: IaaS",
  S18: "Cloud services: PaaS",
  S19: "Cloud services: SaaS",
} as const;
export type IctService = keyof typeof ICT_SERVICES;
export const ICT_SERVICE_CODES = Object.keys(ICT_SERVICES) as IctService[];

/** The longest name or number that a register takes here. */
export const DORA_TEXT_MAX = 200;
export const EXIT_NOTES_MAX = 2_000;
/** The direct provider of a financial entity is 1; its subcontractors follow. */
export const RANK_MAX = 99;

/** A code of a company register of the EU: the country, then letters, digits and marks. */
export const EUID = /^[A-Z]{2}[0-9A-Z.\-_/]{3,60}$/;

const words = z.string().max(DORA_TEXT_MAX).nullable().default(null);
const lei = z
  .string()
  .refine((text) => leiFault(text) === null, "an LEI with its check digits")
  .nullable()
  .default(null);
const country = z.string().refine(isCountry, "the code of a country").nullable().default(null);
const countries = z
  .array(z.string().refine(isCountry, "the code of a country"))
  .max(250)
  .default([]);

export const doraSchema = z.object({
  legalName: words,
  lei,
  euid: z.string().regex(EUID).nullable().default(null),
  /** The number in a register of the country of the head office. */
  registrationNumber: words,
  headOffice: country,
  parentName: words,
  parentLei: lei,
  services: z.array(z.enum(ICT_SERVICE_CODES)).max(ICT_SERVICE_CODES.length).default([]),
  rank: z.number().int().min(1).max(RANK_MAX).nullable().default(null),
  storedIn: countries,
  processedIn: countries,
  governingLaw: country,
  exitNotes: z.string().max(EXIT_NOTES_MAX).nullable().default(null),
});
export type DoraFacts = z.infer<typeof doraSchema>;

/** Whether a company says anything for registers. */
export function hasDoraFacts(facts: DoraFacts): boolean {
  return Object.values(facts).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  );
}

/** The names of the facts, in the order of their form. */
export const DORA_LABELS: Readonly<Record<keyof DoraFacts, string>> = {
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
export const DORA_NAMES = Object.keys(DORA_LABELS) as (keyof DoraFacts)[];

/** The facts as a row keeps them, one text for each; codes of a list have semicolons between. */
export type DoraTexts = Record<keyof DoraFacts, string | null>;

const LISTS = ["services", "storedIn", "processedIn"] as const;

export function doraTexts(facts: DoraFacts): DoraTexts {
  return Object.fromEntries(
    DORA_NAMES.map((name) => {
      const value = facts[name];
      const text = Array.isArray(value) ? value.join("; ") : value;
      return [name, text === null || text === "" ? null : String(text)];
    }),
  ) as DoraTexts;
}

/** What `doraTexts` wrote; null where there is nothing. */
export function doraFacts(texts: Readonly<Partial<DoraTexts>>): DoraFacts | null {
  if (DORA_NAMES.every((name) => (texts[name] ?? null) === null)) return null;
  const facts = Object.fromEntries(DORA_NAMES.map((name) => [name, texts[name] ?? null]));
  const { rank = null } = texts;
  return {
    ...facts,
    ...Object.fromEntries(LISTS.map((name) => [name, texts[name]?.split("; ") ?? []])),
    rank: rank === null ? null : Number(rank),
  } as DoraFacts;
}
