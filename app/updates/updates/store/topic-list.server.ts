import { CATEGORY_LABELS, type TopicCategory } from "#model/updates/words.ts";
import { sortedBy } from "#values/list-sort.ts";
import { topicStates, type TopicState } from "#model/updates/topic-states.ts";
import { isoNow } from "#db/ids.ts";
import type {
  TopicUpdatesTable,
  TopicUpdateVersionsTable,
  TopicVersionsTable,
} from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { TopicQuery, TopicSort } from "../forms/topic-query.ts";
import { listDrafts, type TopicDraft } from "./topic-drafts.server.ts";
import { findTopic, type TopicRow } from "./topics.server.ts";

/** A topic, or a draft that would begin one, as a row of the private area's list. */
export interface TopicListEntry {
  /** A topic's id, or that of the draft. */
  id: string;
  isDraft: boolean;
  subject: string;
  category: TopicCategory;
  pinned: boolean;
  states: TopicState[];
  updates: number;
  /** The newest thing that happened to it. */
  at: string;
}

const SORT_VALUES: Readonly<Record<TopicSort, (entry: TopicListEntry) => string | number>> = {
  subject: ({ subject }) => subject,
  category: ({ category }) => CATEGORY_LABELS[category],
  updates: ({ updates }) => updates,
  changed: ({ at }) => at,
};

export const TOPICS_PER_LIST = 20;

/**
 * An org's topics and drafts in the order asked for, of equal ones the newest first; a page that does not exist gives the nearest one
 * that does.
 */
export async function listTopics(db: Reader, orgId: string, query: TopicQuery, now: Date) {
  const [topics, updates, drafts] = await Promise.all([
    inOrg(db, orgId)
      .selectFrom("topics")
      .select(["id", "subject", "category", "hiddenAt", "pinnedAt", "createdAt"])
      .execute(),
    inOrg(db, orgId)
      .selectFrom("topicUpdates")
      .select(["topicId", "createdAt", "unpublishedAt"])
      .execute(),
    listDrafts(db, orgId),
  ]);
  const [updatesOf, draftsOf] = [byTopic(updates), byTopic(drafts)];
  const entries = [
    ...topics.map((topic): TopicListEntry => {
      const [own, waiting] = [updatesOf.get(topic.id) ?? [], draftsOf.get(topic.id) ?? []];
      return {
        id: topic.id,
        isDraft: false,
        subject: topic.subject,
        category: topic.category,
        pinned: topic.pinnedAt !== null,
        states: topicStates(
          { hidden: topic.hiddenAt !== null, updates: own, drafts: waiting.map(isWaiting) },
          isoNow(now),
        ),
        updates: own.length,
        at: latest([
          topic.createdAt,
          ...own.map(({ createdAt }) => createdAt),
          ...waiting.map(({ changedAt }) => changedAt),
        ]),
      };
    }),
    ...(draftsOf.get(null) ?? []).map(
      ({ id, subject, category, pinned, changedAt, submitted }): TopicListEntry => ({
        id,
        isDraft: true,
        subject,
        category,
        pinned,
        states: [submitted === null ? "draft" : "waiting"],
        updates: 0,
        at: changedAt,
      }),
    ),
  ];
  const needle = query.search.trim().toLowerCase();
  const said = needle === "" ? null : await topicsThatSay(db, orgId, needle);
  const found = entries
    .filter((entry) => query.category === null || entry.category === query.category)
    .filter((entry) => query.state === null || entry.states.includes(query.state))
    .filter(
      (entry) =>
        said === null || entry.subject.toLowerCase().includes(needle) || said.has(entry.id),
    )
    .sort((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id));
  const sorted = sortedBy(found, SORT_VALUES[query.sort.by], query.sort.descending);
  const pages = Math.max(1, Math.ceil(found.length / TOPICS_PER_LIST));
  const page = Math.min(Math.max(1, query.page), pages);
  return {
    entries: sorted.slice((page - 1) * TOPICS_PER_LIST, page * TOPICS_PER_LIST),
    total: found.length,
    all: entries.length,
    page,
    pages,
    waiting: drafts.filter(({ submitted }) => submitted !== null),
  };
}

