import type * as z from "zod";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { updatePayload } from "./forms/updates.ts";
import { submitDraft } from "./store/topic-approvals.server.ts";
import { saveDraft } from "./store/topic-drafts.server.ts";
import { publishDraft } from "./store/topic-publication.server.ts";

type Sent = z.output<ReturnType<typeof updatePayload>>;
type Publication = Parameters<typeof publishDraft>[2];

/** What became of an update: told, to be told at its time, or in front of a second person. */
export type CreatedUpdate =
  | { topicId: string; updateId: string; publishAt: string; state: "published" | "scheduled" }
  | { topicId: string | null; draftId: string; state: "waiting" };

/**
 * Makes an update of what a program sent: published or scheduled where it says so and the
 * organization needs no second person, else as a draft that waits for approval.
 * @param made.requestKey by which the same request is known again
 * @throws NotFound, Refused as the verbs of drafts say
 */
export async function createUpdate(
  write: Write,
  org: Org,
  { values, approve, confirmListed }: Sent,
  { requestKey, mail }: { requestKey?: string; mail: Publication["mail"] },
): Promise<CreatedUpdate> {
  const needSecondPerson = org.customization.updatesNeedSecondPerson;
  const draft = await saveDraft(write, values, requestKey === undefined ? {} : { requestKey });
  if (approve && !needSecondPerson) {
    const { revision } = draft;
    const published = await publishDraft(write, draft.id, {
      revision,
      needSecondPerson,
      confirmListed,
      publishNow: true,
      mail,
    });
    const { topicId, updateId, publishAt, scheduled } = published;
    return { topicId, updateId, publishAt, state: scheduled ? "scheduled" : "published" };
  }
  await submitDraft(write, draft.id, draft.revision);
  return { draftId: draft.id, topicId: draft.topicId, state: "waiting" };
}
