import { CONTENT_SOURCE } from "../../knowledge-base/rules.ts";
import { factsColumn, factsOf, RELEASED_BY_DEFAULT } from "../../documents/rules/document-facts.ts";
import { sortKey, searchText } from "../../../values/names.ts";
import type { DocumentAccessType, DocumentType } from "../../items/rules/items.ts";
import type { FaqAccess } from "../../updates/rules/update-words.ts";
import type { Actor } from "../../audit/store/audit.server.ts";
import { recordBlob } from "../../../files/store/blobs.server.ts";
import { addDocumentVersion } from "../../documents/store/document-versions.server.ts";
import { addDocuments } from "../../documents/store/documents.server.ts";
import { isoNow } from "../../../../db/ids.ts";
import { publishNdaVersion, setNdaProvider } from "../../nda/store/ndas.server.ts";
import { contentChanged } from "../../orgs/store/orgs.server.ts";
import { replaceProductLinks } from "../../products/store/products.server.ts";
import type { Writer } from "../../../../db/store.ts";
import { putControl } from "../../controls/store.server.ts";
import type { StagedFile } from "../stage-files.ts";
import { applyUpdates } from "./apply-updates.ts";
import { applyProducts, removeProducts } from "./apply-products.ts";
import { names, text, type Applying } from "./applying.ts";
import { AssetsInPlace } from "./assets-in-place.ts";
import type { Comparison } from "./compare.ts";
import type { Change, Noun, Value } from "./rows.ts";

/**
 * Writes the changes of an import and nothing else, in an order in which each row finds what it
 * names.
 */
export async function applyChanges(
  trx: Writer,
  orgId: string,
  comparison: Comparison,
  { staged, by, now }: { staged: ReadonlyMap<string, StagedFile>; by: Actor; now: Date },
): Promise<void> {
  const { uids, changes } = comparison;
  const stored = new Map([...staged.values()].map((file) => [file.hash, file]));
  for (const file of stored.values()) await recordBlob(trx, orgId, file, isoNow(now));
  const applying: Applying = {
    trx,
    orgId,
    uids,
    assets: await AssetsInPlace.of(trx, orgId, stored, now),
    stored,
    by: by.actorName,
    actor: by,
    now,
  };
  const written = (noun: Noun) =>
    changes.filter((change) => change.noun === noun && change.what !== "removed");
  const removed = (noun: Noun) =>
    changes.filter((change) => change.noun === noun && change.what === "removed");

  for (const { row } of written("org"))
    await trx
      .updateTable("orgs")
      .set({
        name: text(row.value.name) ?? "",
        websiteUrl: text(row.value.websiteUrl),
        timeZone: text(row.value.timeZone) ?? "UTC",
      })
      .where("id", "=", orgId)
      .execute();
  await applySettings(applying, written("settings"), written("pictures"));
  for (const { row } of written("company")) await saveCompany(applying, row.value);
  for (const change of written("document")) await saveDocument(applying, change);
  await applyProducts(applying, changes);
  for (const { row } of written("links"))
    await replaceProductLinks(
      trx,
      orgId,
      (row.value.entries as { label: string; link: string; show?: boolean }[]).map(
        ({ show = true, ...link }) => ({ ...link, show }),
      ),
    );
  for (const { row } of written("faq")) await saveFaq(applying, row.value);
  for (const { row } of written("control")) await saveControl(applying, row.value);
  await applyUpdates(applying, comparison);
  for (const { row } of written("profile")) await saveProfile(applying, row.value);
  for (const { row } of changes.filter(
    ({ noun, what }) => noun === "nda-version" && what === "added",
  )) {
    await publishNdaVersion(
      trx,
      orgId,
      {
        id: uids.idOf("nda-version", row.key),
        title: String(row.value.title),
        body: String(row.value.body),
      },
      by.actorName,
      new Date(String(row.value.publishedAt)),
    );
  }
  for (const { row } of written("nda"))
    await setNdaProvider(trx, orgId, {
      provider: row.value.provider as "none" | "clickwrap",
      accountWide: row.value.accountWide === true,
    });

  const tables = [
    ["profile", "permissionProfiles"],
    ["faq", "faqEntries"],
    ["control", "controls"],
  ] as const;
  for (const [noun, table] of tables)
    for (const { key } of removed(noun))
      await trx
        .deleteFrom(table)
        .where("orgId", "=", orgId)
        .where("id", "=", uids.idOf(noun, key))
        .execute();
  await removeProducts(applying, changes);
  for (const [noun, table] of [
    ["document", "documents"],
    ["company", "companies"],
  ] as const) {
    for (const { key } of removed(noun))
      await trx
        .deleteFrom(table)
        .where("orgId", "=", orgId)
        .where("id", "=", uids.idOf(noun, key))
        .execute();
  }
  await uids.save(trx);
  await contentChanged(trx, orgId);
}