/** The topics and drafts whose messages hold a text. */
async function topicsThatSay(db: Reader, orgId: string, needle: string): Promise<Set<string>> {
  const [updates, drafts] = await Promise.all([
    inOrg(db, orgId).selectFrom("topicUpdates").select(["topicId", "message"]).execute(),
    inOrg(db, orgId).selectFrom("topicDrafts").select(["id", "topicId", "message"]).execute(),
  ]);
  const says = ({ message }: { message: string }) => message.toLowerCase().includes(needle);
  return new Set([
    ...updates.filter(says).map(({ topicId }) => topicId),
    ...drafts.filter(says).map(({ id, topicId }) => topicId ?? id),
  ]);
}

function byTopic<T extends { topicId: string | null }>(
  rows: readonly T[],
): Map<string | null, T[]> {
  const groups = new Map<string | null, T[]>();
  for (const row of rows) {
    const group = groups.get(row.topicId);
    if (group === undefined) groups.set(row.topicId, [row]);
    else group.push(row);
  }
  return groups;
}

function isWaiting({ submitted }: TopicDraft): { waiting: boolean } {
  return { waiting: submitted !== null };
}

function latest(moments: readonly string[]): string {
  return moments.reduce((newest, moment) => (moment > newest ? moment : newest), "");
}

/** How the mail of an update went out so far. */
export interface MailingSummary {
  recipients: number;
  state: string;
}

/** Everything that staff know of a topic. */
export interface TopicFile {
  topic: TopicRow;
  productIds: string[];
  /** Newest first, with what each said before and how its mail stands. */
  updates: (TopicUpdatesTable & {
    versions: TopicUpdateVersionsTable[];
    mailing: MailingSummary | null;
  })[];
  versions: TopicVersionsTable[];
  drafts: TopicDraft[];
}

/** A topic of the org with all that belongs to it; null when it has none of that id. */
export async function loadTopicFile(
  db: Reader,
  orgId: string,
  topicId: string,
): Promise<TopicFile | null> {
  const topic = await findTopic(db, orgId, topicId);
  if (topic === null) return null;
  const [products, updates, versions, updateVersions, drafts] = await Promise.all([
    inOrg(db, orgId)
      .selectFrom("topicProducts")
      .select("productId")
      .where("topicId", "=", topicId)
      .execute(),
    inOrg(db, orgId)
      .selectFrom("topicUpdates")
      .selectAll()
      .where("topicId", "=", topicId)
      .orderBy("createdAt", "desc")
      .orderBy("id")
      .execute(),
    inOrg(db, orgId)
      .selectFrom("topicVersions")
      .selectAll()
      .where("topicId", "=", topicId)
      .orderBy("replacedAt", "desc")
      .execute(),
    inOrg(db, orgId)
      .selectFrom("topicUpdateVersions as v")
      .innerJoin("topicUpdates as u", (join) =>
        join.onRef("u.orgId", "=", "v.orgId").onRef("u.id", "=", "v.updateId"),
      )
      .selectAll("v")
      .where("u.topicId", "=", topicId)
      .orderBy("v.replacedAt", "desc")
      .execute(),
    listDrafts(db, orgId),
  ]);
  const ids = updates.map(({ id }) => id);
  const mailings =
    ids.length === 0
      ? []
      : await inOrg(db, orgId)
          .selectFrom("mailings")
          .select(["topicUpdateId", "recipients", "state"])
          .where("topicUpdateId", "in", ids)
          .execute();
  return {
    topic,
    productIds: products.map(({ productId }) => productId),
    updates: updates.map((update) => {
      const mailing = mailings.find(({ topicUpdateId }) => topicUpdateId === update.id);
      return {
        ...update,
        versions: updateVersions.filter(({ updateId }) => updateId === update.id),
        mailing:
          mailing === undefined ? null : { recipients: mailing.recipients, state: mailing.state },
      };
    }),
    versions,
    drafts: drafts.filter((draft) => draft.topicId === topicId),
  };
}
