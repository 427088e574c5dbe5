import type { Insertable, Selectable } from "kysely";
import type { Audience, TopicCategory } from "#model/updates/words.ts";
import type { UpdateRecipients } from "#model/updates/recipients.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustFindProducts } from "#tenancy/products/store/products.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { TopicsTable, TopicUpdatesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** What updates are about: an incident, a new report, a change of subprocessors. */
export interface TopicValues {
  id?: string;
  subject: string;
  category: TopicCategory;
  hidden?: boolean;
  pinned?: boolean;
  /** The products that it is about; none means all. */
  productIds: readonly string[];
  /**
   * A change of subprocessors: the day on which it takes effect, YYYY-MM-DD, and how many days one
   * may object.
   */
  effectiveOn?: string | null;
  objectionDays?: number | null;
}

export type TopicRow = Selectable<TopicsTable>;

/** One message of a topic. */
export interface TopicUpdateValues {
  id?: string;
  /** Markdown */
  message: string;
  audience: Audience;
  /** Shown on the portal, sent by email, or both. */
  channelStatusPage: boolean;
  channelEmail: boolean;
  /** When it is published; later than now means scheduled. */
  publishAt: Date;
  /** Who gets the mail; an update without them, such as an imported one, mails nobody. */
  recipients?: UpdateRecipients | null;
  approvedBy?: string | null;
  requestKey?: string | null;
}

