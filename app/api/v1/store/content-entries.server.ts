import { registerAnswer } from "#content/subprocessors/forms/register-fields.ts";
import { reviewFacts } from "#content/knowledge-base/store/reviews.server.ts";
import { inOrg } from "#db/tenant.ts";
import type { Reader } from "#db/store.ts";
import { controlsById } from "#content/controls/store/controls.server.ts";
import { notedEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { factsOf } from "#model/documents/facts.ts";
import type {
  ControlEntry,
  DocumentEntry,
  QuestionEntry,
  SubprocessorEntry,
  UpdateEntry,
} from "../rules/entries.ts";

export async function controlEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<ControlEntry[]> {
  const [controls, noted] = await Promise.all([
    controlsById(db, orgId, ids),
    notedEntries(db, orgId, "controls", ids),
  ]);
  return controls.map((control) => ({
    id: control.id,
    reference: control.reference,
    title: control.title,
    shortAnswer: control.shortAnswer,
    description: control.description,
    requirements: control.requirements,
    itemUid: control.itemUid,
    access: control.access,
    productIds: control.productIds,
    createdAt: control.createdAt,
    updatedAt: latest([control.modifiedAt, noted.get(control.id)]),
  }));
}

export async function questionEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<QuestionEntry[]> {
  const [rows, noted, products, reviews] = await Promise.all([
    inOrg(db, orgId).selectFrom("faqEntries").selectAll().where("id", "in", ids).execute(),
    notedEntries(db, orgId, "questions", ids),
    inOrg(db, orgId)
      .selectFrom("faqProducts")
      .select(["entryId", "productId"])
      .where("entryId", "in", ids)
      .orderBy("productId")
      .execute(),
    reviewFacts(db, orgId, ids),
  ]);
  const productsOf = Map.groupBy(products, ({ entryId }) => entryId);
  return rows.map((row) => ({
    id: row.id,
    question: row.question,
    answer: row.answer,
    shortAnswer: row.shortAnswer,
    comment: row.comment,
    topic: row.topic,
    access: row.access,
    favourite: row.favouriteAt !== null,
    productIds: (productsOf.get(row.id) ?? []).map(({ productId }) => productId),
    ownerId: reviews.get(row.id)?.ownerId ?? null,
    reviewMonths: reviews.get(row.id)?.everyMonths ?? null,
    reviewedAt: reviews.get(row.id)?.reviewedAt ?? null,
    usedCount: reviews.get(row.id)?.used ?? 0,
    usedAt: reviews.get(row.id)?.usedAt ?? null,
    createdAt: row.createdAt,
    updatedAt: latest([row.modifiedAt, noted.get(row.id)]),
  }));
}

export async function documentEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<DocumentEntry[]> {
  const [rows, noted, versions, links] = await Promise.all([
    inOrg(db, orgId).selectFrom("documents").selectAll().where("id", "in", ids).execute(),
    notedEntries(db, orgId, "documents", ids),
    inOrg(db, orgId)
      .selectFrom("documentVersions")
      .select(["documentId", "number", "createdAt"])
      .where("documentId", "in", ids)
      .orderBy("number")
      .execute(),
    inOrg(db, orgId)
      .selectFrom("itemDocuments")
      .select(["documentId", "productId", "itemUid"])
      .where("documentId", "in", ids)
      .orderBy("productId")
      .orderBy("itemUid")
      .execute(),
  ]);
  const newest = new Map(versions.map((version) => [version.documentId, version]));
  const itemsOf = Map.groupBy(links, ({ documentId }) => documentId);
  return rows.map((row) => ({
    id: row.id,
    name: row.originalName,
    type: row.type,
    contentType: row.contentType,
    size: row.size,
    accessType: row.accessType,
    expiresOn: row.expiresOn,
    auditor: row.auditor,
    periodFrom: row.periodFrom,
    periodTo: row.periodTo,
    releasedFacts: factsOf(row.releasedFacts),
    version: newest.get(row.id)?.number ?? 1,
    items: (itemsOf.get(row.id) ?? []).map(({ productId, itemUid }) => ({ productId, itemUid })),
    createdAt: row.createdAt,
    updatedAt: latest([row.createdAt, newest.get(row.id)?.createdAt, noted.get(row.id)]),
  }));
}

export async function subprocessorEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<SubprocessorEntry[]> {
  const [rows, noted] = await Promise.all([
    inOrg(db, orgId)
      .selectFrom("subprocessors as s")
      .innerJoin("companies as c", (join) =>
        join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
      )
      .selectAll("s")
      .select(["c.name as companyName", "c.domain as companyDomain"])
      .where("s.id", "in", ids)
      .execute(),
    notedEntries(db, orgId, "subprocessors", ids),
  ]);
  return rows.map((row) => ({
    id: row.id,
    productId: row.productId,
    company: { id: row.companyId, name: row.companyName, domain: row.companyDomain },
    purpose: row.purpose,
    location: row.location,
    additionalDetails: row.additionalDetails,
    ...registerAnswer(row),
    createdAt: row.createdAt,
    updatedAt: latest([row.createdAt, noted.get(row.id)]),
  }));
}

/** Topics with what was told of them, and what is scheduled. */
export async function updateEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<UpdateEntry[]> {
  const [rows, noted, products, updates] = await Promise.all([
    inOrg(db, orgId).selectFrom("topics").selectAll().where("id", "in", ids).execute(),
    notedEntries(db, orgId, "updates", ids),
    inOrg(db, orgId)
      .selectFrom("topicProducts")
      .select(["topicId", "productId"])
      .where("topicId", "in", ids)
      .orderBy("productId")
      .execute(),
    inOrg(db, orgId)
      .selectFrom("topicUpdates")
      .selectAll()
      .where("topicId", "in", ids)
      .orderBy("createdAt")
      .orderBy("id")
      .execute(),
  ]);
  const productsOf = Map.groupBy(products, ({ topicId }) => topicId);
  const messagesOf = Map.groupBy(updates, ({ topicId }) => topicId);
  return rows.map((row) => {
    const messages = messagesOf.get(row.id) ?? [];
    const moments = messages.flatMap((one) => [one.createdAt, one.editedAt, one.unpublishedAt]);
    return {
      id: row.id,
      subject: row.subject,
      category: row.category,
      hidden: row.hiddenAt !== null,
      pinned: row.pinnedAt !== null,
      effectiveOn: row.effectiveOn,
      objectionDays: row.objectionDays,
      productIds: (productsOf.get(row.id) ?? []).map(({ productId }) => productId),
      messages: messages.map((one) => ({
        id: one.id,
        message: one.message,
        audience: one.audience,
        onPortal: one.channelStatusPage === 1,
        byEmail: one.channelEmail === 1,
        publishedAt: one.createdAt,
        unpublishedAt: one.unpublishedAt,
      })),
      createdAt: row.createdAt,
      // What is scheduled has the time at which it will be told, and was written before.
      updatedAt:
        noted.get(row.id) ??
        latest([row.createdAt, row.editedAt, row.hiddenAt, row.pinnedAt, ...moments]),
    };
  });
}

/** The latest of some moments. */
export function latest(moments: readonly (string | null | undefined)[]): string {
  return moments.reduce<string>((last, one) => ((one ?? "") > last ? (one ?? "") : last), "");
}
