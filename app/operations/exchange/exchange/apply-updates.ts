import type { TopicCategory, Audience } from "#model/updates/update-words.ts";
import { isoNow } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import { saveDraft } from "#updates/updates/store/topic-drafts.server.ts";
import { submitDraft } from "#updates/updates/store/topic-approvals.server.ts";
import { editTopicUpdate, unpublishUpdate } from "#updates/updates/store/topic-edits.server.ts";
import { findUpdate, withdrawScheduled } from "#updates/updates/store/topic-withdrawal.server.ts";
import {
  hideTopic,
  pinTopic,
  showTopic,
  unpinTopic,
} from "#updates/updates/store/topics.server.ts";
import { names, text, type Applying } from "./applying.ts";
import type { Comparison } from "./compare.ts";
import { rowKey, type Noun, type Value } from "./rows.ts";

/**
 * Writes what changes in topics and their updates. New ones are added; what is published changes by
 * the same verbs as on the portal, each with its audit row, so that the words before, the mark and
 * a second person's approval are never passed by.
 */
export async function applyUpdates(applying: Applying, comparison: Comparison): Promise<void> {
  const { uids } = applying;
  const { changes, target } = comparison;
  const rows = (noun: Noun, what: string) =>
    changes.filter((change) => change.noun === noun && change.what === what);
  for (const { row } of rows("topic", "added")) await addTopic(applying, row.value);
  for (const { row, fields } of rows("topic", "changed"))
    await markTopic(applying, row.value, fields);
  for (const { row } of rows("topic-update", "added")) await addUpdate(applying, row.value);

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
  const { trx, orgId, uids } = applying;
  const values = {
    subject: String(topic.subject),
    category: topic.category as TopicCategory,
    productIds: names(topic.products).map((uid) => uids.idOf("product", uid)),
    effectiveOn: text(topic.effectiveOn),
    objectionDays: typeof topic.objectionDays === "number" ? topic.objectionDays : null,
  };
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

/** A topic of which nothing is told yet. */
async function addTopic({ trx, orgId, uids, by, now }: Applying, value: Value): Promise<void> {
  const id = uids.idOf("topic", String(value.uid));
  const mark = (wanted: unknown) =>
    wanted === true ? { at: isoNow(now), by: by.actorName } : { at: null, by: null };
  const [hidden, pinned] = [mark(value.hidden), mark(value.pinned)];
  const row = {
    subject: String(value.subject),
    category: value.category as TopicCategory,
    hiddenAt: hidden.at,
    hiddenBy: hidden.by,
    pinnedAt: pinned.at,
    pinnedBy: pinned.by,
    effectiveOn: text(value.effectiveOn),
    objectionDays: typeof value.objectionDays === "number" ? value.objectionDays : null,
  };
  await trx
    .insertInto("topics")
    .values({ orgId, id, editedAt: null, editedBy: null, createdAt: isoNow(now), ...row })
    .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(row))
    .execute();
  await inOrg(trx, orgId).deleteFrom("topicProducts").where("topicId", "=", id).execute();
  const products = names(value.products).map((uid) => ({
    orgId,
    topicId: id,
    productId: uids.idOf("product", uid),
  }));
  if (products.length > 0) await trx.insertInto("topicProducts").values(products).execute();
}

/** An imported update mails nobody: what was sent, was sent where it came from. */
async function addUpdate({ trx, orgId, uids, by }: Applying, value: Value): Promise<void> {
  const id = uids.idOf("topic-update", String(value.uid));
  const topicId = uids.idOf("topic", String(value.topic));
  const row = {
    topicId,
    message: String(value.message),
    audience: (value.audience ?? "public") as Audience,
    channelStatusPage: value.portal === false ? (0 as const) : (1 as const),
    channelEmail: value.email === true ? (1 as const) : (0 as const),
    createdAt: String(value.at),
  };
  await trx
    .insertInto("topicUpdates")
    .values({
      orgId,
      id,
      createdBy: by.actorName,
      approvedBy: null,
      recipientsJson: null,
      editedAt: null,
      editedBy: null,
      unpublishedAt: null,
      unpublishedBy: null,
      requestKey: null,
      ...row,
    })
    .execute();
  // A topic is as old as its first update.
  const topic = await inOrg(trx, orgId)
    .selectFrom("topics")
    .select("createdAt")
    .where("id", "=", topicId)
    .executeTakeFirst();
  if (topic !== undefined && topic.createdAt > row.createdAt)
    await inOrg(trx, orgId)
      .updateTable("topics")
      .set({ createdAt: row.createdAt })
      .where("id", "=", topicId)
      .execute();
}
