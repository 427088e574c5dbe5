import type { ExpressionBuilder } from "kysely";
import type { TopicCategory } from "#model/updates/words.ts";
import type { UpdateChoice } from "#model/subscribers/subscriptions.ts";
import type { Schema } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

const PAGE = 2_000;

/**
 * What the subscribers of the weekly mail chose: each choice once, however many made it. One digest
 * is made for each of them.
 */
export async function digestChoices(db: Reader, orgId: string): Promise<UpdateChoice[]> {
  const weekly = (allUpdates: 0 | 1) =>
    inOrg(db, orgId)
      .selectFrom("subscribers")
      .where("state", "=", "confirmed")
      .where("digest", "=", "weekly")
      .where("allUpdates", "=", allUpdates);
  const choices = new Map<string, UpdateChoice>();
  if ((await weekly(1).select("id").limit(1).executeTakeFirst()) !== undefined)
    choices.set("all", { allUpdates: true, categories: [], productIds: [] });
  for (let after = ""; ;) {
    const ids = (
      await weekly(0).select("id").where("id", ">", after).orderBy("id").limit(PAGE).execute()
    ).map(({ id }) => id);
    if (ids.length > 0) await addChoices(db, orgId, ids, choices);
    if (ids.length < PAGE) return [...choices.values()];
    after = ids.at(-1) ?? after;
  }
}

async function addChoices(
  db: Reader,
  orgId: string,
  ids: string[],
  choices: Map<string, UpdateChoice>,
): Promise<void> {
  const [first = "", last = ""] = [ids[0], ids.at(-1)];
  const categories = await inOrg(db, orgId)
    .selectFrom("subscriberCategories")
    .select(["subscriberId", "category"])
    .where("subscriberId", ">=", first)
    .where("subscriberId", "<=", last)
    .orderBy("category")
    .execute();
  const products = await inOrg(db, orgId)
    .selectFrom("subscriberProducts")
    .select(["subscriberId", "productId"])
    .where("subscriberId", ">=", first)
    .where("subscriberId", "<=", last)
    .orderBy("productId")
    .execute();
  const chosen = new Map(
    ids.map((id) => [id, { categories: [] as TopicCategory[], productIds: [] as string[] }]),
  );
  for (const { subscriberId, category } of categories)
    chosen.get(subscriberId)?.categories.push(category);
  for (const { subscriberId, productId } of products)
    chosen.get(subscriberId)?.productIds.push(productId);
  for (const choice of chosen.values())
    choices.set(JSON.stringify(choice), { allUpdates: false, ...choice });
}

/** Whether a subscriber chose exactly this, neither more nor less. */
export function choseExactly(
  eb: ExpressionBuilder<Schema, "subscribers">,
  { allUpdates, categories, productIds }: UpdateChoice,
) {
  if (allUpdates) return eb("subscribers.allUpdates", "=", 1);
  const chosenCategories = eb
    .selectFrom("subscriberCategories as k")
    .select((of) => of.fn.countAll<number>().as("n"))
    .whereRef("k.orgId", "=", "subscribers.orgId")
    .whereRef("k.subscriberId", "=", "subscribers.id");
  const chosenProducts = eb
    .selectFrom("subscriberProducts as q")
    .select((of) => of.fn.countAll<number>().as("n"))
    .whereRef("q.orgId", "=", "subscribers.orgId")
    .whereRef("q.subscriberId", "=", "subscribers.id");
  return eb.and([
    eb("subscribers.allUpdates", "=", 0),
    eb(chosenCategories, "=", categories.length),
    eb(chosenProducts, "=", productIds.length),
    ...(categories.length === 0
      ? []
      : [eb(chosenCategories.where("k.category", "in", [...categories]), "=", categories.length)]),
    ...(productIds.length === 0
      ? []
      : [eb(chosenProducts.where("q.productId", "in", [...productIds]), "=", productIds.length)]),
  ]);
}
