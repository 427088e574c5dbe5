import * as z from "zod";
import type { Audience, TopicCategory } from "#model/updates/words.ts";
import type { UpdateValues } from "#model/updates/topic-updates.ts";
import { storedRecipients, type UpdateRecipients } from "#model/updates/recipients.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { findProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { mustFindProducts } from "#tenancy/products/store/products.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { TopicDraftsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { findTopic } from "./topics.server.ts";

/**
 * Updates before they are published, and changes of published ones. They stand in a table of their
 * own, so that no page, feed or mail can show one by forgetting a condition.
 */
export interface TopicDraft {
  id: string;
  topicId: string | null;
  /** The published update that it changes. */
  updateId: string | null;
  subject: string;
  category: TopicCategory;
  hidden: boolean;
  pinned: boolean;
  productIds: string[];
  effectiveOn: string | null;
  objectionDays: number | null;
  message: string;
  audience: Audience;
  statusPage: boolean;
  recipients: UpdateRecipients | null;
  publishAt: Date | null;
  requestKey: string | null;
  revision: number;
  createdBy: string;
  changedAt: string;
  changedBy: string;
  changedByActor: string;
  submitted: { at: string; by: string; byActor: string } | null;
  returned: { at: string; by: string; note: string } | null;
}

/** Somebody saved in between: what they saved stands beside what was sent. */
export class DraftChanged extends Refused {
  readonly draft: TopicDraft;

  constructor(draft: TopicDraft) {
    super(
      `${draft.changedBy} changed this update after you opened it. Nothing was saved. Both versions are below.`,
    );
    this.draft = draft;
  }
}

/** A draft of the org; null when it has none of that id. */
export async function findDraft(
  db: Reader,
  orgId: string,
  draftId: string,
): Promise<TopicDraft | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("topicDrafts")
    .selectAll()
    .where("id", "=", draftId)
    .executeTakeFirst();
  return row === undefined ? null : draftOf(row);
}

/** Every draft of an org, the last changed first. */
export async function listDrafts(db: Reader, orgId: string): Promise<TopicDraft[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("topicDrafts")
    .selectAll()
    .orderBy("changedAt", "desc")
    .orderBy("id")
    .execute();
  return rows.map(draftOf);
}

/** The form of a draft that was published since, sent again. */
export class AlreadyPublished extends Refused {
  readonly topicId: string;

  constructor(topicId: string) {
    super("This update is already published");
    this.topicId = topicId;
  }
}

export interface DraftOptions {
  /** The id that the form was issued with: the same form sent twice saves one draft. */
  id?: string | undefined;
  /** The revision that was changed; undefined for a new draft. */
  revision?: number | undefined;
  requestKey?: string | null;
  /** The published update that the draft changes. */
  updateId?: string | null;
}

/**
 * Saves a draft, a new one or an existing one. One that waited for approval waits no longer: its
 * words are other ones now.
 * @throws NotFound when its topic, a product or a profile is not the org's; DraftChanged when
 *   somebody saved in between; AlreadyPublished when a form is sent again
 */
