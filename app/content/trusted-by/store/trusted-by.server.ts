import type { CompanyOfRow } from "#model/companies.ts";
import { mustFindCompanies } from "#content/companies/store/companies.server.ts";
import {
  chooseCompany,
  type ChosenCompany,
} from "#content/companies/store/company-choice.server.ts";
import { RowList } from "#content/edit-kit/store/row-list.server.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * A customer that a product may name: a company of the org's list, or the name that a form sent.
 */
export type TrustedCompanyValues = ({ companyId: string } | ChosenCompany) & {
  /** Where its story is told. */
  href?: string | null | undefined;
};

export interface TrustedCompanyRow extends CompanyOfRow {
  id: string;
  href: string | null;
}

/** The customers that a product names. */
export const trustedByList = new RowList<TrustedCompanyRow, TrustedCompanyValues>({
  subject: "trusted-by",
  title: "Trusted by",
  noun: "Company",
  kind: "TrustedBy",
  table: "trustedCompanies",
  name: ({ company }) => company,
  fields: [
    ["Company", ({ company }) => company],
    ["Link", ({ href }) => href],
  ],
  read: (db, { orgId, productId }) =>
    inOrg(db, orgId)
      .selectFrom("trustedCompanies as t")
      .innerJoin("companies as c", (join) =>
        join.onRef("c.orgId", "=", "t.orgId").onRef("c.id", "=", "t.companyId"),
      )
      .select([
        "t.id",
        "t.companyId",
        "c.name as company",
        "t.href",
        "c.source as companySource",
        "c.domain as companyDomain",
        "c.logoAssetId as companyLogo",
        "c.addendumId",
      ])
      .where("t.productId", "=", productId)
      .orderBy("t.position")
      .orderBy("c.sortKey")
      .orderBy("t.id")
      .execute(),
  async columns(trx, orgId, all) {
    const known = all.flatMap((values) => ("companyId" in values ? [values.companyId] : []));
    if (known.length > 0) await mustFindCompanies(trx, orgId, known);
    const rows: { companyId: string; href: string | null }[] = [];
    for (const { href = null, ...named } of all) {
      const companyId =
        "companyId" in named ? named.companyId : await chooseCompany(trx, orgId, named);
      rows.push({ companyId, href });
    }
    return rows;
  },
  async restored(trx, orgId, rows) {
    const known = new Set(
      (await inOrg(trx, orgId).selectFrom("companies").select("id").execute()).map(({ id }) => id),
    );
    return rows
      .filter(({ companyId }) => known.has(companyId))
      .map(({ id, companyId, href }) => ({ id, companyId, href }));
  },
  compared: ({ id, companyId, href }) => ({ id, companyId, href }),
});
