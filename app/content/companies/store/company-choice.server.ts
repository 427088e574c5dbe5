import { JUST_USE, type CompanyOption } from "#model/companies/company-forms.ts";
import {
  answersTo,
  knownCompany,
  KNOWN_COMPANIES,
  type KnownCompany,
} from "#model/companies/known-companies.ts";
import type { FoundCompany } from "#model/companies.ts";
import { findFound } from "./company-rows.server.ts";
import { searchText, sortKey } from "#values/names.ts";
import { addCompanies, listCompanies, type CompanyValues } from "./companies.server.ts";
import { newId } from "#db/ids.ts";
import { Refused } from "#db/refusals.ts";
import { inSlices, mapInSlices } from "#db/pace.ts";
import type { CompaniesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";

/** What a form says of a company: a name, and the record that was picked with it. */
export interface ChosenCompany {
  company: string;
  companyRef?: string | undefined;
  /**
   * A program names the record: one that is not there, or has another name, is refused. In a form
   * without scripts the record that was picked before stays beside a name that was typed over.
   */
  refMustMatch?: boolean | undefined;
  /** The list may have the company already. */
  allowDuplicate?: boolean | undefined;
}

/** The record that a program named is not there, or is another company. */
export class CompanyRefRefused extends Refused {
  override readonly status = 400;
}

/** As many as a picker offers at once. */
const OPTIONS = 10;

/**
 * Companies that answer to what somebody types: the org's own first, then those of the addendum
 * that it has not named yet.
 */
export async function companyOptions(
  db: Reader,
  orgId: string,
  typed: string,
  limit = OPTIONS,
): Promise<CompanyOption[]> {
  const own = await listCompanies(db, orgId);
  const named = new Set(own.map(({ addendumId }) => addendumId));
  const ofOrg = await inSlices(answering(own, typed, limit));
  const known = KNOWN_COMPANIES.filter(
    (company) => !named.has(company.companyId) && answersTo(company, typed),
  ).map(({ companyId, name, domain }): CompanyOption => ({
    ref: `addendum:${companyId}`,
    source: "addendum",
    name,
    domain,
    companyId,
    logo: null,
  }));
  return [...ofOrg, ...known].slice(0, limit);
}

/**
 * The first of an org's companies that answer to what was typed; yields after each that was looked
 * at.
 */
function* answering(
  own: readonly CompaniesTable[],
  typed: string,
  limit: number,
): Generator<void, CompanyOption[], void> {
  const options: CompanyOption[] = [];
  for (const row of own) {
    yield;
    if (options.length === limit) break;
    const { orgId, id, source, name, domain, addendumId, logoAssetId } = row;
    if (
      answersTo({ ...row, alternatives: knownCompany(row.addendumId)?.alternatives ?? [] }, typed)
    )
      options.push({
        ref: `org:${id}`,
        source,
        name,
        domain,
        ...(addendumId === null ? {} : { companyId: addendumId }),
        logo: logoAssetId === null ? null : `/api/share/${orgId}/assets/${logoAssetId}`,
      });
  }
  return options;
}

/**
 * The company that a form means: the record that was picked, as long as its name is still the one
 * in the field; else the org's own of that name, else one of the addendum, else a new one with the
 * text as its name. One that was picked from a directory comes with the domain that it has there,
 * and its logo is fetched behind the answer.
 * @returns its id
 * @throws CompanyRefRefused
 */
export async function chooseCompany(
  trx: Writer,
  orgId: string,
  chosen: ChosenCompany,
): Promise<string> {
  const [id] = await chooseCompanies(trx, orgId, [chosen]);
  return id ?? "";
}

/**
 * As `chooseCompany`, for several: the same name twice is one company. @returns their ids, in the
 * same order
 */
export async function chooseCompanies(
  trx: Writer,
  orgId: string,
  chosen: readonly ChosenCompany[],
): Promise<string[]> {
  const own = new OwnCompanies();
  await mapInSlices(await listCompanies(trx, orgId), (row) => own.add(row));
  const found = await findFound(
    trx,
    chosen.map(({ companyRef }) => companyRef),
  );
  const fresh: (CompanyValues & { id: string })[] = [];
  const ids = await mapInSlices(chosen, ({ company, companyRef, refMustMatch = false }) => {
    const listed = found.get(companyRef ?? "");
    const isListed = listed !== undefined && nameKey(listed.name) === nameKey(company);
    if (refMustMatch && companyRef !== undefined && companyRef !== JUST_USE)
      refuseOther(company, listed?.name ?? own.named(companyRef));
    const before = isListed ? own.listed(listed) : own.pick(company, companyRef);
    if (before !== undefined) return before.id;
    const row = {
      domain: null,
      addendumId: null,
      ...(isListed ? fromDirectory(listed) : fromAddendum(company, companyRef)),
      id: newId(),
    };
    own.add(row);
    fresh.push(row);
    return row.id;
  });
  if (fresh.length > 0) await addCompanies(trx, orgId, fresh);
  return ids;
}

/** @param named what the record is called; undefined where there is none */
function refuseOther(company: string, named: string | undefined): void {
  if (named === undefined)
    throw new CompanyRefRefused("There is no company with this companyRef", "companyRef");
  if (nameKey(named) !== nameKey(company))
    throw new CompanyRefRefused(`This companyRef is “${named}”, not “${company}”`, "companyRef");
}

type NewCompany = Omit<CompanyValues, "id"> & Required<Pick<CompanyValues, "source">>;

function fromDirectory({ source, name, domain, logo }: FoundCompany): NewCompany {
  return { name, source, domain, logoFrom: logo };
}

/** One of the addendum by its name, or a new one with what was typed. */
function fromAddendum(typed: string, ref: string | undefined): NewCompany {
  const known = pickKnown(typed, ref);
  if (known === undefined) return { name: typed, source: "custom" };
  const { name, domain, companyId } = known;
  return { name, source: "addendum", domain, addendumId: companyId };
}

type OwnCompany = Pick<CompaniesTable, "id" | "source" | "name" | "domain" | "addendumId">;

/** The org's companies by their names: a file can name thousands of thousands. */
class OwnCompanies {
  readonly #byName = new Map<string, OwnCompany[]>();
  readonly #byAddendum = new Map<string, OwnCompany>();
  readonly #nameById = new Map<string, string>();

  add(row: OwnCompany): void {
    this.#nameById.set(row.id, row.name);
    const key = nameKey(row.name);
    const same = this.#byName.get(key);
    if (same === undefined) this.#byName.set(key, [row]);
    else same.push(row);
    if (row.addendumId !== null && !this.#byAddendum.has(row.addendumId))
      this.#byAddendum.set(row.addendumId, row);
  }

  /** What a record of the org's own or of the addendum is called; undefined where there is none. */
  named(ref: string): string | undefined {
    const [kind, id = ""] = ref.split(":");
    return kind === "org" ? this.#nameById.get(id) : knownCompany(id)?.name;
  }

  /** The company that was picked from the same place of the same directory before. */
  listed({ source, domain, name }: FoundCompany): OwnCompany | undefined {
    const same = this.#byName.get(nameKey(name)) ?? [];
    return same.find((row) => row.source === source && row.domain === domain);
  }

  pick(name: string, ref: string | undefined): OwnCompany | undefined {
    const same = this.#byName.get(nameKey(name)) ?? [];
    if (ref === JUST_USE) return same.find((row) => row.source === "custom");
    const known = pickKnown(name, ref);
    if (known !== undefined && ref === `addendum:${known.companyId}`)
      return this.#byAddendum.get(known.companyId);
    return (
      same.find((row) => ref === `org:${row.id}`) ??
      same.find((row) => row.name === name) ??
      same[0] ??
      (known === undefined ? undefined : this.#byAddendum.get(known.companyId))
    );
  }
}

/** The addendum's companies by their names, which differ from each other. */
const KNOWN_BY_NAME = new Map(KNOWN_COMPANIES.map((known) => [nameKey(known.name), known]));

function pickKnown(name: string, ref: string | undefined): KnownCompany | undefined {
  return ref === JUST_USE ? undefined : KNOWN_BY_NAME.get(nameKey(name));
}

/** What two spellings of one name have in common. */
export function nameKey(name: string): string {
  return `${searchText(name)}\n${sortKey(name)}`;
}
