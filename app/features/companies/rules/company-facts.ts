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
