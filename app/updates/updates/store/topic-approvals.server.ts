import type { Updateable } from "kysely";
import { recordAudit, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import type { TopicDraftsTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { mustFindDraft, DraftChanged } from "./topic-drafts.server.ts";

/** Deletes a draft. @throws NotFound */
export async function removeDraft(
  trx: Writer,
  orgId: string,
  draftId: string,
  by: Actor,
  now: Date,
): Promise<void> {
  const draft = await mustFindDraft(trx, orgId, draftId);
  await inOrg(trx, orgId).deleteFrom("topicDrafts").where("id", "=", draftId).execute();
  await recordAudit(trx, { orgId, by, action: "topic-draft.deleted", subject: draft.subject, now });
}

/**
 * Asks for somebody's approval of a draft as it is. Asking twice changes nothing.
 * @throws NotFound, DraftChanged
 */
export async function submitDraft(
  trx: Writer,
  orgId: string,
  draftId: string,
  revision: number,
  by: Actor,
  now: Date,
): Promise<void> {
  const draft = await mustFindDraft(trx, orgId, draftId);
  if (draft.submitted !== null) return;
  if (draft.revision !== revision) throw new DraftChanged(draft);
  await setState(trx, orgId, draftId, {
    ...NOT_ASKED,
    submittedAt: isoNow(now),
    submittedBy: by.actorName,
    submittedByActor: by.actor,
  });
  await recordAudit(trx, {
    orgId,
    by,
    action: "topic-draft.submitted",
    subject: draft.subject,
    now,
  });
}

/** Gives a draft that waits for approval back to its author, with a word why. @throws NotFound */
export async function returnDraft(
  trx: Writer,
  orgId: string,
  draftId: string,
  note: string,
  by: Actor,
  now: Date,
): Promise<void> {
  const draft = await mustFindDraft(trx, orgId, draftId);
  if (draft.submitted === null) return;
  await setState(trx, orgId, draftId, {
    ...NOT_ASKED,
    returnedAt: isoNow(now),
    returnedBy: by.actorName,
    returnNote: note,
  });
  await recordAudit(trx, {
    orgId,
    by,
    action: "topic-draft.returned",
    subject: draft.subject,
    detail: note === "" ? null : { note },
    now,
  });
}

/** A draft that is neither submitted nor given back. */
const NOT_ASKED = {
  submittedAt: null,
  submittedBy: null,
  submittedByActor: null,
  returnedAt: null,
  returnedBy: null,
  returnNote: null,
};

async function setState(
  trx: Writer,
  orgId: string,
  draftId: string,
  state: Updateable<TopicDraftsTable>,
): Promise<void> {
  await inOrg(trx, orgId).updateTable("topicDrafts").set(state).where("id", "=", draftId).execute();
}
