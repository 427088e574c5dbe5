import { findChange, type Change } from "../../../db/changes/undo.ts";
import type { EditRequest } from "./edit-request.ts";

/** What one save changed is taken back by one button; the flash message that carries its address has an end. */
const MOST_AT_ONCE = 60;
const BETWEEN = "~";

/** The word by which a save's changes are undone together; null for nothing to undo, or for too much. */
export function undoable(changes: readonly string[]): string | null {
  return changes.length === 0 || changes.length > MOST_AT_ONCE ? null : changes.join(BETWEEN);
}

/** The changes that such a word names, in the order in which they were made; null unless each is one of this page's that the person may take back. */
export async function undoneTogether({ scope, org, product, staff }: EditRequest, word: string): Promise<Change[] | null> {
  const ids = [...new Set(word.split(BETWEEN))].slice(0, MOST_AT_ONCE + 1);
  if (ids.length > MOST_AT_ONCE) return null;
  const found: Change[] = [];
  for (const id of ids) {
    const change = await findChange(scope.db, org.id, id, staff.permissions);
    if (change === null || change.productId !== product.id) return null;
    found.push(change);
  }
  return found.sort((a, b) => a.number - b.number);
}