/** A topic of the org; null when it has none of that id. */
export async function findTopic(
  db: Reader,
  orgId: string,
  topicId: string,
): Promise<TopicRow | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("topics")
    .selectAll()
    .where("id", "=", topicId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Creates a topic, which shows once it has an update. @returns its id. @throws NotFound when a
 * product is not the org's
 */
export async function createTopic(
  { trx, orgId, now }: Omit<Write, "by">,
  values: TopicValues,
  by = "",
): Promise<string> {
  const [id] = await createTopics(trx, orgId, [{ ...values, createdAt: now, updates: [] }], by);
  return id ?? "";
}

/** What content says anew of a topic that it finds with drafts alone. */
const SAID = [
  "subject",
  "category",
  "hiddenAt",
  "hiddenBy",
  "pinnedAt",
  "pinnedBy",
  "effectiveOn",
  "objectionDays",
  "createdAt",
] as const;

/**
 * Creates many topics with their updates at once, each from its own time; one of which nothing was
 * ever told may be there.
 * @returns their ids, in the same order
 * @throws as `createTopic`
 */
export async function createTopics(
  trx: Writer,
  orgId: string,
  topics: readonly (TopicValues & { createdAt: Date; updates: readonly TopicUpdateValues[] })[],
  by: string,
): Promise<string[]> {
  await mustFindProducts(
    trx,
    orgId,
    topics.flatMap((topic) => topic.productIds),
  );
  const drafts = topics.map((topic) => ({ ...topic, id: topic.id ?? newId() }));
  const rows = drafts.map((topic): Insertable<TopicsTable> => ({
    orgId,
    id: topic.id,
    subject: topic.subject,
    category: topic.category,
    hiddenAt: topic.hidden ? isoNow(topic.createdAt) : null,
    hiddenBy: topic.hidden ? by : null,
    pinnedAt: topic.pinned ? isoNow(topic.createdAt) : null,
    pinnedBy: topic.pinned ? by : null,
    effectiveOn: topic.effectiveOn ?? null,
    objectionDays: topic.objectionDays ?? null,
    editedAt: null,
    editedBy: null,
    createdAt: isoNow(topic.createdAt),
  }));
  await inBatches(rows, (batch) =>
    trx
      .insertInto("topics")
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(["orgId", "id"])
          .doUpdateSet((eb) =>
            Object.fromEntries(SAID.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute(),
  );
  await inBatches(
    rows.map(({ id }) => id),
    (ids) => inOrg(trx, orgId).deleteFrom("topicProducts").where("topicId", "in", ids).execute(),
  );
  const products = drafts.flatMap((topic) =>
    [...new Set(topic.productIds)].map((productId) => ({ orgId, topicId: topic.id, productId })),
  );
  await inBatches(products, (batch) => trx.insertInto("topicProducts").values(batch).execute());
  const updates = drafts.flatMap((topic) =>
    topic.updates.map((update) => updateRow(orgId, topic.id, update, by)),
  );
  await inBatches(updates, (batch) => trx.insertInto("topicUpdates").values(batch).execute());
  await contentChanged(trx, orgId);
  return rows.map((row) => row.id);
}

/**
 * Publishes an update of a topic, or schedules it, without more ado. Mail is the caller's, in the
 * same transaction. @returns its id. @throws NotFound
 */
export async function addTopicUpdate(
  trx: Writer,
  orgId: string,
  topicId: string,
  values: TopicUpdateValues,
  by: string,
): Promise<string> {
  const topic = await findTopic(trx, orgId, topicId);
  if (topic === null) throw new NotFound("topic");
  const row = updateRow(orgId, topicId, values, by);
  await trx.insertInto("topicUpdates").values(row).execute();
  // A topic is as old as its first update.
  if (row.createdAt < topic.createdAt)
    await inOrg(trx, orgId)
      .updateTable("topics")
      .set({ createdAt: row.createdAt })
      .where("id", "=", topicId)
      .execute();
  await contentChanged(trx, orgId);
  return row.id;
}

/** What a topic can be beside its words: who made it so and when, and what the audit says of it. */
const MARKS = {
  hidden: { at: "hiddenAt", by: "hiddenBy", set: "topic.hidden", lifted: "topic.shown" },
  pinned: { at: "pinnedAt", by: "pinnedBy", set: "topic.pinned", lifted: "topic.unpinned" },
} as const;

/**
 * Takes a topic out of the portal; the owner still sees it. Hiding it twice changes nothing.
 * @throws NotFound
 */
export async function hideTopic(write: Write, topicId: string): Promise<void> {
  await mark(write, topicId, { name: "hidden", on: true });
}

/** Shows a hidden topic again. @throws NotFound */
export async function showTopic(write: Write, topicId: string): Promise<void> {
  await mark(write, topicId, { name: "hidden", on: false });
}

/** Keeps a topic on top of the list. @throws NotFound */
export async function pinTopic(write: Write, topicId: string): Promise<void> {
  await mark(write, topicId, { name: "pinned", on: true });
}

/** Lets a pinned topic take its place by time again. @throws NotFound */
export async function unpinTopic(write: Write, topicId: string): Promise<void> {
  await mark(write, topicId, { name: "pinned", on: false });
}

async function mark(
  write: Write,
  topicId: string,
  { name, on }: { name: keyof typeof MARKS; on: boolean },
): Promise<void> {
  const { trx, orgId, by, now } = write;
  const topic = await findTopic(trx, orgId, topicId);
  if (topic === null) throw new NotFound("topic");
  const columns = MARKS[name];
  // It is so already: then nothing is written, and no second audit row.
  if ((topic[columns.at] !== null) === on) return;
  await inOrg(trx, orgId)
    .updateTable("topics")
    .set({ [columns.at]: on ? isoNow(now) : null, [columns.by]: on ? by.actorName : null })
    .where("id", "=", topicId)
    .execute();
  await noteEntries(write, "updates", [topicId]);
  const action = on ? columns.set : columns.lifted;
  await recordAudit(write, { action, subject: topic.subject });
  await contentChanged(trx, orgId);
}

function updateRow(
  orgId: string,
  topicId: string,
  values: TopicUpdateValues,
  by: string,
): TopicUpdatesTable {
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
    approvedBy: values.approvedBy ?? null,
    recipientsJson: values.recipients == null ? null : JSON.stringify(values.recipients),
    editedAt: null,
    editedBy: null,
    unpublishedAt: null,
    unpublishedBy: null,
    requestKey: values.requestKey ?? null,
  };
}
