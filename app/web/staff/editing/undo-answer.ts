import {
  BETWEEN,
  findChange,
  findChangesOfSave,
  type Change,
} from "#web/history/store/undo.server.ts";
import type { Subjects } from "#tenancy/history/store/subject.server.ts";
import type { EditRequest } from "./edit-request.ts";

/**
 * The changes that such a word names, in the order in which they were made; null unless each is one
 * of this page's that the person may take back.
 */
export async function undoneTogether(
  { scope, org, product, staff }: EditRequest,
  subjects: Subjects,
  word: string,
): Promise<Change[] | null> {
  const [first = "", last = first, ...rest] = word.split(BETWEEN);
  if (rest.length > 0) return null;
  const open = { subjects, permissions: staff.permissions };
  if (first !== last) return findChangesOfSave(scope.db, org.id, product.id, [first, last], open);
  const change = await findChange(scope.db, org.id, first, open);
  return change === null || change.productId !== product.id ? null : [change];
}
