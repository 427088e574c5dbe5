import type { Nda } from "#auth/nda/store/ndas.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { loadGrades } from "#visibility/store/companies.server.ts";
import type { LoadedItem } from "#visibility/store/items.server.ts";
import { rowsOfProduct, type PageScope } from "#visibility/store/scope.server.ts";
import { riskAnswerLabel } from "#model/risk-profile.ts";
import { GRADE_PROVIDER_NAMES } from "#model/grades.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { inOrg } from "#db/tenant.ts";

/** Sentences made of what the page holds as data: each is found by who sees the thing itself. */

/** What an item says as data: a certification with its state, an answer of the risk profile. */
export function factOf(scope: PageScope, item: LoadedItem): GatedRecord | null {
  const said =
    item.kind === "Certifications"
      ? certificationSaid(scope.org.name, item)
      : item.kind === "RiskProfile" && item.choice !== null
        ? `${item.title}: ${riskAnswerLabel(item.choice)}`
        : null;
  if (said === null) return null;
  return {
    ...factRecord(`${scope.productId}:${item.uid}`, said, scope.productId),
    target: { kind: "item", uid: item.uid, slug: item.slug },
    gate: { by: "open-item", uid: item.uid },
  };
}

function certificationSaid(company: string, { title, state, auditor, type }: LoadedItem): string {
  const kind = type === null || type === "" ? "" : ` (${type})`;
  const by = auditor === null || auditor === "" ? "" : `, audited by ${auditor}`;
  return state === "Enabled"
    ? `${company} has ${title}${kind}${by}`
    : `${company} is working on ${title}${kind}: in progress${by}`;
}

/** The grades that independent raters give a product. */
export async function gradeFacts(scope: PageScope, product: string): Promise<GatedRecord[]> {
  return (await loadGrades(scope)).flatMap((entry): GatedRecord[] => {
    if (entry.grade === null || entry.grade === "") return [];
    const rater = entry.label || GRADE_PROVIDER_NAMES[entry.provider];
    return [
      {
        ...factRecord(
          `grade:${entry.id}`,
          `${rater} grades ${product} ${entry.grade}`,
          scope.productId,
        ),
        explanation: entry.description ?? "",
        target: { kind: "card", card: "SecurityGrades" },
        gate: { by: "list", card: "SecurityGrades" },
      },
    ];
  });
}

/** Who works for the company, for what and where. */
export async function subprocessorFacts(scope: PageScope): Promise<GatedRecord[]> {
  const rows = await rowsOfProduct(scope, subprocessorRows);
  return rows.map((row) => {
    const where = row.location === null || row.location === "" ? "" : ` in ${row.location}`;
    const forWhat = row.purpose === null || row.purpose === "" ? "" : `: ${row.purpose}`;
    const said = `${row.name} is a subprocessor${where}${forWhat}`;
    return {
      ...factRecord(`subprocessor:${row.id}`, said, scope.productId),
      explanation: row.additionalDetails ?? "",
      target: { kind: "subprocessor" as const, company: row.name },
      gate: { by: "list" as const, card: "Subprocessors" as const },
    };
  });
}

function subprocessorRows({ db, org }: PageScope, productIds: readonly string[]) {
  return inOrg(db, org.id)
    .selectFrom("subprocessors as s")
    .innerJoin("companies as c", (join) =>
      join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
    )
    .select(["s.productId", "s.id", "c.name", "s.purpose", "s.location", "s.additionalDetails"])
    .where("s.productId", "in", productIds)
    .execute();
}

/** What every page's end and the access dialogs tell everyone. */
export function companyFacts(org: Org, ndaProvider: Nda["provider"]): GatedRecord[] {
  const { contactSupport, supportMailbox, reportIssue, securityMailbox } = org.customization;
  const found: GatedRecord[] = [];
  const help = (id: string, said: string) =>
    found.push({
      ...factRecord(id, said, null),
      target: { kind: "section", section: "help" },
      gate: { by: "help" },
    });
  if (ndaProvider !== "none")
    found.push({
      ...factRecord("nda", `Restricted documents of ${org.name} open once the NDA is signed`, null),
      explanation: "Non-disclosure agreement",
      target: { kind: "section", section: "documents" },
      gate: { by: "everyone" },
    });
  if (contactSupport.enabled && supportMailbox !== null)
    help("contact-support", `Contact support: ${supportMailbox}`);
  if (reportIssue.enabled && securityMailbox !== null)
    help("contact-security", `Report a security issue or vulnerability: ${securityMailbox}`);
  return found;
}

function factRecord(id: string, said: string, productId: string | null) {
  const whole = `fact:${id}`;
  return {
    id: whole,
    thing: whole,
    type: "facts" as const,
    productId,
    title: said,
    metadata: {},
  };
}
