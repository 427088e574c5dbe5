import type { ProductRef, TopicTerms } from "#model/visibility/page.ts";
import type { TopicCategory } from "#model/updates/words.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Reader } from "#db/store.ts";
import { isSectionHidden } from "./config.server.ts";
import { loadTopics } from "./publications.server.ts";
import { Clock, type PageScope } from "./scope.server.ts";

/** One message of a topic, as it goes to those who read elsewhere than on the page. */
export interface PublicUpdate {
  id: string;
  topicId: string;
  subject: string;
  category: TopicCategory;
  /** Markdown */
  message: string;
  publishedAt: string;
  updatedAt: string;
  terms: TopicTerms;
  /** The topic had a public update before this one. */
  isFollowUp: boolean;
  /** The slug of the product whose page shows it; null for the default one. */
  product: string | null;
}

/** What is asked for: the tenant, the products whose updates count, and the moment. */
export interface PublicUpdatesQuery {
  db: Reader;
  org: PageScope["org"] & Pick<Org, "customization">;
  products: readonly ProductRef[];
  now: Date;
  category?: TopicCategory | null;
}

/**
 * Every update that the public may read, whoever asks, the newest first: what feeds and digests are
 * made of. It asks the one visibility rule as an anonymous visitor of each product's page would.
 * @returns null when no page of these products shows its updates to the public; else the updates,
 *   and the clock that knows when they change by time alone
 */
export async function loadPublicUpdates({
  db,
  org,
  products,
  now,
  category = null,
}: PublicUpdatesQuery): Promise<{ updates: PublicUpdate[]; clock: Clock } | null> {
  const clock = new Clock(now, org.timeZone);
  const found = new Map<string, PublicUpdate>();
  let shown = false;
  for (const product of [...products].sort((a, b) => Number(b.isDefault) - Number(a.isDefault))) {
    if (!product.show && !product.isDefault) continue;
    const scope: PageScope = {
      db,
      org,
      settings: org.customization,
      productId: product.id,
      viewer: PUBLIC_VIEWER,
      now,
      clock,
    };
    if (await isSectionHidden(scope, "updates")) continue;
    shown = true;
    for (const topic of await loadTopics(scope)) {
      if (category !== null && topic.category !== category) continue;
      for (const [at, update] of topic.updates.entries()) {
        if (found.has(update.id)) continue;
        found.set(update.id, {
          id: update.id,
          topicId: topic.id,
          subject: topic.subject,
          category: topic.category,
          message: update.message,
          publishedAt: update.createdAt,
          updatedAt:
            [update.createdAt, update.editedAt ?? "", topic.editedAt ?? ""].sort().at(-1) ??
            update.createdAt,
          terms: topic.terms,
          isFollowUp: at < topic.updates.length - 1,
          product: product.isDefault ? null : product.slug,
        });
      }
    }
  }
  if (!shown) return null;
  const updates = [...found.values()].sort(
    (a, b) => b.publishedAt.localeCompare(a.publishedAt) || a.id.localeCompare(b.id),
  );
  return { updates, clock };
}
