import { knownCompany } from "../../app/domain/known-companies.ts";
import type {
  CompanyEntry,
  CompanyMark,
  GradeEntry,
  RiskAnswer,
  SubprocessorEntry,
} from "../../app/domain/page.ts";
import { RISK_PRIORITY, riskAnswerLabel } from "../../app/domain/risk-profile.ts";
import { outlineOf, type LoadedItem } from "./items.ts";
import type { PageScope } from "./scope.ts";

/** Companies of the Trusted By card in their order. */
export async function loadTrustedBy(scope: PageScope): Promise<CompanyEntry[]> {
  const rows = await scope.db
    .selectFrom("trustedCompanies as t")
    .innerJoin("companies as c", (join) =>
      join.onRef("c.orgId", "=", "t.orgId").onRef("c.id", "=", "t.companyId"),
    )
    .leftJoin("assets as a", (join) =>
      join.onRef("a.orgId", "=", "c.orgId").onRef("a.id", "=", "c.logoAssetId"),
    )
    .select([
      "t.id",
      "c.name",
      "c.domain",
      "c.addendumId",
      "t.href",
      "a.id as logoId",
      "a.revision as logoRevision",
    ])
    .where("t.orgId", "=", scope.org.id)
    .where("t.productId", "=", scope.productId)
    .orderBy("t.position")
    .orderBy("c.sortKey")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    domain: row.domain,
    href: row.href,
    logo: picture(row.logoId, row.logoRevision),
    mark: markOf(row.addendumId),
  }));
}

/**
 * The rows of the subprocessor table in their own order, else by company name: those that contain `search` in any column.
 * @param limit at most so many rows; the table itself has no pages (spec/2 §9: page size 10000)
 */
export async function loadSubprocessors(
  scope: PageScope,
  search: string | null = null,
  limit = 10_000,
): Promise<SubprocessorEntry[]> {
  const rows = await scope.db
    .selectFrom("subprocessors as s")
    .innerJoin("companies as c", (join) =>
      join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
    )
    .leftJoin("assets as a", (join) =>
      join.onRef("a.orgId", "=", "c.orgId").onRef("a.id", "=", "c.logoAssetId"),
    )
    .select([
      "s.id",
      "c.name as company",
      "c.domain",
      "c.addendumId",
      "s.purpose",
      "s.location",
      "s.additionalDetails",
      "a.id as logoId",
      "a.revision as logoRevision",
    ])
    .where("s.orgId", "=", scope.org.id)
    .where("s.productId", "=", scope.productId)
    .orderBy("s.position")
    .orderBy("c.sortKey")
    .orderBy("s.id")
    .limit(limit)
    .execute();
  const needle = search?.trim().toLowerCase() ?? "";
  return rows
    .filter(
      (row) =>
        needle === "" ||
        [row.company, row.purpose, row.location, row.additionalDetails].some((text) =>
          text?.toLowerCase().includes(needle),
        ),
    )
    .map(({ logoId, logoRevision, addendumId, ...row }) => ({
      ...row,
      logo: picture(logoId, logoRevision),
      mark: markOf(addendumId),
    }));
}

export async function countSubprocessors(scope: PageScope): Promise<number> {
  const row = await scope.db
    .selectFrom("subprocessors")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("orgId", "=", scope.org.id)
    .where("productId", "=", scope.productId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The entries of the security grades card, in their order. */
export async function loadGrades(scope: PageScope): Promise<GradeEntry[]> {
  return scope.db
    .selectFrom("securityGrades")
    .select(["id", "provider", "label", "description", "grade", "url"])
    .where("orgId", "=", scope.org.id)
    .where("productId", "=", scope.productId)
    .orderBy("position")
    .execute();
}

/** The answers of the risk profile in display priority; a locked one keeps its title and loses its value. */
export function riskAnswers(items: readonly LoadedItem[]): RiskAnswer[] {
  return items
    .filter(
      (item) =>
        item.state !== "NotEnabled" && (item.choice !== null || item.access.text === "locked"),
    )
    .sort((a, b) => (RISK_PRIORITY[b.uid] ?? 0) - (RISK_PRIORITY[a.uid] ?? 0))
    .map((item) => ({
      uid: item.uid,
      title: item.title,
      value: item.choice === null ? "" : riskAnswerLabel(item.choice),
      access: outlineOf(item).access,
    }));
}

/** The plain logo of a company of the addendum. */
function markOf(addendumId: string | null): CompanyMark | null {
  return knownCompany(addendumId)?.logo ?? null;
}

function picture(id: string | null, revision: number | null) {
  return id === null ? null : { id, revision: revision ?? 1 };
}
