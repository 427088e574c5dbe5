import type { TopicCategory } from "#model/updates/words.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { stopMailings } from "#platform/mail/store/mailings.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustFindProducts } from "#tenancy/products/store/products.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { TopicUpdatesTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { findUpdate, productsOf, topicOf } from "./topic-withdrawal.server.ts";
import type { TopicRow } from "./topics.server.ts";

/**
 * What can be changed after publication; the audience and the channels can't: mail has left, feeds
 * were read.
 */
export interface TopicEdit {
  subject: string;
  category: TopicCategory;
  productIds: readonly string[];
  effectiveOn: string | null;
  objectionDays: number | null;
  message: string;
  /** The topic's revision that was edited; null when somebody approved the edit since. */
  revision: number | null;
  /** The id that the replaced words are kept under. */
  versionId?: string;
}

/**
 * Changes what is published. The old words stay as versions, and visitors see that and when it was
 * edited. The same words again change nothing.
 * @throws NotFound when the update is not there or was unpublished; Refused when somebody edited in
 *   between
 */
export async function editTopicUpdate(
  write: Write,
  updateId: string,
  edit: TopicEdit,
): Promise<TopicUpdatesTable> {
  const { trx, orgId, by, now } = write;
  const update = await findUpdate(trx, orgId, updateId);
  if (update === null || update.unpublishedAt !== null) throw new NotFound("update");
  if (update.createdAt > isoNow(now))
    throw new Refused("This update is scheduled. Cancel the schedule to edit it.");
  const topic = await topicOf(trx, update);
  await mustFindProducts(trx, orgId, edit.productIds);
  const products = await productsOf(trx, topic);
  const movesProducts = products.sort().join() !== [...new Set(edit.productIds)].sort().join();
  const changesTopic =
    topic.subject !== edit.subject ||
    topic.category !== edit.category ||
    topic.effectiveOn !== edit.effectiveOn ||
    topic.objectionDays !== edit.objectionDays;
  const changesMessage = update.message !== edit.message;
  if (!movesProducts && !changesTopic && !changesMessage) return update;
  if (edit.revision !== null && edit.revision !== topic.revision)
    throw new Refused(
      "Someone changed this update after you opened it. Nothing was saved. The published version is below.",
    );

  const stamp = { editedAt: isoNow(now), editedBy: by.actorName };
  const replaced = { replacedAt: stamp.editedAt, replacedBy: by.actorName };
  if (changesTopic) await keepTopicVersion(trx, topic, replaced);
  const { subject, category, effectiveOn, objectionDays } = edit;
  await inOrg(trx, orgId)
    .updateTable("topics")
    .set((eb) => ({
      ...(changesTopic ? { subject, category, effectiveOn, objectionDays, ...stamp } : {}),
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", topic.id)
    .execute();
  // An approved edit leaves its id here even when the message stays, so that approving it twice
  // finds it done.
  if (changesMessage || edit.versionId !== undefined) {
    await trx
      .insertInto("topicUpdateVersions")
      .values({
        orgId,
        id: edit.versionId ?? newId(),
        updateId,
        message: update.message,
        ...replaced,
      })
      .execute();
  }
  if (changesMessage)
    await inOrg(trx, orgId)
      .updateTable("topicUpdates")
      .set({ message: edit.message, ...stamp })
      .where("id", "=", updateId)
      .execute();
  if (movesProducts) await replaceProducts(trx, orgId, topic.id, edit.productIds);
  await noteEntries(write, "updates", [topic.id]);
  await recordAudit(write, { action: "topic-update.edited", subject });
  await contentChanged(trx, orgId);
  return update;
}

async function keepTopicVersion(
  trx: Writer,
  topic: TopicRow,
  replaced: { replacedAt: string; replacedBy: string },
): Promise<void> {
  const { orgId, id: topicId, subject, category, effectiveOn, objectionDays } = topic;
  await trx
    .insertInto("topicVersions")
    .values({
      orgId,
      id: newId(),
      topicId,
      subject,
      category,
      effectiveOn,
      objectionDays,
      ...replaced,
    })
    .execute();
}

async function replaceProducts(
  trx: Writer,
  orgId: string,
  topicId: string,
  productIds: readonly string[],
): Promise<void> {
  await inOrg(trx, orgId).deleteFrom("topicProducts").where("topicId", "=", topicId).execute();
  const rows = [...new Set(productIds)].map((productId) => ({ orgId, topicId, productId }));
  if (rows.length > 0) await trx.insertInto("topicProducts").values(rows).execute();
}

/**
 * Takes a published update off the page and the feeds, and stops what is left of its mailing. What
 * was mailed is mailed. Twice changes nothing.
 * @throws NotFound; Refused for a scheduled one, which is taken back instead
 */
export async function unpublishUpdate(write: Write, updateId: string): Promise<TopicUpdatesTable> {
  const { trx, orgId, by, now } = write;
  const update = await findUpdate(trx, orgId, updateId);
  if (update === null) throw new NotFound("update");
  if (update.unpublishedAt !== null) return update;
  if (update.createdAt > isoNow(now))
    throw new Refused("This update is scheduled. Cancel the schedule instead.");
  await inOrg(trx, orgId)
    .updateTable("topicUpdates")
    .set({ unpublishedAt: isoNow(now), unpublishedBy: by.actorName })
    .where("id", "=", updateId)
    .execute();
  const stopped = await stopMailings(write, updateId);
  const { id, subject } = await topicOf(trx, update);
  await noteEntries(write, "updates", [id]);
  await recordAudit(write, {
    action: "topic-update.unpublished",
    subject,
    detail: stopped === 0 ? null : { mailingsStopped: stopped },
  });
  await contentChanged(trx, orgId);
  return update;
}
