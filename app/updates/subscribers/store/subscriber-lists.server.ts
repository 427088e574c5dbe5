import type { ListSort } from "#values/list-sort.ts";
import type { SubscriberState } from "#model/subscribers/subscriptions.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import type { Preferences } from "#model/subscribers/subscriptions.ts";
import { pattern } from "#db/patterns.ts";
import { mustChange } from "#db/refusals.ts";
import type { Subscriber } from "./subscribers.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** What staff look for among the subscribers. */
export interface SubscriberFilter {
  /** A part of the address. */
  search?: string;
  state?: SubscriberState | null;
  source?: string | null;
  /** Those who would get an update about this product. */
  productId?: string | null;
}

export const SUBSCRIBER_SORTS = ["email", "source", "since"] as const;
export type SubscriberSort = (typeof SUBSCRIBER_SORTS)[number];
const SORT_COLUMNS = {
  email: "subscribers.email",
  source: "subscribers.source",
  since: "subscribers.createdAt",
} as const;

export interface SubscriberPage {
  rows: Subscriber[];
  page: number;
  pages: number;
  total: number;
}

export const SUBSCRIBERS_PER_PAGE = 50;

/**
 * A page of an org's subscribers in the order asked for. A page that does not exist gives the nearest
 * one that does.
 */
export async function listSubscribers(
  db: Reader,
  orgId: string,
  filter: SubscriberFilter,
  sort: ListSort<SubscriberSort>,
  page: number,
): Promise<SubscriberPage> {
  const counted = await filtered(db, orgId, filter)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const pages = Math.max(1, Math.ceil(total / SUBSCRIBERS_PER_PAGE));
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const rows = await filtered(db, orgId, filter)
    .selectAll("subscribers")
    .orderBy(SORT_COLUMNS[sort.by], sort.descending ? "desc" : "asc")
    .orderBy("subscribers.id")
    .limit(SUBSCRIBERS_PER_PAGE)
    .offset((current - 1) * SUBSCRIBERS_PER_PAGE)
    .execute();
  return { rows, page: current, pages, total };
}

/** The next subscribers by id with what they chose, for an export that holds few in memory. */
export async function exportSubscribers(
  db: Reader,
  orgId: string,
  filter: SubscriberFilter,
  { after, limit }: { after: string; limit: number },
): Promise<(Subscriber & Pick<Preferences, "categories" | "productIds">)[]> {
  const rows = await filtered(db, orgId, filter)
    .selectAll("subscribers")
    .where("subscribers.id", ">", after)
    .orderBy("subscribers.id")
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const categories = await inOrg(db, orgId)
    .selectFrom("subscriberCategories")
    .select(["subscriberId", "category"])
    .where("subscriberId", "in", ids)
    .orderBy("category")
    .execute();
  const products = await inOrg(db, orgId)
    .selectFrom("subscriberProducts")
    .select(["subscriberId", "productId"])
    .where("subscriberId", "in", ids)
    .execute();
  return rows.map((row) => ({
    ...row,
    categories: categories
      .filter(({ subscriberId }) => subscriberId === row.id)
      .map(({ category }) => category),
    productIds: products
      .filter(({ subscriberId }) => subscriberId === row.id)
      .map(({ productId }) => productId),
  }));
}

/** How many there are in each state. */
export async function countByState(
  db: Reader,
  orgId: string,
): Promise<Record<SubscriberState, number>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("subscribers")
    .select((eb) => ["state", eb.fn.countAll<number>().as("total")])
    .groupBy("state")
    .execute();
  const counts: Record<SubscriberState, number> = {
    pending: 0,
    confirmed: 0,
    unsubscribed: 0,
    blocked: 0,
  };
  for (const { state, total } of rows) counts[state] = Number(total);
  return counts;
}

/** Where the org's subscribers came from, by name. */
export async function listSources(db: Reader, orgId: string): Promise<string[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("subscribers")
    .select("source")
    .distinct()
    .orderBy("source")
    .limit(100)
    .execute();
  return rows.map(({ source }) => source);
}

/** What each of some subscribers chose beside 'all': numbers for the list. */
export async function countChoices(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, { categories: string[]; products: string[] }>> {
  const chosen = new Map(
    ids.map((id) => [id, { categories: [] as string[], products: [] as string[] }]),
  );
  if (ids.length === 0) return chosen;
  const categories = await inOrg(db, orgId)
    .selectFrom("subscriberCategories")
    .select(["subscriberId", "category"])
    .where("subscriberId", "in", [...ids])
    .orderBy("category")
    .execute();
  const products = await inOrg(db, orgId)
    .selectFrom("subscriberProducts as p")
    .innerJoin("products", (join) =>
      join.onRef("products.orgId", "=", "p.orgId").onRef("products.id", "=", "p.productId"),
    )
    .select(["p.subscriberId", "products.name"])
    .where("p.subscriberId", "in", [...ids])
    .orderBy("products.position")
    .execute();
  for (const { subscriberId, category } of categories)
    chosen.get(subscriberId)?.categories.push(category);
  for (const { subscriberId, name } of products) chosen.get(subscriberId)?.products.push(name);
  return chosen;
}

/**
 * Erases a subscriber with everything that was chosen: the address is gone, and can subscribe anew.
 * @throws NotFound
 */
export async function removeSubscriber(write: Write, subscriberId: string): Promise<void> {
  const { trx, orgId } = write;
  mustChange(
    await inOrg(trx, orgId)
      .deleteFrom("subscribers")
      .where("id", "=", subscriberId)
      .executeTakeFirst(),
    "subscriber",
  );
  // The record tells that somebody was removed, not who: removing is how a person is forgotten.
  await recordAudit(write, { action: "subscriber.removed", subject: subscriberId });
}

function filtered(
  db: Reader,
  orgId: string,
  { search = "", state = null, source = null, productId = null }: SubscriberFilter,
) {
  let query = inOrg(db, orgId).selectFrom("subscribers");
  if (search !== "")
    query = query.where(
      "subscribers.email",
      "like",
      pattern("", search.normalize("NFC").toLowerCase(), ""),
    );
  if (state !== null) query = query.where("subscribers.state", "=", state);
  if (source !== null) query = query.where("subscribers.source", "=", source);
  if (productId !== null) {
    query = query.where((eb) => {
      const products = eb
        .selectFrom("subscriberProducts as p")
        .select("p.productId")
        .whereRef("p.orgId", "=", "subscribers.orgId")
        .whereRef("p.subscriberId", "=", "subscribers.id");
      return eb.or([
        eb("subscribers.allUpdates", "=", 1),
        eb.not(eb.exists(products)),
        eb.exists(products.where("p.productId", "=", productId)),
      ]);
    });
  }
  return query;
}
