import type { TopicEntry } from "#model/visibility/page.ts";
import { FAQ_PER_PAGE, TOPICS_PER_PAGE, UPDATES_BAR_HOURS } from "#model/updates/words.ts";
import { topicTerms } from "#model/updates/topic-states.ts";
import { seesTopic, seesTopicUpdate } from "#model/visibility/who-sees-what.ts";
import { isSectionHidden } from "./config.server.ts";
import { onceForProducts, oncePerScope, type PageScope } from "./scope.server.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Every topic that the viewer may read, pinned first, then by its newest update. Scheduled updates
 * count from their time.
 */
export const loadTopics = oncePerScope(async (scope): Promise<readonly TopicEntry<string>[]> => {
  const { org, productId, viewer, clock } = scope;
  if (await isSectionHidden(scope, "updates")) return [];
  const rows =
    scope.together == null ? await updatesOfProduct(scope) : await updatesAmongAll(scope);
  const topics = new Map(rows.map((row) => [row.topicId, row]));
  const byTopic = new Map<string, TopicEntry<string>["updates"]>();
  // The window to object begins with the first word on the topic, by whatever channel it went out.
  const began = new Map<string, string>();
  for (const update of rows) {
    if (update.createdAt <= clock.now) began.set(update.topicId, update.createdAt);
    if (update.channelStatusPage === 0) continue;
    if (!seesTopicUpdate(viewer, update.audience, productId)) continue;
    clock.changesAt(update.createdAt);
    if (update.createdAt > clock.now) continue;
    const list = byTopic.get(update.topicId) ?? [];
    list.push({
      id: update.id,
      message: update.message,
      isPrivate: update.audience === "private",
      createdAt: update.createdAt,
      editedAt: update.editedAt,
    });
    byTopic.set(update.topicId, list);
  }
  return [...topics.values()]
    .filter((topic) => seesTopic(viewer, { hidden: topic.hiddenAt !== null }))
    .flatMap((topic): TopicEntry<string>[] => {
      const { topicId: id, subject, category, topicCreatedAt: createdAt } = topic;
      const own = byTopic.get(id);
      if (own === undefined) return [];
      const terms = topicTerms(topic, began.get(id) ?? createdAt, org.timeZone);
      return [
        {
          id,
          subject,
          category,
          isPinned: topic.pinnedAt !== null,
          hidden: topic.hiddenAt !== null,
          createdAt,
          editedAt: topic.topicEditedAt,
          terms,
          updates: own,
        },
      ];
    })
    .sort(
      (a, b) =>
        Number(b.isPinned) - Number(a.isPinned) ||
        newest(b).localeCompare(newest(a)) ||
        a.id.localeCompare(b.id),
    );
});

/** Every update of an org's topics that is not taken back, the newest first. */
function updateRows({ db, org }: PageScope) {
  return inOrg(db, org.id)
    .selectFrom("topicUpdates as u")
    .innerJoin("topics as t", (join) =>
      join.onRef("t.orgId", "=", "u.orgId").onRef("t.id", "=", "u.topicId"),
    )
    .select([
      "u.id",
      "u.topicId",
      "u.message",
      "u.audience",
      "u.channelStatusPage",
      "u.createdAt",
      "u.editedAt",
      "t.subject",
      "t.category",
      "t.pinnedAt",
      "t.hiddenAt",
      "t.effectiveOn",
      "t.objectionDays",
      "t.createdAt as topicCreatedAt",
      "t.editedAt as topicEditedAt",
    ])
    .where("u.unpublishedAt", "is", null)
    .orderBy("u.createdAt", "desc")
    .orderBy("u.id");
}

/** The updates of topics that are about a product; a topic without a limit is about all. */
function updatesOfProduct(scope: PageScope) {
  return updateRows(scope)
    .where((eb) => {
      const limits = eb
        .selectFrom("topicProducts as p")
        .select("p.topicId")
        .whereRef("p.orgId", "=", "t.orgId")
        .whereRef("p.topicId", "=", "t.id");
      return eb.or([
        eb.not(eb.exists(limits)),
        eb.exists(limits.where("p.productId", "=", scope.productId)),
      ]);
    })
    .execute();
}

/** The same, out of the updates about any product. */
async function updatesAmongAll(scope: PageScope) {
  const rows = await onceForProducts(scope, updatesWithLimits);
  const limited = new Set(rows.flatMap(({ limitId, id }) => (limitId === null ? [] : [id])));
  return rows.filter(({ limitId, id }) => limitId === scope.productId || !limited.has(id));
}

/** Each update as often as its topic has limits. */
function updatesWithLimits(scope: PageScope) {
  return updateRows(scope)
    .leftJoin("topicProducts as p", (join) =>
      join.onRef("p.orgId", "=", "t.orgId").onRef("p.topicId", "=", "t.id"),
    )
    .select("p.productId as limitId")
    .execute();
}

/** The moments that topics tell of themselves. */
export function topicMoments(
  topics: readonly Pick<TopicEntry<string>, "updates" | "editedAt">[],
): string[] {
  return topics
    .flatMap(({ updates, editedAt }) => [
      editedAt,
      ...updates.flatMap((update) => [update.createdAt, update.editedAt]),
    ])
    .filter((moment) => moment !== null);
}

/** The page of topics to show: the one asked for, or the one that holds the highlighted topic. */
export function pageOfTopics(
  topics: readonly TopicEntry<string>[],
  asked: number,
  highlighted: string | null,
) {
  const listed = topics.filter((topic) => !topic.hidden);
  const pages = Math.max(1, Math.ceil(listed.length / TOPICS_PER_PAGE));
  const at = highlighted === null ? -1 : listed.findIndex((topic) => topic.id === highlighted);
  const page = at >= 0 ? Math.floor(at / TOPICS_PER_PAGE) + 1 : Math.min(Math.max(1, asked), pages);
  return {
    entries: listed.slice((page - 1) * TOPICS_PER_PAGE, page * TOPICS_PER_PAGE),
    count: listed.length,
    page,
    pages,
  };
}

/**
 * The latest topic with an update inside the window of the updates bar; the page changes when it
 * leaves it.
 */
export function recentTopic(
  scope: PageScope,
  topics: readonly TopicEntry<string>[],
): { id: string; subject: string } | null {
  const window = UPDATES_BAR_HOURS * 3_600_000;
  const latest = topics
    .filter((topic) => !topic.hidden)
    .reduce<TopicEntry<string> | null>(
      (best, topic) => (best === null || newest(topic) > newest(best) ? topic : best),
      null,
    );
  if (latest === null) return null;
  const ends = new Date(Date.parse(newest(latest)) + window).toISOString();
  scope.clock.changesAt(ends);
  return ends > scope.clock.now ? { id: latest.id, subject: latest.subject } : null;
}

/** One page of a list, ten entries each, with the page number brought into range. */
export function pageOf<T>(entries: readonly T[], asked: number, perPage: number = FAQ_PER_PAGE) {
  const pages = Math.max(1, Math.ceil(entries.length / perPage));
  const page = Math.min(Math.max(1, asked), pages);
  return {
    entries: entries.slice((page - 1) * perPage, page * perPage),
    count: entries.length,
    page,
    pages,
  };
}

function newest(topic: TopicEntry<string>): string {
  return topic.updates[0]?.createdAt ?? topic.createdAt;
}
