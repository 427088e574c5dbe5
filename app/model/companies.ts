import * as z from "zod";
import type { CompanyOption } from "./companies/company-forms.ts";
import { isPlainDomain } from "#values/email-address.ts";

/** The directories of companies that an installation can ask. */
export const DIRECTORIES = ["brandfetch", "clearbit"] as const;
export type Directory = (typeof DIRECTORIES)[number];

/** A company as a directory knows it: each has a domain and a name, or it is none. */
export interface FoundCompany {
  source: Directory;
  /** Plain and in lower case: it names the company within its directory. */
  domain: string;
  name: string;
  /** The address of its logo at the directory. */
  logo: string | null;
}

/** From so many characters on, directories are asked. */
export const ASKED_FROM = 2;
/** What a search of the directories is cut at. */
const MAX_SEARCHED = 100;
const MAX_NAME = 100;
const MAX_ADDRESS = 2_000;

/**
 * A text as the directories are asked for it: two spellings that mean the same are asked once.
 * Null: nobody is asked.
 */
export function searchedText(typed: string): string | null {
  const text = typed.normalize("NFC").replace(/\s+/gu, " ").trim().slice(0, MAX_SEARCHED);
  return text.length < ASKED_FROM ? null : text.toLowerCase();
}

/** Brandfetch calls the logo an icon, Clearbit a logo; nothing else differs in what we read. */
const record = z.object({
  name: z.string(),
  domain: z.string(),
  icon: z.string().nullish().catch(null),
  logo: z.string().nullish().catch(null),
});

/**
 * The companies in a directory's answer, in its order. One that lacks its name or its domain, or is
 * there twice, is left out.
 * @returns null when the answer is no list
 */
export function readDirectory(source: Directory, answer: unknown): FoundCompany[] | null {
  if (!Array.isArray(answer)) return null;
  const found = new Map<string, FoundCompany>();
  for (const entry of answer as unknown[]) {
    const parsed = record.safeParse(entry);
    if (!parsed.success) continue;
    const name = parsed.data.name.normalize("NFC").replace(/\s+/gu, " ").trim();
    const domain = parsed.data.domain.trim().toLowerCase();
    const isNamed = name.length >= 2 && name.length <= MAX_NAME && !/[<>\p{Cc}\p{Cf}]/u.test(name);
    if (!isNamed || !isPlainDomain(domain) || found.has(domain)) continue;
    found.set(domain, {
      source,
      domain,
      name,
      logo: pictureAddress(parsed.data.icon ?? parsed.data.logo ?? null),
    });
  }
  return [...found.values()];
}

function pictureAddress(text: string | null): string | null {
  return text !== null && text.length <= MAX_ADDRESS && /^https?:\/\//.test(text) ? text : null;
}

/** What names a found company in a form: `brandfetch:{domain}`. */
export function refOf({ source, domain }: Pick<FoundCompany, "source" | "domain">): string {
  return `${source}:${domain}`;
}

/** The directory and the domain of a reference, or null for one of another kind. */
export function foundBy(ref: string | undefined): Pick<FoundCompany, "source" | "domain"> | null {
  const [kind, domain = ""] = ref?.split(":", 2) ?? [];
  const source = DIRECTORIES.find((name) => name === kind);
  return source === undefined || domain === "" ? null : { source, domain };
}

/**
 * The companies that a picker offers: what is known here first, then what the directories add to
 * it. A company that is known by its domain is offered once.
 */
export function withFound(
  known: readonly CompanyOption[],
  found: readonly FoundCompany[],
  limit: number,
): CompanyOption[] {
  const domains = new Set(known.map(({ domain }) => domain));
  const more: CompanyOption[] = [];
  for (const company of found) {
    if (domains.has(company.domain)) continue;
    domains.add(company.domain);
    const { source, name, domain, logo } = company;
    more.push({ ref: refOf(company), source, name, domain, logo });
  }
  return [...known, ...more].slice(0, limit);
}

/** What a list's row knows of its company; one that was put away knows less. */
export interface CompanyOfRow {
  companyId: string;
  company: string;
  /** brandfetch, clearbit, addendum or custom */
  companySource?: string;
  companyDomain?: string | null;
  companyLogo?: string | null;
  /** Its id in the addendum, for a company that comes from there. */
  addendumId?: string | null;
}

/** A company as the API answers it: by its source, with the ids that name it there. */
export function companyFacts(row: CompanyOfRow) {
  return {
    id: row.companyId,
    name: row.company,
    source: row.companySource,
    domain: row.companyDomain ?? null,
    logo: row.companyLogo == null ? null : { assetId: row.companyLogo },
    ...(row.addendumId == null ? {} : { companyId: row.addendumId }),
  };
}
