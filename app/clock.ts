import { domainChecksJob } from "./domain-checks.ts";
import type { JobParts } from "./mail/clock-job.ts";
import {
  MAIL_JOBS,
  startClockwork as startWith,
  takeDueTurns as takeTurnsOf,
} from "./mail/clockwork.ts";

/** Everything that returns by the clock. The last one waits for name servers: the others come first. */
const JOBS = [...MAIL_JOBS, domainChecksJob];

/** Takes every turn that is due, once. */
export function takeDueTurns(parts: JobParts): Promise<void> {
  return takeTurnsOf(parts, JOBS);
}

/** Looks every minute what is due. @returns ends it, after what is under way */
export function startClockwork(parts: JobParts): () => Promise<void> {
  return startWith(parts, JOBS);
}
