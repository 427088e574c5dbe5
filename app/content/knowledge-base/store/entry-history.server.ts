import { FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { findFaqEntry } from "./faq.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import type { FaqEntriesTable } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";
import { productNamer, productsStillThere } from "#content/products/store/entry-products.server.ts";
import { subject } from "#web/history/store/subject.server.ts";
import { fieldLine, listLines } from "#web/history/store/words.server.ts";

export type FaqSnapshot = Omit<FaqEntriesTable, "orgId" | "id"> & { productIds: string[] };

/** What snapshots of before these columns lack. */
const LATER = { topic: null, sourceSubtype: null, sourceName: null };

/** A question and its answer, with the products that it is about; its subject id is the entry's. */
export const faqEntry = subject<FaqSnapshot>({
  permission: "kb:edit",
  title: ({ question }) => question,
  async read(db, key) {
    const entry = await findFaqEntry(db, key.orgId, key.subjectId);
    if (entry === null) return null;
    const { orgId: _tenant, id: _own, productIds, ...columns } = entry;
    return { ...columns, productIds: productIds.toSorted() };
  },
  async write(trx, { orgId, subjectId: id }, snapshot) {
    await inOrg(trx, orgId).deleteFrom("faqProducts").where("entryId", "=", id).execute();
    if (snapshot === null) {
      await inOrg(trx, orgId).deleteFrom("faqEntries").where("id", "=", id).execute();
    } else {
      const { productIds, ...kept } = snapshot;
      const columns = { ...LATER, ...kept };
      const there = await productsStillThere(trx, orgId, productIds);
      await trx
        .insertInto("faqEntries")
        .values({ orgId, id, ...columns })
        .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(columns))
        .execute();
      if (there.length > 0)
        await trx
          .insertInto("faqProducts")
          .values(there.map((productId) => ({ orgId, entryId: id, productId })))
          .execute();
    }
    await contentChanged(trx, orgId);
  },
  async words(db, key, before, after) {
    if (before === null) return ["Added"];
    if (after === null) return ["Deleted"];
    const named = await productNamer(db, key.orgId);
    return [
      ...fieldLine("Question", before.question, after.question),
      ...fieldLine("Answer", before.answer, after.answer),
      ...fieldLine("Comment", before.comment, after.comment),
      ...fieldLine("Topic", before.topic ?? null, after.topic ?? null),
      ...fieldLine("Access", FAQ_ACCESS_WORDS[before.access], FAQ_ACCESS_WORDS[after.access]),
      ...listLines("Product", named(before.productIds), named(after.productIds)),
      ...((before.favouriteAt === null) === (after.favouriteAt === null)
        ? []
        : [after.favouriteAt === null ? "Removed from favorites" : "Added to favorites"]),
    ];
  },
  compared: ({ question, answer, comment, topic, access, favouriteAt, productIds }) => ({
    question,
    answer,
    comment,
    topic: topic ?? null,
    access,
    favourite: favouriteAt !== null,
    productIds,
  }),
});
