import type { Audience, TopicCategory } from "../app/domain/publications.ts";
import { inBatches } from "./batches.ts";
import { isoNow, newId } from "./ids.ts";
import { contentChanged } from "./orgs.ts";
import { mustFindProducts } from "./products.ts";
import { mustChange, NotFound } from "./refusals.ts";
import type { TopicsTable, TopicUpdatesTable } from "./schema.ts";
import type { Reader, Writer } from "./store.ts";

/** What updates are about: an incident, a new report, a change of subprocessors. */
export interface TopicValues {
  id?: string;
  subject: string;
  category: TopicCategory;
  hidden?: boolean;
  pinned?: boolean;
  /** The products that it is about; none means all. */
  productIds: readonly string[];
}

/** One message of a topic. */
export interface TopicUpdateValues {
  id?: string;
  /** Markdown */
  message: string;
  audience: Audience;
  /** Shown on the portal, sent by e-mail, or both. */
  channelStatusPage: boolean;
  channelEmail: boolean;
  /** When it is published; later than now means scheduled. */
  publishAt: Date;
}

/** A topic of the org; null when it has none of that id. */
export async function findTopic(db: Reader, orgId: string, topicId: string): Promise<TopicsTable | null> {
  const row = await db.selectFrom("topics").selectAll().where("orgId", "=", orgId).where("id", "=", topicId).executeTakeFirst();
  return row ?? null;
}

/** Creates a topic, which shows once it has an update. @returns its id. @throws NotFound when a product is not the org's */
export async function createTopic(trx: Writer, orgId: string, values: TopicValues, now: Date = new Date()): Promise<string> {
  const [id] = await createTopics(trx, orgId, [{ ...values, createdAt: now, updates: [] }], "");
  return id ?? "";
}

/**
 * Creates many topics with their updates at once, each from its own time.
 * @returns their ids, in the same order
 * @throws as `createTopic`
 */
export async function createTopics(
  trx: Writer,
  orgId: string,
  topics: readonly (TopicValues & { createdAt: Date; updates: readonly TopicUpdateValues[] })[],
  by: string,
): Promise<string[]> {
  await mustFindProducts(trx, orgId, topics.flatMap((topic) => topic.productIds));
  const drafts = topics.map((topic) => ({ ...topic, id: topic.id ?? newId() }));
  const rows = drafts.map((topic): TopicsTable => ({
    orgId,
    id: topic.id,
    subject: topic.subject,
    category: topic.category,
    hiddenAt: topic.hidden ? isoNow(topic.createdAt) : null,
    pinnedAt: topic.pinned ? isoNow(topic.createdAt) : null,
    createdAt: isoNow(topic.createdAt),
  }));
  await inBatches(rows, (batch) => trx.insertInto("topics").values(batch).execute());
  const products = drafts.flatMap((topic) => [...new Set(topic.productIds)].map((productId) => ({ orgId, topicId: topic.id, productId })));
  await inBatches(products, (batch) => trx.insertInto("topicProducts").values(batch).execute());
  const updates = drafts.flatMap((topic) => topic.updates.map((update) => updateRow(orgId, topic.id, update, by)));
  await inBatches(updates, (batch) => trx.insertInto("topicUpdates").values(batch).execute());
  await contentChanged(trx, orgId);
  return rows.map((row) => row.id);
}

/** Publishes an update of a topic, or schedules it. Mail is the caller's, in the same transaction. @returns its id. @throws NotFound */
export async function addTopicUpdate(trx: Writer, orgId: string, topicId: string, values: TopicUpdateValues, by: string): Promise<string> {
  if ((await findTopic(trx, orgId, topicId)) === null) throw new NotFound("topic");
  const row = updateRow(orgId, topicId, values, by);
  await trx.insertInto("topicUpdates").values(row).execute();
  await contentChanged(trx, orgId);
  return row.id;
}

/** Takes a topic out of the portal; the owner still sees it. @throws NotFound */
export async function hideTopic(trx: Writer, orgId: string, topicId: string, now: Date = new Date()): Promise<void> {
  await changeTopic(trx, orgId, topicId, { hiddenAt: isoNow(now) });
}

/** Shows a hidden topic again. @throws NotFound */
export async function showTopic(trx: Writer, orgId: string, topicId: string): Promise<void> {
  await changeTopic(trx, orgId, topicId, { hiddenAt: null });
}

/** Keeps a topic on top of the list. @throws NotFound */
export async function pinTopic(trx: Writer, orgId: string, topicId: string, now: Date = new Date()): Promise<void> {
  await changeTopic(trx, orgId, topicId, { pinnedAt: isoNow(now) });
}

/** Lets a pinned topic take its place by time again. @throws NotFound */
export async function unpinTopic(trx: Writer, orgId: string, topicId: string): Promise<void> {
  await changeTopic(trx, orgId, topicId, { pinnedAt: null });
}

async function changeTopic(trx: Writer, orgId: string, topicId: string, changes: Partial<TopicsTable>): Promise<void> {
  mustChange(await trx.updateTable("topics").set(changes).where("orgId", "=", orgId).where("id", "=", topicId).executeTakeFirst(), "topic");
  await contentChanged(trx, orgId);
}

function updateRow(orgId: string, topicId: string, values: TopicUpdateValues, by: string): TopicUpdatesTable {
  return {
    orgId,
    id: values.id ?? newId(),
    topicId,
    message: values.message,
    audience: values.audience,
    channelStatusPage: values.channelStatusPage ? 1 : 0,
    channelEmail: values.channelEmail ? 1 : 0,
    createdAt: isoNow(values.publishAt),
    createdBy: by,
  };
}
