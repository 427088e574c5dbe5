import { JUST_USE, type CompanyOption } from "../app/domain/company-forms.ts";
import { answersTo, knownCompany, KNOWN_COMPANIES, type KnownCompany } from "../app/domain/known-companies.ts";
import { searchText, sortKey } from "../app/domain/names.ts";
import { addCompany, listCompanies } from "./companies.ts";
import type { CompaniesTable } from "./schema.ts";
import type { Reader, Writer } from "./store.ts";

/** What a form says of a company: a name, and the record that was picked with it. */
export interface ChosenCompany {
  company: string;
  companyRef?: string | undefined;
}

/** As many as a picker offers at once. */
const OPTIONS = 10;

/**
 * Companies that answer to what somebody types: the org's own first, then those of the addendum that it has
 * not named yet.
 */
export async function companyOptions(db: Reader, orgId: string, typed: string, limit = OPTIONS): Promise<CompanyOption[]> {
  const own = await listCompanies(db, orgId);
  const named = new Set(own.map(({ addendumId }) => addendumId));
  const ofOrg = own
    .filter((row) => answersTo({ ...row, alternatives: knownCompany(row.addendumId)?.alternatives ?? [] }, typed))
    .map(({ id, name, domain }): CompanyOption => ({ ref: `org:${id}`, name, domain }));
  const known = KNOWN_COMPANIES.filter((company) => !named.has(company.companyId) && answersTo(company, typed)).map(({ companyId, name, domain }): CompanyOption => ({ ref: `addendum:${companyId}`, name, domain }));
  return [...ofOrg, ...known].slice(0, limit);
}

/**
 * The company that a form means: the record that was picked, as long as its name is still the one in the field;
 * else the org's own of that name, else one of the addendum, else a new one with the text as its name.
 * @returns its id
 */
export async function chooseCompany(trx: Writer, orgId: string, chosen: ChosenCompany): Promise<string> {
  const [id] = await chooseCompanies(trx, orgId, [chosen]);
  return id ?? "";
}

/** As `chooseCompany`, for several: the same name twice is one company. @returns their ids, in the same order */
export async function chooseCompanies(trx: Writer, orgId: string, chosen: readonly ChosenCompany[]): Promise<string[]> {
  const own: Pick<CompaniesTable, "id" | "source" | "name" | "domain" | "addendumId">[] = await listCompanies(trx, orgId);
  const ids: string[] = [];
  for (const { company, companyRef } of chosen) {
    const found = pickOwn(own, company, companyRef);
    if (found !== undefined) {
      ids.push(found.id);
      continue;
    }
    const known = pickKnown(company, companyRef);
    const values = known === undefined ? { name: company, source: "custom" as const } : { name: known.name, source: "addendum" as const, domain: known.domain, addendumId: known.companyId };
    const id = await addCompany(trx, orgId, values);
    own.push({ domain: null, addendumId: null, ...values, id });
    ids.push(id);
  }
  return ids;
}

function pickOwn<Row extends Pick<CompaniesTable, "id" | "source" | "name" | "addendumId">>(own: readonly Row[], name: string, ref: string | undefined): Row | undefined {
  const same = own.filter((row) => isSame(row.name, name));
  if (ref === JUST_USE) return same.find((row) => row.source === "custom");
  const known = pickKnown(name, ref);
  if (known !== undefined && ref === `addendum:${known.companyId}`) return own.find((row) => row.addendumId === known.companyId);
  return same.find((row) => ref === `org:${row.id}`) ?? same.find((row) => row.name === name) ?? same[0] ?? (known === undefined ? undefined : own.find((row) => row.addendumId === known.companyId));
}

function pickKnown(name: string, ref: string | undefined): KnownCompany | undefined {
  if (ref === JUST_USE) return undefined;
  const picked = KNOWN_COMPANIES.find((known) => ref === `addendum:${known.companyId}` && isSame(known.name, name));
  return picked ?? KNOWN_COMPANIES.find((known) => isSame(known.name, name));
}

function isSame(one: string, other: string): boolean {
  return searchText(one) === searchText(other) && sortKey(one) === sortKey(other);
}
