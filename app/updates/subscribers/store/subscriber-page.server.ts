import type { Reader } from "#db/store.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { ListSort } from "#values/list-sort.ts";
import { momentOf } from "#values/moments.ts";
import {
  countByState,
  countChoices,
  listSources,
  listSubscribers,
  type SubscriberFilter,
  type SubscriberSort,
} from "./subscriber-lists.server.ts";

/** A subscriber as the list of staff shows it. */
export type SubscriberPageRow = Awaited<ReturnType<typeof subscriberPage>>["rows"][number];

/** A page of the subscribers as staff see them, and what they can be narrowed to. */
export async function subscriberPage(
  read: Reader,
  org: { id: string; timeZone: string },
  asked: { filter: SubscriberFilter; sort: ListSort<SubscriberSort>; page: number },
  now: Date,
) {
  const { filter, sort, page } = asked;
  const { rows, ...list } = await listSubscribers(read, org.id, filter, sort, page);
  const ids = rows.map(({ id }) => id);
  const choices = await countChoices(read, org.id, ids);
  return {
    ...list,
    counts: await countByState(read, org.id),
    sources: await listSources(read, org.id),
    products: (await listProducts(read, org.id)).map(({ id, name }) => ({ id, name })),
    rows: rows.map(({ id, email, state, source, createdAt, allUpdates, digest }) => ({
      id,
      email,
      state,
      source,
      since: momentOf(createdAt, now, org.timeZone),
      all: allUpdates === 1,
      weekly: digest === "weekly",
      ...(choices.get(id) ?? { categories: [], products: [] }),
    })),
  };
}
