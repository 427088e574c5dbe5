import type { Viewer } from "#model/visibility/viewer.ts";
import { maySendQuestionnaires } from "./uploads.ts";

/** What became of an answered questionnaire that was released to its account. */
export type ReleaseState = "current" | "replaced" | "withdrawn" | "removed";

interface ReleaseFacts {
  blobHash: string | null;
  replacedAt: string | null;
  withdrawnAt: string | null;
}

/** What it is called where it can't be downloaded anymore. */
export const RELEASE_LABELS: Readonly<Record<ReleaseState, string>> = {
  current: "Released",
  replaced: "Replaced",
  withdrawn: "Withdrawn",
  removed: "Removed",
};

/** What is said to whoever asks for it nevertheless. */
export const RELEASE_REFUSALS: Readonly<Record<Exclude<ReleaseState, "current">, string>> = {
  replaced: "This file was replaced by a newer one.",
  withdrawn: "This file was withdrawn.",
  removed: "This file was deleted when its retention period ended.",
};

export function releaseState({ blobHash, replacedAt, withdrawnAt }: ReleaseFacts): ReleaseState {
  if (withdrawnAt !== null) return "withdrawn";
  if (replacedAt !== null) return "replaced";
  return blobHash === null ? "removed" : "current";
}

/**
 * Whether the viewer sees what was released to an account: a member of that account while it is
 * approved and has access to some product.
 */
export function seesReleasesOf(
  viewer: Viewer,
  accountId: string,
): viewer is Extract<Viewer, { mode: "accountExternal" }> {
  return maySendQuestionnaires(viewer) && viewer.account.id === accountId;
}