async function applySettings(
  { trx, orgId, assets, now }: Applying,
  settings: Change[],
  pictures: Change[],
): Promise<void> {
  const changes: Record<string, string | null> = {};
  for (const { row } of settings) changes.settingsJson = JSON.stringify(row.value);
  for (const { row } of pictures) {
    const types = [
      ["logo", "logo"],
      ["logoDark", "logo-dark"],
      ["banner", "banner"],
      ["favicon", "favicon"],
    ] as const;
    for (const [name, type] of types)
      changes[`${name}AssetId`] = await assets.idOf(type, type, row.value[name]);
  }
  if (Object.keys(changes).length === 0) return;
  await trx
    .updateTable("customizations")
    .set((eb) => ({ ...changes, revision: eb("revision", "+", 1), updatedAt: isoNow(now) }))
    .where("orgId", "=", orgId)
    .execute();
}

/** Where a company comes from: the list of known ones, or a text of the org's own. */
function origin(known: string | null): { source: string; addendumId: string | null } {
  return { source: known === null ? "custom" : "addendum", addendumId: known };
}

async function saveCompany({ trx, orgId, uids, assets }: Applying, value: Value): Promise<void> {
  const id = uids.idOf("company", String(value.uid));
  const name = String(value.name);
  const row = {
    name,
    sortKey: sortKey(name),
    domain: text(value.domain),
    ...origin(text(value.known)),
    logoAssetId: await assets.idOf("company", String(value.uid), value.logo),
  };
  await trx
    .insertInto("companies")
    .values({ orgId, id, ...row })
    .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(row))
    .execute();
}

async function saveDocument(
  { trx, orgId, uids, stored, by, now }: Applying,
  { what, fields, row: { value } }: Change,
): Promise<void> {
  const id = uids.idOf("document", String(value.uid));
  const hash = String(value.file).replace(/^sha256:/, "");
  const held =
    stored.get(hash) ??
    (await trx
      .selectFrom("documents")
      .select(["contentType", "size"])
      .where("orgId", "=", orgId)
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
      by,
    );
    return;
  }
  if (fields.includes("file"))
    await addDocumentVersion(trx, orgId, id, { fileName: name, ...file }, by, now);
  await trx
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
    .where("orgId", "=", orgId)
    .where("id", "=", id)
    .execute();
}

async function saveFaq({ trx, orgId, uids, now }: Applying, value: Value): Promise<void> {
  const id = uids.idOf("faq", String(value.uid));
  const before = await trx
    .selectFrom("faqEntries")
    .select("favouriteAt")
    .where("orgId", "=", orgId)
    .where("id", "=", id)
    .executeTakeFirst();
  const favouriteAt = value.favourite === true ? (before?.favouriteAt ?? isoNow(now)) : null;
  const row = {
    question: String(value.question),
    answer: String(value.answer),
    comment: text(value.comment),
    topic: text(value.topic),
    access: (value.access ?? "public") as FaqAccess,
    favouriteAt,
    sourceType: text(value.source) ?? CONTENT_SOURCE,
    sourceSubtype: text(value.sourceSubtype),
    sourceName: text(value.sourceName),
    createdAt: String(value.createdAt),
    modifiedAt: String(value.modifiedAt ?? value.createdAt),
  };
  await trx
    .insertInto("faqEntries")
    .values({ orgId, id, ...row })
    .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(row))
    .execute();
  await trx
    .deleteFrom("faqProducts")
    .where("orgId", "=", orgId)
    .where("entryId", "=", id)
    .execute();
  const products = names(value.products).map((uid) => ({
    orgId,
    entryId: id,
    productId: uids.idOf("product", uid),
  }));
  if (products.length > 0) await trx.insertInto("faqProducts").values(products).execute();
}

async function saveControl({ trx, orgId, uids }: Applying, value: Value): Promise<void> {
  await putControl(trx, orgId, uids.idOf("control", String(value.uid)), {
    reference: String(value.reference),
    title: String(value.title),
    description: text(value.description),
    requirements: names(value.requirements),
    itemUid: text(value.item),
    access: (value.access ?? "public") as FaqAccess,
    productIds: names(value.products).map((uid) => uids.idOf("product", uid)),
    createdAt: String(value.createdAt),
    modifiedAt: String(value.modifiedAt ?? value.createdAt),
  });
}

async function saveProfile({ trx, orgId, uids, now }: Applying, value: Value): Promise<void> {
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
  await trx
    .deleteFrom("profileItems")
    .where("orgId", "=", orgId)
    .where("profileId", "=", id)
    .execute();
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
