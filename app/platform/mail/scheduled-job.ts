import type { Job } from "#platform/jobs/store/due-jobs.server.ts";
import type { Services } from "../context.ts";

/**
 * What returns by the clock. That a turn was taken stands in a row, so a restart neither skips one
 * nor takes it twice.
 */
export type JobParts = Pick<Services, "config" | "store" | "key" | "persons" | "now" | "log">;

export interface Turn {
  orgId: string;
  /** Up to when the job was done; null: it never ran. */
  since: string | null;
  /** The moment that this turn belongs to. */
  until: Date;
}

export interface ClockJob {
  job: Job;
  /** The last moment at which it was due, by the org's clock. */
  due: (now: Date, timeZone: string) => Date;
  /**
   * Whether a turn of an org that is there has nothing to do: a look that writes nothing, and that
   * nothing which comes later makes untrue of this turn. Those of many orgs are taken together.
   */
  isIdle: (parts: JobParts, turn: Turn) => Promise<boolean>;
  /** Does the turn, and takes it in the same transaction (platform/jobs/store/due-jobs). */
  work: (parts: JobParts, turn: Turn) => Promise<void>;
}
