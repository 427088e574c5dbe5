import type { Reader } from "#db/store.ts";
import {
  FAQ_ACCESS_WORDS,
  type FaqQuery,
  type FaqSort,
} from "#model/knowledge-base/forms/faq-forms.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { sortedBy, type ListSort } from "#values/list-sort.ts";
import { momentOf } from "#values/moments.ts";
import { pageOf } from "#visibility/store/publications.server.ts";
import { countFaq, FAQ_ROWS_PER_PAGE, listFaq, type FaqRow } from "./faq-list.server.ts";

const SORT_VALUES: Readonly<Record<FaqSort, (row: FaqRow) => string | number | null>> = {
  favourite: ({ favouriteAt }) => Number(favouriteAt !== null),
  question: ({ question }) => question,
  topic: ({ topic }) => topic,
  access: ({ access }) => FAQ_ACCESS_WORDS[access],
  added: ({ createdAt }) => createdAt,
  modified: ({ modifiedAt }) => modifiedAt,
};

/** An entry as the list of staff shows it. */
export type FaqPageRow = Awaited<ReturnType<typeof faqPage>>["rows"][number];

/** A page of the knowledge base as staff see it, and the products that it can be narrowed to. */
export async function faqPage(
  read: Reader,
  org: { id: string; timeZone: string },
  { filter, sort, page }: { filter: FaqQuery; sort: ListSort<FaqSort>; page: number },
  now: Date,
) {
  const products = (await listProducts(read, org.id)).map(({ id, name }) => ({ id, name }));
  const wanted = await listFaq(read, org.id, filter, now);
  const { entries, ...counts } = pageOf(
    sortedBy(wanted, SORT_VALUES[sort.by], sort.descending),
    page,
    FAQ_ROWS_PER_PAGE,
  );
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
      products: products
        .filter((product) => entry.productIds.includes(product.id))
        .map(({ name }) => name),
      added: momentOf(entry.createdAt, now, org.timeZone),
      modified: momentOf(entry.modifiedAt, now, org.timeZone),
    })),
  };
}
