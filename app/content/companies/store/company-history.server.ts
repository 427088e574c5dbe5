import { findAsset } from "#platform/files/store/assets.server.ts";
import { updateCompany } from "./companies.server.ts";
import { NotFound } from "#db/refusals.ts";
import { inOrg } from "#db/tenant.ts";
import { subject } from "#tenancy/history/store/subject.server.ts";
import { fieldLine } from "#web/history/store/words.server.ts";

export interface CompanySnapshot {
  name: string;
  domain: string | null;
  logoAssetId: string | null;
}

/**
 * A company's name, domain and logo; its subject id is its own. It is the org's, whichever
 * product's list it was opened from.
 */
export const companySubject = subject<CompanySnapshot>({
  name: "company",
  permission: "statuspage:edit",
  title: ({ name }) => `Company ${name}`,
  async read(db, { orgId, subjectId }) {
    const row = await inOrg(db, orgId)
      .selectFrom("companies")
      .select(["name", "domain", "logoAssetId"])
      .where("id", "=", subjectId)
      .executeTakeFirst();
    return row ?? null;
  },
  async write(trx, { orgId, subjectId }, snapshot) {
    // Companies come and go with the lists that name them, never by this form.
    if (snapshot === null) throw new NotFound("company");
    const logo =
      snapshot.logoAssetId === null ? null : await findAsset(trx, orgId, snapshot.logoAssetId);
    await updateCompany(trx, orgId, subjectId, { ...snapshot, logoAssetId: logo?.id ?? null });
  },
  async entries(db, { orgId, subjectId }) {
    const rows = await inOrg(db, orgId)
      .selectFrom("subprocessors")
      .select("id")
      .where("companyId", "=", subjectId)
      .execute();
    return { noun: "subprocessors", ids: rows.map(({ id }) => id) };
  },
  words(_, __, before, after) {
    const logo = (snapshot: CompanySnapshot | null) =>
      snapshot?.logoAssetId == null ? "none" : "own";
    return [
      ...fieldLine("Name", before?.name, after?.name),
      ...fieldLine("Domain", before?.domain, after?.domain),
      ...(before?.logoAssetId === after?.logoAssetId
        ? []
        : [
            `Logo: ${logo(before)} → ${logo(after)}${logo(before) === logo(after) ? " (a different image)" : ""}`,
          ]),
    ];
  },
});
