import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import type { ClockJob } from "#platform/mail/scheduled-job.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { dayIn } from "#values/dates.ts";
import { lastDaily } from "#values/schedule.ts";
import { changesInEffect } from "./store/effective-days.server.ts";

const HOUR = 8;

/**
 * Once a day, at eight o'clock in the org's time zone: tells the company's own programs which changes
 * of subprocessors take effect. A day on which no process ran is made up for by the next one.
 */
export const subprocessorDaysJob: ClockJob = {
  job: "subprocessor-days",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  async work({ store, now }, turn) {
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    const moment = now();
    await store.write(async (trx) => {
      const write = { trx, orgId: org.id, now: moment };
      if (!(await claimDueJob(trx, org.id, "subprocessor-days", turn))) return;
      // The first turn of all tells nothing of days gone by.
      if (turn.since === null) return;
      const { timeZone } = org;
      const days = {
        after: dayIn(new Date(turn.since), timeZone),
        to: dayIn(turn.until, timeZone),
      };
      for (const { id, subject, effectiveOn } of await changesInEffect(write, days))
        await announce(write, {
          type: "subprocessor.effective",
          subjectId: id,
          path: `/updates/topics/${id}`,
          facts: { subject, effectiveOn },
        });
    });
  },
};
