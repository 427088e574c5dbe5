import { knownCompany } from "#model/companies/known-companies.ts";
import type {
  CompanyEntry,
  CompanyMark,
  GradeEntry,
  RiskAnswer,
  SubprocessorEntry,
} from "#model/visibility/page.ts";
import {
  subprocessorPage,
  type SubprocessorPage,
  type SubprocessorSort,
  type SubprocessorTexts,
} from "#model/subprocessors/table.ts";
import { DORA_NAMES, doraFacts, type DoraFacts, type DoraTexts } from "#model/settings/dora.ts";
import { RISK_PRIORITY, riskAnswerLabel } from "#model/risk-profile.ts";
import { inBatchesById } from "#db/batches.ts";
import { inSlices, Pace } from "#db/pace.ts";
import { inOrg } from "#db/tenant.ts";
import { outlineOf, type LoadedItem } from "./items.server.ts";
import { rowsOfProduct, type PageScope } from "./scope.server.ts";

/** What registers of information say of a subprocessor. */
const REGISTER = DORA_NAMES.map((name) => `s.${name}` as const);

/** Companies of the Trusted By card in their order. */
export async function loadTrustedBy(scope: PageScope): Promise<CompanyEntry[]> {
  const rows = await inOrg(scope.db, scope.org.id)
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
    .where("t.productId", "=", scope.productId)
    .orderBy("t.position")
    .orderBy("c.sortKey")
    .orderBy("t.id")
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

/** The first rows of the subprocessor table in their own order, else by company name. */
export async function firstSubprocessors(
  scope: PageScope,
  limit: number,
): Promise<SubprocessorEntry[]> {
  return (await countedSubprocessors(scope, limit)).first;
}

/** The same, with how many rows the whole table has. */
export async function countedSubprocessors(
  scope: PageScope,
  limit: number,
): Promise<{ first: SubprocessorEntry[]; count: number }> {
  const rows = await subprocessorsOf(scope)
    .select(
      inOrg(scope.db, scope.org.id)
        .selectFrom("subprocessors as every")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("every.productId", "=", scope.productId)
        .as("count"),
    )
    .orderBy("s.position")
    .orderBy("c.sortKey")
    .orderBy("s.id")
    .limit(limit)
    .execute();
  let count = 0;
  const first = rows.map(({ count: all, ...row }) => {
    count = Number(all);
    return entryOf(row);
  });
  return { first, count };
}

/** Rows that are read at once: a few milliseconds' work. */
const READ_AT_ONCE = 1_000;

/** One page of the subprocessor table: searched and sorted as asked, else in its own order. */
export async function loadSubprocessors(
  scope: PageScope,
  asked: { search: string; sort: SubprocessorSort | null; page: number; place: string | null },
): Promise<Omit<SubprocessorPage, "ids"> & { rows: (SubprocessorEntry & { since: string })[] }> {
  const texts = await subprocessorTexts(scope);
  const { ids, ...page } = await inSlices(subprocessorPage(texts, asked));
  const rows = await inBatchesById(ids, async (batch) =>
    (await subprocessorsOf(scope).select("s.createdAt").where("s.id", "in", batch).execute()).map(
      ({ createdAt, ...row }) => ({ ...entryOf(row), since: createdAt }),
    ),
  );
  return { ...page, rows };
}

/** Every row of the subprocessor table in words, in its own order, else by company name. */
export async function subprocessorTexts(
  scope: PageScope,
): Promise<(SubprocessorTexts & { since: string })[]> {
  const texts: (SubprocessorTexts & {
    position: number | null;
    sortKey: string;
    since: string;
  })[] = [];
  const pace = new Pace();
  for (let last: string | undefined = "", more = true; more; last = texts.at(-1)?.id) {
    const rows = await inOrg(scope.db, scope.org.id)
      .selectFrom("subprocessors as s")
      .innerJoin("companies as c", (join) =>
        join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
      )
      .select([
        "s.id",
        "c.name as company",
        "c.sortKey",
        "s.purpose",
        "s.location",
        "s.additionalDetails",
        ...REGISTER,
        "s.position",
        "s.createdAt as since",
      ])
      .where("s.productId", "=", scope.productId)
      .where("s.id", ">", last ?? "")
      .orderBy("s.id")
      .limit(READ_AT_ONCE)
      .execute();
    texts.push(...rows.map(withFacts));
    more = rows.length === READ_AT_ONCE;
    if (pace.isDue) await pace.breathe();
  }
  texts.sort(
    (a, b) =>
      (a.position ?? -1) - (b.position ?? -1) || byText(a.sortKey, b.sortKey) || byText(a.id, b.id),
  );
  return texts;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function subprocessorsOf(scope: PageScope) {
  return inOrg(scope.db, scope.org.id)
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
      ...REGISTER,
      "a.id as logoId",
      "a.revision as logoRevision",
    ])
    .where("s.productId", "=", scope.productId);
}

function entryOf({
  logoId,
  logoRevision,
  addendumId,
  ...row
}: Awaited<ReturnType<ReturnType<typeof subprocessorsOf>["execute"]>>[number]): SubprocessorEntry {
  return { ...withFacts(row), logo: picture(logoId, logoRevision), mark: markOf(addendumId) };
}

/** A row with what it says to registers as one thing. */
function withFacts<Row extends DoraTexts>(
  row: Row,
): Omit<Row, keyof DoraTexts> & { dora: DoraFacts | null } {
  const rest: Record<string, unknown> = { ...row };
  for (const name of DORA_NAMES) delete rest[name];
  return { ...(rest as Omit<Row, keyof DoraTexts>), dora: doraFacts(row) };
}

/** The entries of the security grades card, in their order. */
export async function loadGrades(scope: PageScope): Promise<GradeEntry[]> {
  return (await rowsOfProduct(scope, gradeRows)).map(({ productId: _of, ...entry }) => entry);
}

function gradeRows({ db, org }: PageScope, productIds: readonly string[]) {
  return inOrg(db, org.id)
    .selectFrom("securityGrades")
    .select(["productId", "id", "provider", "label", "description", "grade", "url"])
    .where("productId", "in", productIds)
    .orderBy("position")
    .execute();
}

/**
 * The answers of the risk profile in display priority; a locked one keeps its title and loses its
 * value.
 */
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