export async function saveDraft(
  write: Write,
  values: UpdateValues,
  options: DraftOptions,
): Promise<TopicDraft> {
  const { trx, orgId, by, now } = write;
  const { topicId, topic, email } = values;
  const known = topicId === null ? null : await findTopic(trx, orgId, topicId);
  if (topicId !== null && known === null) throw new NotFound("topic");
  if (topic !== null) await mustFindProducts(trx, orgId, topic.productIds);
  if (
    email?.audience?.source === "profile" &&
    (await findProfile(trx, orgId, email.audience.profileId ?? "")) === null
  ) {
    throw new Refused("Choose a permission profile of this list", "profileId");
  }
  const content = {
    topicId,
    subject: topic?.subject ?? known?.subject ?? "",
    category: topic?.category ?? known?.category ?? "general",
    hidden: topic?.hidden ? 1 : 0,
    pinned: topic?.pinned ? 1 : 0,
    productIdsJson: JSON.stringify(topic?.productIds ?? []),
    effectiveOn: topic?.effectiveOn ?? null,
    objectionDays: topic?.objectionDays ?? null,
    message: values.message,
    audience: values.audience,
    channelStatusPage: values.statusPage ? 1 : 0,
    channelEmail: email === null ? 0 : 1,
    recipientsJson: email === null ? null : JSON.stringify(email),
    publishAt: values.publishAt === null ? null : isoNow(values.publishAt),
  } as const;
  const changed = { changedAt: isoNow(now), changedBy: by.actorName, changedByActor: by.actor };
  const before = options.id === undefined ? null : await findDraft(trx, orgId, options.id);
  if (before !== null) {
    // The same words again, such as a form sent twice, are one save.
    if (isSame(before, draftOf({ ...(await rowOf(trx, orgId, before.id)), ...content })))
      return before;
    if (options.revision !== before.revision) throw new DraftChanged(before);
    await inOrg(trx, orgId)
      .updateTable("topicDrafts")
      .set({
        ...content,
        ...changed,
        submittedAt: null,
        submittedBy: null,
        submittedByActor: null,
        revision: before.revision + 1,
      })
      .where("id", "=", before.id)
      .execute();
    await recordAudit(write, { action: "topic-draft.changed", subject: content.subject });
    return draftOf(await rowOf(trx, orgId, before.id));
  }
  const id = options.id ?? newId();
  const published = await inOrg(trx, orgId)
    .selectFrom("topicUpdates")
    .select("topicId")
    .where("id", "=", id)
    .executeTakeFirst();
  if (published !== undefined) throw new AlreadyPublished(published.topicId);
  // A revision says that a draft was there: somebody deleted it.
  if (options.revision !== undefined) throw new NotFound("draft");
  const none = {
    submittedAt: null,
    submittedBy: null,
    submittedByActor: null,
    returnedAt: null,
    returnedBy: null,
    returnNote: null,
  };
  const row = {
    orgId,
    id,
    ...content,
    ...changed,
    ...none,
    updateId: options.updateId ?? null,
    requestKey: options.requestKey ?? null,
    revision: 1,
    createdAt: isoNow(now),
    createdBy: by.actorName,
  };
  await trx.insertInto("topicDrafts").values(row).execute();
  await recordAudit(write, { action: "topic-draft.saved", subject: content.subject });
  return draftOf(row);
}

export async function mustFindDraft(
  db: Reader,
  orgId: string,
  draftId: string,
): Promise<TopicDraft> {
  const draft = await findDraft(db, orgId, draftId);
  if (draft === null) throw new NotFound("draft");
  return draft;
}

function rowOf(trx: Writer, orgId: string, draftId: string): Promise<TopicDraftsTable> {
  return inOrg(trx, orgId)
    .selectFrom("topicDrafts")
    .selectAll()
    .where("id", "=", draftId)
    .executeTakeFirstOrThrow();
}

const productIds = z.array(z.string());

function draftOf(row: TopicDraftsTable): TopicDraft {
  const { submittedAt, returnedAt } = row;
  return {
    id: row.id,
    topicId: row.topicId,
    updateId: row.updateId,
    subject: row.subject,
    category: row.category,
    hidden: row.hidden === 1,
    pinned: row.pinned === 1,
    productIds: productIds.parse(JSON.parse(row.productIdsJson)),
    effectiveOn: row.effectiveOn,
    objectionDays: row.objectionDays,
    message: row.message,
    audience: row.audience,
    statusPage: row.channelStatusPage === 1,
    recipients:
      row.recipientsJson === null ? null : storedRecipients.parse(JSON.parse(row.recipientsJson)),
    publishAt: row.publishAt === null ? null : new Date(row.publishAt),
    requestKey: row.requestKey,
    revision: row.revision,
    createdBy: row.createdBy,
    changedAt: row.changedAt,
    changedBy: row.changedBy,
    changedByActor: row.changedByActor,
    submitted:
      submittedAt === null
        ? null
        : { at: submittedAt, by: row.submittedBy ?? "", byActor: row.submittedByActor ?? "" },
    returned:
      returnedAt === null
        ? null
        : { at: returnedAt, by: row.returnedBy ?? "", note: row.returnNote ?? "" },
  };
}

/** Whether two drafts say the same, whoever saved them when. */
function isSame(one: TopicDraft, other: TopicDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
