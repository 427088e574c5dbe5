import { CONTENT_SOURCE } from "#model/knowledge-base.ts";
import { factsColumn, factsOf, RELEASED_BY_DEFAULT } from "#model/documents/document-facts.ts";
import { sortKey, searchText } from "#values/names.ts";
import type { DocumentAccessType, DocumentType } from "#model/items/items.ts";
import { addDocumentVersion } from "#content/documents/store/document-versions.server.ts";
import { addDocuments } from "#content/documents/store/documents.server.ts";
import { isoNow } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import { CONTROL_FIELDS } from "#content/controls/forms/controls.ts";
import { putControl } from "#content/controls/store/controls.server.ts";
import { FAQ_FIELDS } from "#content/knowledge-base/forms/faq-fields.ts";
import { putFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { text, type Applying } from "./applying.ts";
import { entryOf } from "./entry-values.ts";
import type { Change, Value } from "./rows.ts";

export async function saveDocument(
  applying: Applying,
  { what, fields, row: { value } }: Change,
): Promise<void> {
  const { trx, orgId, uids, stored, by } = applying;
  const id = uids.idOf("document", String(value.uid));
  const hash = String(value.file).replace(/^sha256:/, "");
  const held =
    stored.get(hash) ??
    (await inOrg(trx, orgId)
      .selectFrom("documents")
      .select(["contentType", "size"])
      .where("blobHash", "=", hash)
      .limit(1)
      .executeTakeFirstOrThrow());
  const name = String(value.name);
  const file = {
    contentType: held.contentType,
    size: held.size,
    blobHash: hash,
    encryptedType: text(value.encryptedType),
  };
  const facts = {
    type: value.type as DocumentType,
    accessType: text(value.accessType) as DocumentAccessType | null,
    expiresOn: text(value.expiresOn),
    auditor: text(value.auditor),
    periodFrom: text(value.periodFrom),
    periodTo: text(value.periodTo),
  };
  const releasedFacts = Array.isArray(value.releasedFacts)
    ? factsOf(value.releasedFacts.join(" "))
    : RELEASED_BY_DEFAULT;
  if (what === "added") {
    await addDocuments(
      trx,
      orgId,
      [
        {
          id,
          originalName: name,
          ...file,
          ...facts,
          releasedFacts,
          createdAt: new Date(String(value.createdAt)),
        },
      ],
      by.actorName,
    );
    return;
  }
  if (fields.includes("file")) await addDocumentVersion(applying, id, { fileName: name, ...file });
  await inOrg(trx, orgId)
    .updateTable("documents")
    .set({
      originalName: name,
      sortKey: sortKey(name),
      searchText: searchText(name),
      ...facts,
      releasedFacts: factsColumn(releasedFacts),
      encryptedType: file.encryptedType,
      createdAt: String(value.createdAt),
    })
    .where("id", "=", id)
    .execute();
}

export async function saveFaq({ trx, orgId, uids, now }: Applying, value: Value): Promise<void> {
  const id = uids.idOf("faq", String(value.uid));
  const before = await inOrg(trx, orgId)
    .selectFrom("faqEntries")
    .select("favouriteAt")
    .where("id", "=", id)
    .executeTakeFirst();
  const { favourite, ...said } = entryOf(FAQ_FIELDS, value, (uid) => uids.idOf("product", uid));
  await putFaqEntry(trx, orgId, id, {
    ...said,
    favouriteAt: favourite ? (before?.favouriteAt ?? isoNow(now)) : null,
    sourceType: text(value.source) ?? CONTENT_SOURCE,
    sourceSubtype: text(value.sourceSubtype),
    sourceName: text(value.sourceName),
    createdAt: String(value.createdAt),
    modifiedAt: String(value.modifiedAt ?? value.createdAt),
  });
}

export async function saveControl({ trx, orgId, uids }: Applying, value: Value): Promise<void> {
  await putControl(trx, orgId, uids.idOf("control", String(value.uid)), {
    ...entryOf(CONTROL_FIELDS, value, (uid) => uids.idOf("product", uid)),
    createdAt: String(value.createdAt),
    modifiedAt: String(value.modifiedAt ?? value.createdAt),
  });
}

export async function saveProfile(
  { trx, orgId, uids, now }: Applying,
  value: Value,
): Promise<void> {
  const id = uids.idOf("profile", String(value.uid));
  const row = {
    name: String(value.name),
    allItems: value.allItems === true ? (1 as const) : (0 as const),
  };
  await trx
    .insertInto("permissionProfiles")
    .values({ orgId, id, createdAt: isoNow(now), ...row })
    .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(row))
    .execute();
  await inOrg(trx, orgId).deleteFrom("profileItems").where("profileId", "=", id).execute();
  for (const [product, uidsOfItems] of Object.entries(
    (value.items ?? {}) as Record<string, string[]>,
  )) {
    const productId = uids.idOf("product", product);
    for (const itemUid of uidsOfItems)
      await trx
        .insertInto("profileItems")
        .values({ orgId, profileId: id, productId, itemUid })
        .execute();
  }
}
