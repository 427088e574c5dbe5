import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import type { Updateable } from "kysely";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import type { TopicDraftsTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { mustFindDraft, DraftChanged } from "./topic-drafts.server.ts";

/** Deletes a draft. @throws NotFound */
export async function removeDraft(write: Write, draftId: string): Promise<void> {
  const { trx, orgId } = write;
  const draft = await mustFindDraft(trx, orgId, draftId);
  await inOrg(trx, orgId).deleteFrom("topicDrafts").where("id", "=", draftId).execute();
  await recordAudit(write, { action: "topic-draft.deleted", subject: draft.subject });
}

/**
 * Asks for somebody's approval of a draft as it is. Asking twice changes nothing.
 * @throws NotFound, DraftChanged
 */
export async function submitDraft(write: Write, draftId: string, revision: number): Promise<void> {
  const { trx, orgId, by, now } = write;
  const draft = await mustFindDraft(trx, orgId, draftId);
  if (draft.submitted !== null) return;
  if (draft.revision !== revision) throw new DraftChanged(draft);
  await setState(trx, orgId, draftId, {
    ...NOT_ASKED,
    submittedAt: isoNow(now),
    submittedBy: by.actorName,
    submittedByActor: by.actor,
  });
  await recordAudit(write, { action: "topic-draft.submitted", subject: draft.subject });
  await announce(write, {
    type: "update.submitted",
    subjectId: draftId,
    path: `/updates/drafts/${draftId}/review`,
    facts: { subject: draft.subject },
  });
}

/** Gives a draft that waits for approval back to its author, with a word why. @throws NotFound */
export async function returnDraft(write: Write, draftId: string, note: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  const draft = await mustFindDraft(trx, orgId, draftId);
  if (draft.submitted === null) return;
  await setState(trx, orgId, draftId, {
    ...NOT_ASKED,
    returnedAt: isoNow(now),
    returnedBy: by.actorName,
    returnNote: note,
  });
  await recordAudit(write, {
    action: "topic-draft.returned",
    subject: draft.subject,
    detail: note === "" ? null : { note },
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
