import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { FILE_MISSING } from "#model/items/forms/items.ts";
import type { DocumentType } from "#model/items/items.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { itemSubject } from "./item-history.server.ts";
import type { ItemSnapshot } from "./item-history-words.server.ts";
import { changeDocumentType } from "#content/documents/store/documents.server.ts";
import { newId } from "#db/ids.ts";
import { linkDocuments, saveItem, unlinkDocuments, type ItemValues } from "./items.server.ts";
import { removeItem } from "./item-state.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** What one save of an item's form does: its values, and the documents that were pending. */
export interface ItemEdit {
  values: Omit<ItemValues, "uid" | "kind">;
  link: readonly string[];
  unlink: readonly string[];
  /** Types for linked documents that had none. */
  documentTypes: Readonly<Record<string, DocumentType>>;
}

interface Editing {
  /** The stamp of the version that the form showed. */
  base?: string | undefined;
  /**
   * The item as it was before somebody deleted it: it comes back with all that went with it, as by
   * Undo.
   */
  bringBack?: ItemSnapshot | undefined;
}

/** The uid of an item that is about to be added. */
export function newItemUid(): string {
  return `custom.${newId()}`;
}

/**
 * Saves an item as its form says: values, links and letter together, or nothing of it.
 * @returns the change by which it is undone; null when nothing changed
 * @throws EditConflict when somebody else saved it since; NotFound for a document or badge that is
 *   not the org's; Refused for documents on an item that takes none, and for an item of the
 *   Documents card without a file
 */
export async function editItem(
  write: Write,
  productId: string,
  { uid, kind }: { uid: string; kind: CardKind },
  edit: ItemEdit,
  { base, bringBack }: Editing = {},
): Promise<string | null> {
  const { trx, orgId, by, now } = write;
  const key = { orgId, productId, subjectId: uid };
  const { changeId } = await recordChange(
    trx,
    { subject: itemSubject, ...key, by, now, base },
    async () => {
      if (bringBack !== undefined)
        await itemSubject.write(trx, key, bringBack, { by: by.actorName, now });
      await saveItem(
        trx,
        orgId,
        productId,
        { ...edit.values, uid, kind },
        { by: by.actorName, on: now },
      );
      if (edit.unlink.length > 0) await unlinkDocuments(write, productId, uid, edit.unlink);
      if (edit.link.length > 0) await linkDocuments(write, productId, uid, edit.link);
      await giveTypes(write, edit);
      if (kind === "Documents" && !(await hasFile(trx, orgId, productId, uid)))
        throw new Refused(FILE_MISSING, "link");
    },
  );
  return changeId;
}

/**
 * Deletes an item of the org's own, with its links and its slugs; Undo brings them back.
 * @throws NotFound, also for an item of the catalogue, which is not enabled instead
 */
export async function deleteCustomItem(
  { trx, orgId, by, now }: Write,
  productId: string,
  uid: string,
  { base }: Pick<Editing, "base"> = {},
): Promise<string | null> {
  if (catalogueItem(uid) !== undefined) throw new NotFound("item");
  const { changeId } = await recordChange(
    trx,
    { subject: itemSubject, orgId, productId, subjectId: uid, by, now, base },
    () => removeItem(trx, orgId, productId, uid),
  );
  return changeId;
}

async function giveTypes(write: Write, { link, documentTypes }: ItemEdit): Promise<void> {
  const { trx, orgId } = write;
  for (const id of link) {
    const type = documentTypes[id];
    const before =
      type === undefined
        ? undefined
        : await inOrg(trx, orgId)
            .selectFrom("documents")
            .select(["type", "originalName"])
            .where("id", "=", id)
            .executeTakeFirst();
    if (type === undefined || before === undefined || before.type === type) continue;
    await changeDocumentType(trx, orgId, [id], type);
    await noteEntries(write, "documents", [id]);
    await recordAudit(write, {
      action: "document.changed",
      subject: before.originalName,
      detail: { type: `${before.type} → ${type}` },
    });
  }
}

/** Whether an item has a document, which one of the Documents card can't be without. */
export async function hasFile(
  db: Reader,
  orgId: string,
  productId: string,
  uid: string,
): Promise<boolean> {
  return (
    (await inOrg(db, orgId)
      .selectFrom("itemDocuments")
      .select("documentId")
      .where("productId", "=", productId)
      .where("itemUid", "=", uid)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}
