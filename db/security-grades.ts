import type { GradeProvider } from "../app/domain/grades.ts";
import { isWholeOrder, LIST_CHANGED } from "../app/domain/list-order.ts";
import { inBatches } from "./batches.ts";
import { newId } from "./ids.ts";
import { contentChanged } from "./orgs.ts";
import { mustFindProduct } from "./products.ts";
import { mustChange, Refused } from "./refusals.ts";
import type { SecurityGradesTable } from "./schema.ts";
import type { Writer } from "./store.ts";

/** What an independent rater says of a product. */
export interface GradeValues {
  id?: string;
  provider: GradeProvider;
  label: string;
  description?: string | null;
  grade?: string | null;
  /** The rated domain or the address of the rating, as the provider's form takes it. */
  url?: string | null;
}

/** The grades of a product: the given ones, in this order, instead of all before. @throws NotFound */
export async function replaceGrades(
  trx: Writer,
  orgId: string,
  productId: string,
  grades: readonly GradeValues[],
): Promise<void> {
  await mustFindProduct(trx, orgId, productId);
  await trx
    .deleteFrom("securityGrades")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .execute();
  const rows = grades.map((grade, position): SecurityGradesTable => ({
    orgId,
    productId,
    id: grade.id ?? newId(),
    position,
    ...columns(grade),
  }));
  await inBatches(rows, (batch) => trx.insertInto("securityGrades").values(batch).execute());
  await contentChanged(trx, orgId);
}

/**
 * Adds a grade at the end; a Security Scorecard comes first, before those that staff have arranged (spec/2 §3).
 * @returns its id
 * @throws NotFound
 */
export async function addGrade(
  trx: Writer,
  orgId: string,
  productId: string,
  values: GradeValues,
): Promise<string> {
  await mustFindProduct(trx, orgId, productId);
  const places = await trx
    .selectFrom("securityGrades")
    .select((eb) => [eb.fn.min("position").as("first"), eb.fn.max("position").as("last")])
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .executeTakeFirst();
  const id = values.id ?? newId();
  const isFirst = values.provider === "SecurityScorecard";
  const beside = isFirst ? places?.first : places?.last;
  const position = beside == null ? 0 : Number(beside) + (isFirst ? -1 : 1);
  await trx
    .insertInto("securityGrades")
    .values({ orgId, productId, id, position, ...columns(values) })
    .execute();
  await contentChanged(trx, orgId);
  return id;
}

/** Replaces what a grade says; its place stays. @throws NotFound */
export async function updateGrade(
  trx: Writer,
  orgId: string,
  productId: string,
  id: string,
  values: GradeValues,
): Promise<void> {
  const result = await trx
    .updateTable("securityGrades")
    .set(columns(values))
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("id", "=", id)
    .executeTakeFirst();
  mustChange(result, "grade");
  await contentChanged(trx, orgId);
}

/** Removes a grade. @throws NotFound */
export async function removeGrade(
  trx: Writer,
  orgId: string,
  productId: string,
  id: string,
): Promise<void> {
  const result = await trx
    .deleteFrom("securityGrades")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("id", "=", id)
    .executeTakeFirst();
  mustChange(result, "grade");
  await contentChanged(trx, orgId);
}

/** Puts the grades of a product in an order. @throws Refused when it does not name every one of them once */
export async function arrangeGrades(
  trx: Writer,
  orgId: string,
  productId: string,
  order: readonly string[],
): Promise<void> {
  const ids = (
    await trx
      .selectFrom("securityGrades")
      .select("id")
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .execute()
  ).map(({ id }) => id);
  if (!isWholeOrder(order, ids)) throw new Refused(LIST_CHANGED);
  for (const [position, id] of order.entries()) {
    await trx
      .updateTable("securityGrades")
      .set({ position })
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .where("id", "=", id)
      .execute();
  }
  await contentChanged(trx, orgId);
}

function columns({ provider, label, description, grade, url }: GradeValues) {
  return {
    provider,
    label,
    description: description ?? null,
    grade: grade ?? null,
    url: url ?? null,
  };
}
