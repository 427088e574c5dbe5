import { snapshotOf } from "../../../db/changes/changing.ts";
import type { ItemSnapshot } from "../../../db/changes/item.ts";
import type { SubjectKey } from "../../../db/changes/subject.ts";
import { notThere, type EditRequest } from "./edit-request.ts";

/** The item that a dialog's address names, as it is stored. @throws a 404 for one that is not there, or that nobody touched yet */
export async function editedItem({ org, product, scope }: EditRequest, itemUid: string): Promise<{ key: SubjectKey; snapshot: ItemSnapshot }> {
  const key = { orgId: org.id, productId: product.id, subjectId: itemUid };
  const snapshot = (await snapshotOf(scope.db, "item", key)) as ItemSnapshot | null;
  if (snapshot === null) throw notThere();
  return { key, snapshot };
}
