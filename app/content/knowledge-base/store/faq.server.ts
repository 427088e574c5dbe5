import { MANUAL_SOURCE } from "#model/knowledge-base.ts";
import type { FaqAccess } from "#model/updates/update-words.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustFindProducts } from "#tenancy/products/store/products.server.ts";
import { mustChange, NotFound } from "#db/refusals.ts";
import type { FaqEntriesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** A question and its answer. */
export interface FaqValues {
  id?: string;
  question: string;
  /** Markdown, as is the comment. */
  answer: string;
  comment?: string | null;
  topic?: string | null;
  access: FaqAccess;
  favourite?: boolean;
  /** The products that it is about; none means all. */
  productIds: readonly string[];
  /** manual, questionnaire or status page */
  sourceType?: string;
  sourceSubtype?: string | null;
  sourceName?: string | null;
}

/** An entry with the products that it is about; null when the org has none of that id. */
export async function findFaqEntry(
  db: Reader,
  orgId: string,
  entryId: string,
): Promise<(FaqEntriesTable & { productIds: string[] }) | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("faqEntries")
    .selectAll()
    .where("id", "=", entryId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const products = await inOrg(db, orgId)
    .selectFrom("faqProducts")
    .select("productId")
    .where("entryId", "=", entryId)
    .execute();
  return { ...row, productIds: products.map((product) => product.productId) };
}

/** Adds an entry. @returns its id. @throws NotFound when a product is not the org's */
export async function addFaqEntry(
  trx: Writer,
  orgId: string,
  values: FaqValues,
  now: Date = new Date(),
): Promise<string> {
  const [id = ""] = await addFaqEntries(trx, orgId, [
    { ...values, createdAt: now, modifiedAt: now },
  ]);
  return id;
}

/**
 * Adds many entries at once, each with its own times. @returns their ids, in the same order.
 * @throws as `addFaqEntry`
 */
export async function addFaqEntries(
  trx: Writer,
  orgId: string,
  entries: readonly (FaqValues & { createdAt: Date; modifiedAt: Date })[],
): Promise<string[]> {
  await mustFindProducts(
    trx,
    orgId,
    entries.flatMap((entry) => entry.productIds),
  );
  const rows = entries.map((entry): FaqEntriesTable => ({
    orgId,
    id: entry.id ?? newId(),
    question: entry.question,
    answer: entry.answer,
    comment: entry.comment ?? null,
    topic: entry.topic ?? null,
    access: entry.access,
    favouriteAt: entry.favourite ? isoNow(entry.modifiedAt) : null,
    sourceType: entry.sourceType ?? MANUAL_SOURCE,
    sourceSubtype: entry.sourceSubtype ?? null,
    sourceName: entry.sourceName ?? null,
    createdAt: isoNow(entry.createdAt),
    modifiedAt: isoNow(entry.modifiedAt),
  }));
  await inBatches(rows, (batch) => trx.insertInto("faqEntries").values(batch).execute());
  const products = entries.flatMap((entry, i) =>
    productRows(orgId, rows[i]?.id ?? "", entry.productIds),
  );
  await inBatches(products, (batch) => trx.insertInto("faqProducts").values(batch).execute());
  await contentChanged(trx, orgId);
  return rows.map((row) => row.id);
}

/**
 * Replaces what an entry says; where it comes from stays, and since when it is a favourite. @throws
 * NotFound
 */
export async function updateFaqEntry(
  trx: Writer,
  orgId: string,
  entryId: string,
  values: FaqValues,
  now: Date = new Date(),
): Promise<void> {
  const before = await findFaqEntry(trx, orgId, entryId);
  if (before === null) throw new NotFound("FAQ entry");
  await mustFindProducts(trx, orgId, values.productIds);
  const { question, answer, comment, topic, access, favourite } = values;
  const favouriteAt = favourite ? (before.favouriteAt ?? isoNow(now)) : null;
  await inOrg(trx, orgId)
    .updateTable("faqEntries")
    .set({
      question,
      answer,
      comment: comment ?? null,
      topic: topic ?? null,
      access,
      favouriteAt,
      modifiedAt: isoNow(now),
    })
    .where("id", "=", entryId)
    .execute();
  await inOrg(trx, orgId).deleteFrom("faqProducts").where("entryId", "=", entryId).execute();
  const products = productRows(orgId, entryId, values.productIds);
  await inBatches(products, (batch) => trx.insertInto("faqProducts").values(batch).execute());
  await contentChanged(trx, orgId);
}

/**
 * Stars an entry, or takes the star: what it says stays. The same again changes nothing. @throws
 * NotFound
 */
export async function favouriteFaqEntry(
  trx: Writer,
  orgId: string,
  entryId: string,
  favourite: boolean,
  now: Date = new Date(),
): Promise<void> {
  const before = await findFaqEntry(trx, orgId, entryId);
  if (before === null) throw new NotFound("FAQ entry");
  if ((before.favouriteAt !== null) === favourite) return;
  await inOrg(trx, orgId)
    .updateTable("faqEntries")
    .set({ favouriteAt: favourite ? isoNow(now) : null })
    .where("id", "=", entryId)
    .execute();
  await contentChanged(trx, orgId);
}

/** Removes an entry. @throws NotFound */
export async function removeFaqEntry(trx: Writer, orgId: string, entryId: string): Promise<void> {
  mustChange(
    await inOrg(trx, orgId).deleteFrom("faqEntries").where("id", "=", entryId).executeTakeFirst(),
    "FAQ entry",
  );
  await contentChanged(trx, orgId);
}

function productRows(orgId: string, entryId: string, productIds: readonly string[]) {
  return [...new Set(productIds)].map((productId) => ({ orgId, entryId, productId }));
}
