import { GRADE_PROVIDER_NAMES } from "../../app/domain/grades.ts";
import type { SecurityGradesTable } from "../schema.ts";
import { replaceGrades } from "../security-grades.ts";
import { touchListItem } from "../list-items.ts";
import { commonNames, rowLines } from "./list-words.ts";
import { productOf, subject } from "./subject.ts";
import { orderLine } from "./words.ts";

export type GradeSnapshot = Pick<
  SecurityGradesTable,
  "id" | "provider" | "label" | "description" | "grade" | "url"
>;

export interface GradesSnapshot {
  /** In their order. */
  rows: GradeSnapshot[];
}

const label = (row: GradeSnapshot) => row.label;

/** The security grades of a product, in their order. There is one list a product. */
export const grades = subject<GradesSnapshot>({
  permission: "statuspage:edit",
  title: () => "Security grades",
  async read(db, key) {
    const rows = await db
      .selectFrom("securityGrades")
      .select(["id", "provider", "label", "description", "grade", "url"])
      .where("orgId", "=", key.orgId)
      .where("productId", "=", productOf(key))
      .orderBy("position")
      .orderBy("id")
      .execute();
    return { rows };
  },
  async write(trx, key, snapshot, { by, now }) {
    await replaceGrades(trx, key.orgId, productOf(key), snapshot?.rows ?? []);
    await touchListItem(trx, key.orgId, productOf(key), "SecurityGrades", { by, on: now });
  },
  words(_, __, before, after) {
    const [was, is] = [before?.rows ?? [], after?.rows ?? []];
    return [
      ...rowLines("Grade", was, is, label, [
        ["Provider", (row) => GRADE_PROVIDER_NAMES[row.provider]],
        ["Display Name", label],
        ["Description", (row) => row.description],
        ["Domain or URL", (row) => row.url],
        ["Grade", (row) => row.grade],
      ]),
      ...orderLine("Order", ...commonNames(was, is, label)),
    ];
  },
});

/** The part of the list that is one grade; null when it is not there. */
export function gradeIn(id: string) {
  return ({ rows }: GradesSnapshot): GradeSnapshot | null =>
    rows.find((row) => row.id === id) ?? null;
}
