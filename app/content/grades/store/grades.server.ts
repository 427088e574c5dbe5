import type { SecurityGradesTable } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";
import { RowList } from "#content/edit-kit/store/row-list.server.ts";
import { GRADE_PROVIDER_NAMES, type GradeProvider } from "#model/grades.ts";

/** What an independent rater says of a product. */
export interface GradeValues {
  provider: GradeProvider;
  label: string;
  description?: string | null | undefined;
  grade?: string | null | undefined;
  /** The rated domain or the address of the rating, as the provider's form takes it. */
  url?: string | null | undefined;
}

export type GradeRow = Pick<
  SecurityGradesTable,
  "id" | "provider" | "label" | "description" | "grade" | "url"
>;

/** The security grades of a product. */
export const gradeList = new RowList<GradeRow, GradeValues>({
  subject: "grades",
  title: "Security grades",
  noun: "Grade",
  kind: "SecurityGrades",
  table: "securityGrades",
  name: ({ label }) => label,
  fields: [
    ["Provider", ({ provider }) => GRADE_PROVIDER_NAMES[provider]],
    ["Display Name", ({ label }) => label],
    ["Domain or URL", ({ url }) => url],
    ["Grade", ({ grade }) => grade],
    ["Description", ({ description }) => description],
  ],
  read: (db, { orgId, productId }) =>
    inOrg(db, orgId)
      .selectFrom("securityGrades")
      .select(["id", "provider", "label", "description", "grade", "url"])
      .where("productId", "=", productId)
      .orderBy("position")
      .orderBy("id")
      .execute(),
  columns: (_trx, _orgId, all) =>
    all.map(({ provider, label, description, grade, url }) => ({
      provider,
      label,
      description: description ?? null,
      grade: grade ?? null,
      url: url ?? null,
    })),
  isFirst: ({ provider }) => provider === "SecurityScorecard",
});
