import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import type { ClockJob } from "#platform/mail/scheduled-job.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { lastDaily } from "#values/schedule.ts";
import { changesInEffect } from "./store/effective-days.server.ts";

const HOUR = 8;

/**
 * Once a day, at eight o'clock in the org's time zone: tells the company's own programs which changes
 * of subprocessors take effect. A day on which no process ran is made up for by the next one, and so
 * is what was saved once its day’s turn had looked.
 */
export const subprocessorDaysJob: ClockJob = {
  job: "subprocessor-days",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  async isIdle({ store, now }, { orgId, since, until }) {
    // The first turn of all tells nothing of days gone by.
    if (since === null) return true;
    const org = await findOrg(store.read, orgId);
    if (org === null) return false;
    return (await changesInEffect(store.read, org, { since, until }, now())).length === 0;
  },
  async work({ store, now }, turn) {
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    const moment = now();
    await store.write(async (trx) => {
      const write = { trx, orgId: org.id, now: moment };
      if (!(await claimDueJob(trx, org.id, "subprocessor-days", turn))) return;
      const { since, until } = turn;
      if (since === null) return;
      const changes = await changesInEffect(trx, org, { since, until }, moment);
      for (const { id, subject, effectiveOn } of changes)
        await announce(write, {
          type: "subprocessor.effective",
          subjectId: id,
          path: `/updates/topics/${id}`,
          facts: { subject, effectiveOn },
        });
    });
  },
};
