import type { ChangesTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { isSubjectName, SUBJECT_NAMES } from "#model/history/subject-names.ts";
import type { Change, OpenHistory } from "./undo.server.ts";

export type ListedChange = Pick<
  ChangesTable,
  | "id"
  | "productId"
  | "at"
  | "actorName"
  | "title"
  | "summary"
  | "undoesId"
  | "undoneAt"
  | "undoneBy"
>;

const COLUMNS = [
  "id",
  "productId",
  "at",
  "actorName",
  "title",
  "summary",
  "undoesId",
  "undoneAt",
  "undoneBy",
] as const;

export const CHANGES_PER_PAGE = 50;

/**
 * What staff changed, newest first, of the subjects that someone with these permissions may change.
 * @param productId one product's; null for everything of the org
 */
export async function listChanges(
  db: Reader,
  orgId: string,
  {
    productId,
    subjects,
    permissions,
    page,
    perPage = CHANGES_PER_PAGE,
  }: OpenHistory & { productId: string | null; page: number; perPage?: number },
): Promise<{ rows: ListedChange[]; page: number; pages: number; total: number }> {
  const open = SUBJECT_NAMES.filter((name) => permissions.has(subjects[name].permission));
  let query = inOrg(db, orgId)
    .selectFrom("changes")
    .where("subject", "in", open.length === 0 ? [""] : open);
  if (productId !== null) query = query.where("productId", "=", productId);
  const counted = await query
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const pages = Math.max(1, Math.ceil(total / perPage));
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const rows = await query
    .select(COLUMNS)
    .orderBy("number", "desc")
    .limit(perPage)
    .offset((current - 1) * perPage)
    .execute();
  return { rows, page: current, pages, total };
}

/**
 * What somebody changed on a product's page last and did not take back yet, all that they saved at
 * once together, in the order in which it was made. Empty where there is nothing, or where one of
 * it is of a subject that they may not change any more.
 */
export async function lastChangesOf(
  db: Reader,
  orgId: string,
  productId: string,
  { subjects, permissions, actor }: OpenHistory & { actor: string },
): Promise<string[]> {
  const theirs = inOrg(db, orgId)
    .selectFrom("changes")
    .select(["id", "at", "subject", "undoneAt"])
    .where("productId", "=", productId)
    .where("actor", "=", actor)
    .where("undoesId", "is", null);
  const last = await theirs
    .where("undoneAt", "is", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return [];
  const together = await theirs.where("at", "=", last.at).orderBy("number").execute();
  // Where a part of the save went back already, the rest of it goes back one by one.
  const saved = together.some(({ undoneAt }) => undoneAt !== null) ? [last] : together;
  const open = saved.every(
    ({ subject }) => isSubjectName(subject) && permissions.has(subjects[subject].permission),
  );
  return open ? saved.map(({ id }) => id) : [];
}

/** Every later change of the same thing, newest first: what restoring goes back behind. */
export function laterChanges(db: Reader, change: Change): Promise<ListedChange[]> {
  return inOrg(db, change.orgId)
    .selectFrom("changes")
    .select(COLUMNS)
    .where("subject", "=", change.subject)
    .where("subjectId", "=", change.subjectId)
    .where("productId", change.productId === null ? "is" : "=", change.productId)
    .where("number", ">", change.number)
    .orderBy("number", "desc")
    .limit(20)
    .execute();
}
