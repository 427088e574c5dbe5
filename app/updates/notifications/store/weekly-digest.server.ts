import type { TopicCategory } from "#model/updates/words.ts";
import { storedRecipients } from "#model/updates/recipients.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { loadPublicUpdates } from "#visibility/store/feed.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** An update as the weekly mail tells of it. */
export interface DigestUpdate {
  id: string;
  subject: string;
  category: TopicCategory;
  /** Markdown */
  message: string;
  publishedAt: string;
  followsUp: boolean;
  /** The products that its topic is about; none means all. */
  productIds: string[];
  /** Where it can be read; null when it went out by mail alone. */
  page: { topicId: string; product: string | null } | null;
}

/**
 * The public updates of a span of time, the newest first: those that the portal shows, and those
 * that went to subscribers by mail alone. What was withdrawn since, or is hidden, is not among
 * them.
 * @param span after `since`, up to `until`
 */
export async function updatesBetween(
  db: Reader,
  org: Org,
  { since, until }: { since: string; until: Date },
): Promise<DigestUpdate[]> {
  const products = await listProducts(db, org.id);
  const shown =
    (await loadPublicUpdates({ db, org, products, now: until }))?.updates.filter(
      (update) => update.publishedAt > since,
    ) ?? [];
  const limits = await inOrg(db, org.id)
    .selectFrom("topicProducts")
    .select(["topicId", "productId"])
    .execute();
  const productIdsOf = (topicId: string) =>
    limits.filter((limit) => limit.topicId === topicId).map(({ productId }) => productId);
  const onPage = shown.map(
    ({
      id,
      topicId,
      subject,
      category,
      message,
      publishedAt,
      isFollowUp,
      product,
    }): DigestUpdate => ({
      id,
      subject,
      category,
      message,
      publishedAt,
      followsUp: isFollowUp,
      productIds: productIdsOf(topicId),
      page: { topicId, product },
    }),
  );
  const mailed = await mailedAlone(db, org.id, since, until.toISOString());
  return [
    ...onPage,
    ...mailed.map(({ topicId, ...update }): DigestUpdate => ({
      ...update,
      productIds: productIdsOf(topicId),
      page: null,
    })),
  ].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
}

/** Public updates to subscribers that stand on no page. */
async function mailedAlone(db: Reader, orgId: string, since: string, until: string) {
  const rows = await inOrg(db, orgId)
    .selectFrom("topicUpdates as u")
    .innerJoin("topics as t", (join) =>
      join.onRef("t.orgId", "=", "u.orgId").onRef("t.id", "=", "u.topicId"),
    )
    .select([
      "u.id",
      "u.topicId",
      "u.message",
      "u.createdAt",
      "u.recipientsJson",
      "t.subject",
      "t.category",
    ])
    .where("u.audience", "=", "public")
    .where("u.channelStatusPage", "=", 0)
    .where("u.channelEmail", "=", 1)
    .where("u.unpublishedAt", "is", null)
    .where("t.hiddenAt", "is", null)
    .where("u.createdAt", ">", since)
    .where("u.createdAt", "<=", until)
    .execute();
  return rows
    .filter(({ recipientsJson }) => isForSubscribers(recipientsJson))
    .map(({ id, topicId, message, createdAt, subject, category }) => ({
      id,
      topicId,
      subject,
      category,
      message,
      publishedAt: createdAt,
      followsUp: false,
    }));
}

function isForSubscribers(recipientsJson: string | null): boolean {
  if (recipientsJson === null) return false;
  const { subscribers, audience } = storedRecipients.parse(JSON.parse(recipientsJson));
  return subscribers || audience?.source === "subscribers";
}
