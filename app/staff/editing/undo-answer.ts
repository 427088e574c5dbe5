import { findChange, findChangesOfSave, type Change } from "../../history/store/undo.server.ts";
import type { EditRequest } from "./edit-request.ts";

/** Between the first and the last change of a save, in the word that names them all. */
const BETWEEN = "~";

/**
 * The word by which a save's changes are undone together, however many; null for nothing to undo.
 * @param changes ids, in the order in which one transaction made them
 */
export function undoable(changes: readonly string[]): string | null {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return null;
  return changes.length === 1 ? first : `${first}${BETWEEN}${last}`;
}

/**
 * The changes that such a word names, in the order in which they were made; null unless each is one
 * of this page's that the person may take back.
 */
export async function undoneTogether(
  { scope, org, product, staff }: EditRequest,
  word: string,
): Promise<Change[] | null> {
  const [first = "", last = first, ...rest] = word.split(BETWEEN);
  if (rest.length > 0) return null;
  if (first !== last)
    return findChangesOfSave(scope.db, org.id, product.id, [first, last], staff.permissions);
  const change = await findChange(scope.db, org.id, first, staff.permissions);
  return change === null || change.productId !== product.id ? null : [change];
}
