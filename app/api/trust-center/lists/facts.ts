import { snapshotOf } from "../../../../db/changes/changing.ts";
import type { GradesSnapshot } from "../../../../db/changes/grades.ts";
import type {
  TrustedBySnapshot,
  TrustedCompanySnapshot,
} from "../../../../db/changes/trusted-by.ts";
import type { SubprocessorRow } from "../../../../db/subprocessor-edits.ts";
import type { ProductCall } from "../product-call.ts";

/** The rows of a product's lists as the API shows them. */

export function subprocessorFacts({
  id,
  companyId,
  company,
  purpose,
  location,
  additionalDetails,
  createdAt,
}: SubprocessorRow) {
  return {
    id,
    company: { id: companyId, name: company },
    purpose,
    location,
    additionalDetails,
    createdAt,
  };
}

export async function trustedRows({ db, org, product }: ProductCall) {
  const { rows } = (await snapshotOf(db, "trusted-by", {
    orgId: org.id,
    productId: product.id,
    subjectId: "",
  })) as TrustedBySnapshot;
  return rows.map(trustedFacts);
}

export function trustedFacts({ id, companyId, company, href }: TrustedCompanySnapshot) {
  return { id, company: { id: companyId, name: company }, href };
}

export async function gradeRows({ db, org, product }: ProductCall) {
  return (
    (await snapshotOf(db, "grades", {
      orgId: org.id,
      productId: product.id,
      subjectId: "",
    })) as GradesSnapshot
  ).rows;
}
