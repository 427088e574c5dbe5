import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { stopMailings } from "#platform/mail/store/mailings.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { TopicUpdatesTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { inOrg } from "#db/tenant.ts";
import { findTopic, type TopicRow } from "./topics.server.ts";

/** An update of the org; null when it has none of that id. */
export async function findUpdate(
  db: Reader,
  orgId: string,
  updateId: string,
): Promise<TopicUpdatesTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("topicUpdates")
    .selectAll()
    .where("id", "=", updateId)
    .executeTakeFirst();
  return row ?? null;
}

/** The topic of an update. */
export async function topicOf(
  db: Reader,
  { orgId, topicId }: Pick<TopicUpdatesTable, "orgId" | "topicId">,
): Promise<TopicRow> {
  const topic = await findTopic(db, orgId, topicId);
  if (topic === null) throw new NotFound("topic");
  return topic;
}

/** The ids of the products that a topic is about; none means all. */
export async function productsOf(
  db: Reader,
  { orgId, id }: Pick<TopicRow, "orgId" | "id">,
): Promise<string[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("topicProducts")
    .select("productId")
    .where("topicId", "=", id)
    .execute();
  return rows.map(({ productId }) => productId);
}

/**
 * What a request of this key made before: the same request, sent twice, has one effect.
 * @param requestKey or what it begins with, up to a dot
 * @param since earlier ones are other requests
 * @returns with the whole key
 */
export async function findRequested(
  db: Reader,
  orgId: string,
  requestKey: string,
  since: Date,
): Promise<(({ draftId: string } | { updateId: string }) & { requestKey: string }) | null> {
  const made = (table: "topicDrafts" | "topicUpdates") =>
    inOrg(db, orgId)
      .selectFrom(table)
      .select(["id", "requestKey"])
      // A slash is the next character after a dot.
      .where((eb) =>
        eb.or([
          eb("requestKey", "=", requestKey),
          eb.and([
            eb("requestKey", ">", `${requestKey}.`),
            eb("requestKey", "<", `${requestKey}/`),
          ]),
        ]),
      )
      .where("createdAt", ">=", isoNow(since))
      .executeTakeFirst();
  const draft = await made("topicDrafts");
  if (draft !== undefined) return { draftId: draft.id, requestKey: draft.requestKey ?? "" };
  const update = await made("topicUpdates");
  return update === undefined ? null : { updateId: update.id, requestKey: update.requestKey ?? "" };
}

/**
 * Takes a scheduled update back before its time: it is a draft again, and so is its topic when it
 * has nothing else.
 * @returns the draft's id
 * @throws NotFound; Refused once it is published
 */
export async function withdrawScheduled(write: Write, updateId: string): Promise<string> {
  const { trx, orgId, by, now } = write;
  const update = await findUpdate(trx, orgId, updateId);
  if (update === null || update.unpublishedAt !== null) throw new NotFound("update");
  if (update.createdAt <= isoNow(now)) throw new Refused("This update is already published");
  const topic = await topicOf(trx, update);
  const others = await inOrg(trx, orgId)
    .selectFrom("topicUpdates")
    .select("id")
    .where("topicId", "=", topic.id)
    .where("id", "!=", updateId)
    .limit(1)
    .execute();
  const drafts = await inOrg(trx, orgId)
    .selectFrom("topicDrafts")
    .select("id")
    .where("topicId", "=", topic.id)
    .limit(1)
    .execute();
  const alone = others.length + drafts.length === 0;
  const products = await productsOf(trx, topic);
  await stopMailings(write, updateId);
  await inOrg(trx, orgId).deleteFrom("topicUpdates").where("id", "=", updateId).execute();
  await noteEntries(write, "updates", [topic.id]);
  if (alone) await inOrg(trx, orgId).deleteFrom("topics").where("id", "=", topic.id).execute();
  const at = isoNow(now);
  // A new id: a publish form that is sent late must not publish it again.
  const id = newId();
  await trx
    .insertInto("topicDrafts")
    .values({
      orgId,
      id,
      topicId: alone ? null : topic.id,
      updateId: null,
      subject: topic.subject,
      category: topic.category,
      hidden: topic.hiddenAt === null ? 0 : 1,
      pinned: topic.pinnedAt === null ? 0 : 1,
      productIdsJson: JSON.stringify(products),
      effectiveOn: topic.effectiveOn,
      objectionDays: topic.objectionDays,
      message: update.message,
      audience: update.audience,
      channelStatusPage: update.channelStatusPage,
      channelEmail: update.channelEmail,
      recipientsJson: update.recipientsJson,
      publishAt: update.createdAt,
      requestKey: null,
      revision: 1,
      createdAt: at,
      createdBy: update.createdBy,
      changedAt: at,
      changedBy: by.actorName,
      changedByActor: by.actor,
      submittedAt: null,
      submittedBy: null,
      submittedByActor: null,
      returnedAt: null,
      returnedBy: null,
      returnNote: null,
    })
    .execute();
  await recordAudit(write, { action: "topic-update.withdrawn", subject: topic.subject });
  await contentChanged(trx, orgId);
  return id;
}
