import { hasShortAnswer, shortAnswerWords, type ShortAnswerAsked } from "#model/short-answers.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import { inBatchesById } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { mapInSlices } from "#db/pace.ts";
import type { FaqEntriesTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

const DAY_MS = 86_400_000;

/** What staff look for in the knowledge base. */
export interface FaqFilter {
  /** Words of the question, the answers or the comment, in any case. */
  search?: string;
  access?: FaqAccess | null;
  shortAnswer?: ShortAnswerAsked | null;
  /** Those about this product, and those about all. */
  productId?: string | null;
  favourite?: boolean;
  /** Added in so many days. */
  days?: number | null;
}

export type FaqRow = FaqEntriesTable & { productIds: string[] };

export const FAQ_ROWS_PER_PAGE = 50;

/** An org's entries as the portal orders them: favourites first, then the newest. */
export async function listFaq(
  db: Reader,
  orgId: string,
  filter: FaqFilter,
  now: Date,
): Promise<FaqRow[]> {
  const { search = "", access = null, productId = null, favourite = false, days = null } = filter;
  let query = inOrg(db, orgId)
    .selectFrom("faqEntries")
    .select("id")
    .orderBy("createdAt", "desc")
    .orderBy("id");
  if (access !== null) query = query.where("access", "=", access);
  if (favourite) query = query.where("favouriteAt", "is not", null);
  if (days !== null)
    query = query.where("createdAt", ">=", isoNow(new Date(now.getTime() - days * DAY_MS)));
  const rows = await inBatchesById(
    (await query.execute()).map(({ id }) => id),
    (ids) => inOrg(db, orgId).selectFrom("faqEntries").selectAll().where("id", "in", ids).execute(),
  );
  const products = await inOrg(db, orgId)
    .selectFrom("faqProducts")
    .select(["entryId", "productId"])
    .orderBy("productId")
    .execute();
  const byEntry = new Map<string, string[]>();
  for (const row of products)
    byEntry.set(row.entryId, [...(byEntry.get(row.entryId) ?? []), row.productId]);
  const needle = search.trim().toLowerCase();
  const found = await mapInSlices(rows, (row) => {
    const productIds = byEntry.get(row.id) ?? [];
    const isAbout = productId === null || productIds.length === 0 || productIds.includes(productId);
    const texts = [row.question, shortAnswerWords(row.shortAnswer), row.answer, row.comment ?? ""];
    const matches = needle === "" || texts.join("\n").toLowerCase().includes(needle);
    const isAnswered = hasShortAnswer(row.shortAnswer, filter.shortAnswer ?? null);
    return isAbout && matches && isAnswered ? [{ ...row, productIds }] : [];
  });
  return found
    .flat()
    .sort((a, b) => Number(b.favouriteAt !== null) - Number(a.favouriteAt !== null));
}

/** How many entries an org has. */
export async function countFaq(db: Reader, orgId: string): Promise<number> {
  const { total } = await inOrg(db, orgId)
    .selectFrom("faqEntries")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The topics that entries of an org have, each once, in the order of the alphabet. */
export async function listFaqTopics(db: Reader, orgId: string): Promise<string[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("faqEntries")
    .select("topic")
    .distinct()
    .where("topic", "is not", null)
    .execute();
  return rows.map(({ topic }) => topic ?? "").sort((a, b) => a.localeCompare(b, "en"));
}
