import type { TopicCategory, Audience } from "#model/updates/words.ts";
import { isoNow } from "#db/ids.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { inOrg } from "#db/tenant.ts";
import { saveDraft } from "#updates/updates/store/topic-drafts.server.ts";
import { submitDraft } from "#updates/updates/store/topic-approvals.server.ts";
import { editTopicUpdate, unpublishUpdate } from "#updates/updates/store/topic-edits.server.ts";
import { findUpdate, withdrawScheduled } from "#updates/updates/store/topic-withdrawal.server.ts";
import {
  addTopicUpdate,
  createTopics,
  hideTopic,
  pinTopic,
  showTopic,
  unpinTopic,
  type TopicUpdateValues,
} from "#updates/updates/store/topics.server.ts";
import { names, text, type Applying } from "./applying.ts";
import type { Comparison } from "./compare.ts";
import { rowKey, type Noun, type Row, type Value } from "./rows.ts";

/**
 * Writes what changes in topics and their updates. New ones are added; what is published changes by
 * the same verbs as on the portal, each with its audit row, so that the words before, the mark and
 * a second person's approval are never passed by.
 */
export async function applyUpdates(applying: Applying, comparison: Comparison): Promise<void> {
  const { trx, orgId, uids, by } = applying;
  const { changes, target } = comparison;
  const rows = (noun: Noun, what: string) =>
    changes.filter((change) => change.noun === noun && change.what === what);
  const added = (noun: Noun) => rows(noun, "added").map(({ row }) => row);
  const [topics, updates] = [added("topic"), added("topic-update")];
  await addTopics(applying, topics, updates);
  for (const { row, fields } of rows("topic", "changed"))
    await markTopic(applying, row.value, fields);
  const isNew = new Set<unknown>(topics.map(({ key }) => key));
  for (const update of updates.filter(({ value }) => !isNew.has(value.topic)))
    await addTopicUpdate(
      trx,
      orgId,
      uids.idOf("topic", String(update.value.topic)),
      updateOf(applying)(update),
      by.actorName,
    );

  const topicOf = (uid: unknown) =>
    target.get(rowKey({ noun: "topic", key: String(uid) }))?.value ?? {};
  const edited = new Set<unknown>();
  for (const { row } of rows("topic-update", "changed")) {
    const id = uids.idOf("topic-update", row.key);
    const message = String(row.value.message);
    await editUpdate(applying, comparison, { id, message, topic: topicOf(row.value.topic) });
    edited.add(row.value.topic);
  }
  for (const { row, fields } of rows("topic", "changed")) {
    if (edited.has(row.key) || fields.every((field) => MARKS.includes(field))) continue;
    const carrier = await newestPublished(applying, uids.idOf("topic", row.key));
    await editUpdate(applying, comparison, { ...carrier, topic: row.value });
  }

  const told = [
    ...topics.map(({ key }) => key),
    ...updates.map(({ value }) => String(value.topic)),
  ];
  await noteEntries(
    applying,
    "updates",
    told.map((key) => uids.idOf("topic", key)),
  );

  for (const { key } of rows("topic-update", "removed"))
    await takeBack(applying, uids.idOf("topic-update", key));
  for (const { key } of rows("topic", "removed"))
    await removeEmpty(applying, uids.idOf("topic", key));
}

const MARKS: readonly string[] = ["hidden", "pinned"];

async function markTopic(
  applying: Applying,
  value: Value,
  fields: readonly string[],
): Promise<void> {
  const id = applying.uids.idOf("topic", String(value.uid));
  if (fields.includes("hidden"))
    await (value.hidden === true ? hideTopic : showTopic)(applying, id);
  if (fields.includes("pinned"))
    await (value.pinned === true ? pinTopic : unpinTopic)(applying, id);
}

/** As the edit form does it: at once, or as a draft that waits for a second person. */
async function editUpdate(
  applying: Applying,
  { secondPerson }: Comparison,
  { id, message, topic }: { id: string; message: string; topic: Value },
): Promise<void> {
  const { trx, orgId } = applying;
  const values = topicValues(applying, topic);
  if (!secondPerson) {
    await editTopicUpdate(applying, id, { ...values, message, revision: null });
    return;
  }
  const update = await findUpdate(trx, orgId, id);
  if (update === null) throw new Error("a change of an update that is not there");
  const draft = await saveDraft(
    applying,
    {
      topicId: update.topicId,
      topic: { ...values, hidden: topic.hidden === true, pinned: topic.pinned === true },
      message,
      audience: update.audience,
      statusPage: update.channelStatusPage === 1,
      email: null,
      publishAt: null,
    },
    { updateId: id },
  );
  await submitDraft(applying, draft.id, draft.revision);
}

/** The update by which a change of its topic goes. */
async function newestPublished({ trx, orgId, now }: Applying, topicId: string) {
  return inOrg(trx, orgId)
    .selectFrom("topicUpdates")
    .select(["id", "message"])
    .where("topicId", "=", topicId)
    .where("unpublishedAt", "is", null)
    .where("createdAt", "<=", isoNow(now))
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Off the portal, or a draft again where it was only scheduled; it is never deleted. */
async function takeBack(applying: Applying, id: string): Promise<void> {
  const { trx, orgId, now } = applying;
  const update = await findUpdate(trx, orgId, id);
  if (update === null) return;
  if (update.createdAt > isoNow(now)) await withdrawScheduled(applying, id);
  else await unpublishUpdate(applying, id);
}

/** A topic goes when nothing was ever told of it; else it stays with what was taken back. */
async function removeEmpty({ trx, orgId }: Applying, topicId: string): Promise<void> {
  for (const table of ["topicUpdates", "topicDrafts"] as const) {
    const held = await inOrg(trx, orgId)
      .selectFrom(table)
      .select("id")
      .where("topicId", "=", topicId)
      .limit(1)
      .executeTakeFirst();
    if (held !== undefined) return;
  }
  await inOrg(trx, orgId).deleteFrom("topics").where("id", "=", topicId).execute();
}

/** New topics with what is told of them. It mails nobody: what was sent, was sent before. */
async function addTopics(applying: Applying, topics: readonly Row[], updates: readonly Row[]) {
  const { trx, orgId, uids, by, now } = applying;
  const values = topics.map(({ key, value }) => {
    const own = updates.filter((update) => update.value.topic === key).map(updateOf(applying));
    const times = own.map(({ publishAt }) => publishAt.getTime());
    return {
      id: uids.idOf("topic", key),
      ...topicValues(applying, value),
      hidden: value.hidden === true,
      pinned: value.pinned === true,
      createdAt: new Date(Math.min(now.getTime(), ...times)),
      updates: own,
    };
  });
  if (values.length > 0) await createTopics(trx, orgId, values, by.actorName);
}

function topicValues({ uids }: Applying, topic: Value) {
  return {
    subject: String(topic.subject),
    category: topic.category as TopicCategory,
    productIds: names(topic.products).map((uid) => uids.idOf("product", uid)),
    effectiveOn: text(topic.effectiveOn),
    objectionDays: typeof topic.objectionDays === "number" ? topic.objectionDays : null,
  };
}

function updateOf({ uids }: Applying) {
  return ({ key, value }: Row): TopicUpdateValues => ({
    id: uids.idOf("topic-update", key),
    message: String(value.message),
    audience: (value.audience ?? "public") as Audience,
    channelStatusPage: value.portal !== false,
    channelEmail: value.email === true,
    publishAt: new Date(String(value.at)),
  });
}
