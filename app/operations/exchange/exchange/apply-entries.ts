import { CONTENT_SOURCE } from "#model/knowledge-base.ts";
import { factsOf, RELEASED_BY_DEFAULT } from "#model/documents/facts.ts";
import type { DocumentAccessType, DocumentType } from "#model/items/items.ts";
import { addDocumentVersion } from "#content/documents/store/document-versions.server.ts";
import { addDocuments, updateDocument } from "#content/documents/store/documents.server.ts";
import { isoNow } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import { CONTROL_FIELDS } from "#content/controls/forms/controls.ts";
import { putControl } from "#content/controls/store/controls.server.ts";
import { FAQ_FIELDS } from "#content/knowledge-base/forms/faq-fields.ts";
import { putFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { putProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { hashOf, text, type Applying } from "./applying.ts";
import { entryOf } from "./entry-values.ts";
import type { Change, Value } from "./rows.ts";

export async function saveDocuments(applying: Applying, changes: readonly Change[]): Promise<void> {
  const { trx, orgId, uids, by } = applying;
  const added: Parameters<typeof addDocuments>[2][number][] = [];
  for (const {
    what,
    fields,
    row: { value },
  } of changes) {
    const id = uids.idOf("document", String(value.uid));
    const file = await fileOf(applying, hashOf(value.file));
    const said = {
      originalName: String(value.name),
      type: value.type as DocumentType,
      accessType: text(value.accessType) as DocumentAccessType | null,
      encryptedType: text(value.encryptedType),
      expiresOn: text(value.expiresOn),
      auditor: text(value.auditor),
      periodFrom: text(value.periodFrom),
      periodTo: text(value.periodTo),
      releasedFacts: Array.isArray(value.releasedFacts)
        ? factsOf(value.releasedFacts.join(" "))
        : RELEASED_BY_DEFAULT,
      createdAt: new Date(String(value.createdAt)),
    };
    if (what === "added") {
      added.push({ id, ...file, ...said });
      continue;
    }
    const { originalName: fileName, encryptedType } = said;
    if (fields.includes("file"))
      await addDocumentVersion(applying, id, { fileName, encryptedType, ...file });
    await updateDocument(trx, orgId, id, said);
  }
  if (added.length > 0) await addDocuments(trx, orgId, added, by.actorName);
}

/** What is stored of a file that came along, or that a document of the org has. */
async function fileOf({ trx, orgId, stored }: Applying, blobHash: string) {
  const { contentType, size } =
    stored.get(blobHash) ??
    (await inOrg(trx, orgId)
      .selectFrom("documents")
      .select(["contentType", "size"])
      .where("blobHash", "=", blobHash)
      .limit(1)
      .executeTakeFirstOrThrow());
  return { contentType, size, blobHash };
}

export async function saveFaq({ trx, orgId, uids, now }: Applying, value: Value): Promise<void> {
  const id = uids.idOf("faq", String(value.uid));
  const before = await inOrg(trx, orgId)
    .selectFrom("faqEntries")
    .select("favouriteAt")
    .where("id", "=", id)
    .executeTakeFirst();
  const { favourite, ...said } = entryOf(FAQ_FIELDS, value, (uid) => uids.idOf("product", uid));
  const modifiedAt = String(value.modifiedAt ?? value.createdAt);
  const favouriteAt = before === undefined ? modifiedAt : (before.favouriteAt ?? isoNow(now));
  await putFaqEntry(trx, orgId, id, {
    ...said,
    favouriteAt: favourite ? favouriteAt : null,
    sourceType: text(value.source) ?? CONTENT_SOURCE,
    sourceSubtype: text(value.sourceSubtype),
    sourceName: text(value.sourceName),
    createdAt: String(value.createdAt),
    modifiedAt,
  });
}

export async function saveControl({ trx, orgId, uids }: Applying, value: Value): Promise<void> {
  await putControl(trx, orgId, uids.idOf("control", String(value.uid)), {
    ...entryOf(CONTROL_FIELDS, value, (uid) => uids.idOf("product", uid)),
    createdAt: String(value.createdAt),
    modifiedAt: String(value.modifiedAt ?? value.createdAt),
  });
}

export async function saveProfile(applying: Applying, value: Value): Promise<void> {
  const { uids } = applying;
  const chosen = Object.entries((value.items ?? {}) as Record<string, string[]>);
  await putProfile(applying, uids.idOf("profile", String(value.uid)), {
    name: String(value.name),
    allItems: value.allItems === true,
    items: chosen.flatMap(([product, itemUids]) =>
      itemUids.map((itemUid) => ({ productId: uids.idOf("product", product), itemUid })),
    ),
  });
}
