import { Pace } from "#db/pace.ts";
import { ALWAYS, type Duty } from "#db/store.ts";
import { claimIdleJobs, listDueJobs, setTurnBack } from "#platform/jobs/store/due-jobs.server.ts";
import { accessRemindersJob } from "#access/access-requests/mail/access-expiring.tsx";
import type { ClockJob, JobParts, Turn } from "#platform/mail/scheduled-job.ts";
import { keyRemindersJob } from "#auth/access-keys/mail/key-reminders.ts";
import { documentRemindersJob } from "#content/documents/mail/documents-expiring.tsx";
import { retentionJob } from "#company/privacy/mail/retention-job.ts";
import { staffDigestJob } from "#staff/notifications/mail/staff-digest.tsx";
import { followMailsJob, followWeeklyJob } from "#updates/follows/mail/follow-job.ts";
import { weeklyDigestJob } from "#updates/notifications/mail/weekly-digest.tsx";
import { errorWords } from "#values/error-words.ts";

/** What returns by the clock and needs mail alone. */
export const MAIL_JOBS: readonly ClockJob[] = [
  accessRemindersJob,
  documentRemindersJob,
  keyRemindersJob,
  retentionJob,
  staffDigestJob,
  weeklyDigestJob,
  followMailsJob,
  followWeeklyJob,
];

const LOOK_MS = 60_000;
/**
 * How far into a minute that is: what is written has the moment of before it waited for the database,
 * and a look that comes sooner would pass it over for good.
 */
const SETTLED_MS = 15_000;
/**
 * How far ahead of the clock the last turn may be without being called wrong, in milliseconds: a
 * clock that was put right by hours repeats nothing.
 */
const AHEAD_MS = 24 * 3_600_000;

/** Turns with nothing to do that one transaction takes. */
const IDLE_AT_ONCE = 100;

/**
 * Takes every turn that is due, once; what fails is logged and stays due.
 * @param duty whether it is this server that takes them
 */
export async function runDueJobs(
  parts: JobParts,
  jobs: readonly ClockJob[],
  duty: Duty = ALWAYS,
): Promise<void> {
  const pace = new Pace();
  // A look that lasts reaches into no minute that it did not wait for.
  const now = parts.now();
  for (const { job, due, isIdle, work } of jobs) {
    let idle: Turn[] = [];
    const fails = (orgId: string, error: unknown) =>
      parts.log.error({ job, orgId, error: errorWords(error) }, "a turn of the clock failed");
    // A write for each of thousands of orgs would keep everybody who saves waiting, day and night.
    const takeIdle = async () => {
      const [turns, first] = [idle, idle[0]];
      idle = [];
      if (first === undefined) return;
      await parts.store
        .write((trx) => claimIdleJobs(trx, job, turns), false)
        .catch((error: unknown) => fails(first.orgId, error));
    };
    for (const { orgId, timeZone, doneUntil } of await listDueJobs(parts.store.read, job)) {
      // To look at thousands of orgs takes seconds, in which others are answered.
      if (pace.isDue) await pace.breathe();
      if (!duty.isHeld()) return;
      const until = due(now, timeZone);
      const isAhead = doneUntil !== null && Date.parse(doneUntil) > now.getTime() + AHEAD_MS;
      if (doneUntil !== null && doneUntil >= until.toISOString() && !isAhead) continue;
      try {
        let since = doneUntil;
        if (isAhead) {
          // The clock was wrong when that turn was taken, and what it covered was done: only the
          // last one is repeated.
          const to = new Date(until.getTime() - 1);
          if (!(await parts.store.write((trx) => setTurnBack(trx, orgId, job, { doneUntil, to }))))
            continue;
          parts.log.warn(
            { job, orgId, doneUntil },
            "a turn of the clock was taken ahead of its time, and set back",
          );
          since = to.toISOString();
        }
        const turn = { orgId, since, until };
        if (await isIdle(parts, turn)) {
          idle.push(turn);
          if (idle.length >= IDLE_AT_ONCE) await takeIdle();
          continue;
        }
        // It may take minutes: what was seen before is taken before.
        await takeIdle();
        await work(parts, turn);
      } catch (error) {
        fails(orgId, error);
      }
    }
    await takeIdle();
  }
}

/**
 * Looks what is due at once and a quarter into every minute, while it is this server that does it.
 * @returns ends it, after what is under way
 */
export function startScheduler(
  parts: JobParts,
  jobs: readonly ClockJob[],
  duty: Duty,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const look = () => {
    if (busy || !duty.isHeld()) return;
    busy = true;
    running = runDueJobs(parts, jobs, duty)
      .catch((error: unknown) =>
        parts.log.error({ error: errorWords(error) }, "the clock could not be read"),
      )
      .finally(() => {
        busy = false;
      });
  };
  let timer: NodeJS.Timeout;
  const wait = () => {
    const into = (Date.now() - SETTLED_MS) % LOOK_MS;
    timer = setTimeout(() => {
      wait();
      look();
    }, LOOK_MS - into).unref();
  };
  wait();
  look();
  return async () => {
    clearTimeout(timer);
    await running;
  };
}
