import { notFound } from "#web/forms/form.ts";
import { catalogueItem, catalogueKind } from "#model/cards/catalogue/index.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { snapshotOf } from "#web/history/store/record-change.server.ts";
import type { ItemSnapshot } from "../store/item-history-words.server.ts";
import type { SubjectKey } from "#tenancy/history/store/subject.server.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";
import { itemSubject } from "../store/item-history.server.ts";

/**
 * The item that a dialog's address names, as it is stored. @throws a 404 for one that is not there,
 * or that nobody touched yet
 */
export async function editedItem(
  { org, product, scope }: EditRequest,
  itemUid: string,
): Promise<{ key: SubjectKey; snapshot: ItemSnapshot }> {
  const key = { orgId: org.id, productId: product.id, subjectId: itemUid };
  const snapshot = (await snapshotOf(scope.db, itemSubject, key)) as ItemSnapshot | null;
  if (snapshot === null) throw notFound();
  return { key, snapshot };
}

/** What an address of an item of its own is given to. */
export interface NamedItem {
  uid: string;
  kind: CardKind;
  title: string;
  customSlug: string | null;
  /** An item of the catalogue that nobody touched has no row yet. */
  isStored: boolean;
}

/** As `editedItem`, and every item of the catalogue, too. @throws a 404 for what is neither */
export async function namedItem(
  { org, product, scope }: EditRequest,
  itemUid: string,
): Promise<{ key: SubjectKey; item: NamedItem }> {
  const key = { orgId: org.id, productId: product.id, subjectId: itemUid };
  const snapshot = (await snapshotOf(scope.db, itemSubject, key)) as ItemSnapshot | null;
  if (snapshot !== null) {
    const { uid, kind, title, customSlug } = snapshot.row;
    return { key, item: { uid, kind, title, customSlug, isStored: true } };
  }
  const [standard, kind] = [catalogueItem(itemUid), catalogueKind(itemUid)];
  if (standard === undefined || kind === undefined || kind === "CustomerData") throw notFound();
  return {
    key,
    item: { uid: itemUid, kind, title: standard.title, customSlug: null, isStored: false },
  };
}
