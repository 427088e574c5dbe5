import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import type { RenderedMailing } from "#model/mail/mail.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import type { Audience, TopicCategory } from "#model/updates/words.ts";
import {
  isPlannedTimeOver,
  needsConfirmation,
  PLANNED_TIME_OVER,
} from "#model/updates/topic-updates.ts";
import { recordAudit, type Actor, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { keptMarkdownOf } from "#platform/files/store/markdown.server.ts";
import { startMailing } from "#platform/mail/store/mailings.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { inOrg } from "#db/tenant.ts";
import { DraftChanged, findDraft, type TopicDraft } from "./topic-drafts.server.ts";
import { editTopicUpdate } from "./topic-edits.server.ts";
import { countUpdateRecipients, mailingRecipients } from "./topic-recipients.server.ts";
import { addTopicUpdate, createTopic, findTopic } from "./topics.server.ts";
import { findUpdate } from "./topic-withdrawal.server.ts";

/** What publishing a draft needs beside it. */
export interface Publishing {
  /** The revision that the person looked at: nothing else is published. */
  revision: number;
  /** The org wants a second person (customization `updatesNeedSecondPerson`). */
  needSecondPerson: boolean;
  /** A private update goes to listed addresses, and the person said so. */
  confirmListed: boolean;
  /** The time that it was planned for is over, and the person wants it published all the same. */
  publishNow?: boolean;
  /** The message that goes out, made from what is published (updates/updates/mail/topic-update). */
  mail: (facts: UpdateFacts) => RenderedMailing;
}

/** What a mail says of an update. */
export interface UpdateFacts {
  topicId: string;
  subject: string;
  category: TopicCategory;
  effectiveOn: string | null;
  objectionDays: number | null;
  /** Its message, as it was laid out when it was saved. */
  tree: MarkdownTree;
  audience: Audience;
  /** It can be read on the portal, too. */
  statusPage: boolean;
  hidden: boolean;
  followsUp: boolean;
  /** When the topic's first update was published: what an objection window counts from. */
  beganAt: Date;
}

export interface Published {
  topicId: string;
  updateId: string;
  publishAt: string;
  scheduled: boolean;
  /** It was published before, by the same request sent twice or by somebody quicker. */
  repeated: boolean;
}

/**
 * Publishes a draft: its topic when it begins one, the update under the draft's own id, the
 * mailing, the audit row, all in this transaction. A draft is gone then, so that however often this
 * is asked, it happens once.
 * @throws NotFound; DraftChanged when it is not what was looked at; Refused when a rule forbids it
 */
export async function publishDraft(
  write: Write,
  draftId: string,
  publishing: Publishing,
): Promise<Published> {
  const { trx, orgId, by, now } = write;
  const draft = await findDraft(trx, orgId, draftId);
  if (draft === null) return alreadyPublished(trx, orgId, draftId, now);
  if (draft.revision !== publishing.revision) throw new DraftChanged(draft);
  if (publishing.needSecondPerson) mustBeSecondPerson(draft, by);
  if (draft.updateId !== null) return publishEdit(write, draft, draft.updateId);
  if (needsConfirmation(draft.audience, draft.recipients) && !publishing.confirmListed) {
    throw new Refused("Confirm that these addresses can receive a private update", "confirmListed");
  }
  if (publishing.publishNow !== true && isPlannedTimeOver(draft.publishAt, now))
    throw new Refused(PLANNED_TIME_OVER.form, "publishAt");
  const about =
    draft.topicId === null
      ? { ...draft, beganAt: null }
      : await topicFacts(trx, orgId, draft.topicId);
  if (
    draft.recipients !== null &&
    !draft.recipients.subscribers &&
    (await countUpdateRecipients(
      trx,
      orgId,
      draft.recipients,
      { ...about, audience: draft.audience },
      now,
    )) === 0
  ) {
    throw new Refused(
      "No one would get this email. Choose an audience with at least one address.",
      "recipients",
    );
  }
  const publishAt = draft.publishAt !== null && draft.publishAt > now ? draft.publishAt : now;
  const scheduled = publishAt > now;
  const { topicId, submitted } = draft;
  await inOrg(trx, orgId).deleteFrom("topicDrafts").where("id", "=", draftId).execute();
  const topic = topicId ?? (await createTopic(write, draft, draft.createdBy));
  const approved = submitted !== null && submitted.byActor !== by.actor;
  await addTopicUpdate(
    trx,
    orgId,
    topic,
    {
      id: draft.id,
      message: draft.message,
      audience: draft.audience,
      channelStatusPage: draft.statusPage,
      channelEmail: draft.recipients !== null,
      publishAt,
      recipients: draft.recipients,
      approvedBy: by.actorName,
      requestKey: draft.requestKey,
    },
    draft.createdBy,
  );
  await noteEntries(write, "updates", [topic]);
  if (draft.recipients !== null) {
    // One row now; the worker finds the recipients when the moment has come.
    const mail = publishing.mail({
      ...draft,
      ...about,
      tree: await keptMarkdownOf(trx, orgId, draft.message),
      topicId: topic,
      followsUp: topicId !== null,
      beganAt: about.beganAt !== null && about.beganAt < publishAt ? about.beganAt : publishAt,
    });
    await startMailing(trx, orgId, {
      mail,
      recipients: mailingRecipients(draft.recipients, { ...about, audience: draft.audience }),
      topicUpdateId: draft.id,
      by: by.actorName,
      now,
      notBefore: publishAt,
    });
  }
  if (approved)
    await recordAudit(write, {
      action: "topic-update.approved",
      subject: draft.subject,
      detail: { author: draft.changedBy },
    });
  await recordAudit(write, {
    action: scheduled ? "topic-update.scheduled" : "topic-update.published",
    subject: draft.subject,
    detail: {
      audience: draft.audience,
      page: draft.statusPage,
      email: draft.recipients !== null,
      at: isoNow(publishAt),
    },
  });
  const { subject, category, effectiveOn, objectionDays } = about;
  const path = `/updates/topics/${topic}`;
  await announce(write, {
    type: "update.published",
    subjectId: draft.id,
    path,
    facts: { topicId: topic, subject, category, audience: draft.audience },
    notBefore: publishAt,
  });
  if (topicId === null && effectiveOn !== null)
    await announce(write, {
      type: "subprocessor.announced",
      subjectId: topic,
      path,
      facts: { subject, effectiveOn, objectionDays },
      notBefore: publishAt,
    });
  await contentChanged(trx, orgId);
  return {
    topicId: topic,
    updateId: draft.id,
    publishAt: isoNow(publishAt),
    scheduled,
    repeated: false,
  };
}

/** What the topic of a follow-up says. @throws NotFound */
export async function topicFacts(db: Reader, orgId: string, topicId: string) {
  const topic = await findTopic(db, orgId, topicId);
  if (topic === null) throw new NotFound("topic");
  const products = await inOrg(db, orgId)
    .selectFrom("topicProducts")
    .select("productId")
    .where("topicId", "=", topicId)
    .execute();
  const first = await inOrg(db, orgId)
    .selectFrom("topicUpdates")
    .select("createdAt")
    .where("topicId", "=", topicId)
    .where("unpublishedAt", "is", null)
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
  const { subject, category, effectiveOn, objectionDays, hiddenAt } = topic;
  return {
    subject,
    category,
    effectiveOn,
    objectionDays,
    hidden: hiddenAt !== null,
    productIds: products.map(({ productId }) => productId),
    beganAt: first === undefined ? null : new Date(first.createdAt),
  };
}

/**
 * Whether this person may approve a draft where a second person is required: neither who wrote it
 * nor who asked.
 */
export function isSecondPerson(
  draft: Pick<TopicDraft, "changedByActor" | "submitted">,
  actor: string,
): boolean {
  return draft.changedByActor !== actor && draft.submitted?.byActor !== actor;
}

function mustBeSecondPerson(draft: TopicDraft, by: Actor): void {
  if (draft.submitted === null)
    throw new Refused("Updates need a second person’s approval. Send this one for approval first.");
  if (!isSecondPerson(draft, by.actor))
    throw new Refused("Someone else has to approve this update, because you wrote or submitted it");
}

async function publishEdit(write: Write, draft: TopicDraft, updateId: string): Promise<Published> {
  const { trx, orgId, by } = write;
  await inOrg(trx, orgId).deleteFrom("topicDrafts").where("id", "=", draft.id).execute();
  const update = await editTopicUpdate(write, updateId, {
    ...draft,
    versionId: draft.id,
    revision: null,
  });
  if (draft.submitted !== null && draft.submitted.byActor !== by.actor) {
    await recordAudit(write, {
      action: "topic-update.approved",
      subject: draft.subject,
      detail: { author: draft.changedBy, edit: true },
    });
  }
  return {
    topicId: update.topicId,
    updateId,
    publishAt: update.createdAt,
    scheduled: false,
    repeated: false,
  };
}

/** The update that a draft became: its own id, or for an edit the version that it left. */
async function alreadyPublished(
  db: Reader,
  orgId: string,
  draftId: string,
  now: Date,
): Promise<Published> {
  const version = await inOrg(db, orgId)
    .selectFrom("topicUpdateVersions")
    .select("updateId")
    .where("id", "=", draftId)
    .executeTakeFirst();
  const update = await findUpdate(db, orgId, version?.updateId ?? draftId);
  if (update === null) throw new NotFound("draft");
  return {
    topicId: update.topicId,
    updateId: update.id,
    publishAt: update.createdAt,
    scheduled: update.createdAt > isoNow(now),
    repeated: true,
  };
}
