import type { Reader } from "#db/store.ts";
import {
  FAQ_ACCESS_WORDS,
  type FaqQuery,
  type FaqSort,
} from "#model/knowledge-base/forms/faq-forms.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { dueWords } from "#model/knowledge-base/reviews.ts";
import { sortedBy, type ListSort } from "#values/list-sort.ts";
import { momentOf } from "#values/moments.ts";
import { pageOf } from "#visibility/store/publications.server.ts";
import { countFaq, FAQ_ROWS_PER_PAGE, listFaq, type FaqRow } from "./faq-list.server.ts";
import { entryOwners, NO_REVIEW, reviewsOf, type EntryReview } from "./reviews.server.ts";

const SORT_VALUES: Readonly<
  Record<FaqSort, (row: FaqRow & { review?: EntryReview }) => string | number | null>
> = {
  favourite: ({ favouriteAt }) => Number(favouriteAt !== null),
  question: ({ question }) => question,
  topic: ({ topic }) => topic,
  access: ({ access }) => FAQ_ACCESS_WORDS[access],
  added: ({ createdAt }) => createdAt,
  modified: ({ modifiedAt }) => modifiedAt,
  due: ({ review }) => review?.due?.since ?? null,
  used: ({ review }) => review?.used ?? 0,
};

/** An entry as the list of staff shows it. */
export type FaqPageRow = Awaited<ReturnType<typeof faqPage>>["rows"][number];

/** The entries that a query of staff's leaves, with their reviews. @param me whoever asks */
export async function listReviewed(
  read: Reader,
  org: { id: string; timeZone: string },
  { filter, me }: { filter: FaqQuery; me: string },
  now: Date,
): Promise<(FaqRow & { review: EntryReview })[]> {
  const rows = await listFaq(read, org.id, filter, now);
  const reviews = await reviewsOf(read, org, rows, now);
  const all = rows.flatMap((row) => {
    const review = reviews.get(row.id);
    return review === undefined ? [] : [{ ...row, review }];
  });
  if (filter.review === null) return all;
  const owners = new Set((await entryOwners(read, org.id)).map(({ id }) => id));
  return all.filter(({ review: { ownerId, due } }) => {
    if (filter.review === "due") return due !== null;
    return filter.review === "mine" ? ownerId === me : ownerId === null || !owners.has(ownerId);
  });
}

/** A page of the knowledge base as staff see it, and the products that it can be narrowed to. */
export async function faqPage(
  read: Reader,
  org: { id: string; timeZone: string },
  asked: { filter: FaqQuery; me: string; sort: ListSort<FaqSort>; page: number },
  now: Date,
) {
  const { filter, sort, page } = asked;
  const products = (await listProducts(read, org.id)).map(({ id, name }) => ({ id, name }));
  // What narrows and sorts by reviews asks for those of all; else the page's own are enough.
  const isByReview = filter.review !== null || sort.by === "due" || sort.by === "used";
  const wanted: readonly (FaqRow & { review?: EntryReview })[] = isByReview
    ? await listReviewed(read, org, asked, now)
    : await listFaq(read, org.id, filter, now);
  const names = new Map((await entryOwners(read, org.id)).map(({ id, name }) => [id, name]));
  const { entries: found, ...counts } = pageOf(
    sortedBy(wanted, SORT_VALUES[sort.by], sort.descending),
    page,
    FAQ_ROWS_PER_PAGE,
  );
  const reviews = await reviewsOf(read, org, found, now);
  const entries = found.map((row) => ({ ...row, review: reviews.get(row.id) ?? NO_REVIEW }));
  return {
    products,
    counts: { ...counts, all: await countFaq(read, org.id) },
    rows: entries.map(({ id, question, shortAnswer, comment, topic, access, ...entry }) => ({
      id,
      question,
      shortAnswer,
      topic,
      comment: comment === null ? null : comment.slice(0, 300),
      access,
      favourite: entry.favouriteAt !== null,
      due: entry.review.due === null ? null : dueWords(entry.review.due),
      owner: names.get(entry.review.ownerId ?? "") ?? "",
      used: entry.review.used,
      products: products
        .filter((product) => entry.productIds.includes(product.id))
        .map(({ name }) => name),
      added: momentOf(entry.createdAt, now, org.timeZone),
      modified: momentOf(entry.modifiedAt, now, org.timeZone),
    })),
  };
}
