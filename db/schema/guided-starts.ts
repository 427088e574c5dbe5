// The guided starts of new orgs.
import type { Id, IsoTime } from "./values.ts";

/** No row: an org that came with its content, or is older than guided starts. */
export interface GuidedStartsTable {
  orgId: Id;
  begunAt: IsoTime;
  /** The steps that somebody skipped; what is done follows from the org's settings and items. */
  skippedJson: string;
  /** Published by its last step, or put away. */
  endedAt: IsoTime | null;
  endedBy: string | null;
}

export interface GuidedStartsTables {
  guidedStarts: GuidedStartsTable;
}
