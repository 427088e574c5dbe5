import { recordAudit, SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { hasOldChanges, removeOldChanges } from "#visibility/changes/store/old-changes.server.ts";
import { isAnyOverdue, removeOverdue } from "../store/retention.server.ts";
import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import { RETENTION } from "#model/privacy/retention.ts";
import { lastDaily } from "#values/schedule.ts";
import type { ClockJob } from "#platform/mail/scheduled-job.ts";
import { removeKeptFiles } from "#platform/mail/kept-files.ts";

const HOUR = 3;
const BATCH = 200;

/**
 * Once a night, at three o'clock in the org's time zone: what was kept for its time goes, in
 * batches, each a short transaction of its own, so that a night with a million rows delays nobody.
 * What a killed process left is found again. The turn is taken at the end, with one audit row that
 * counts.
 */
export const retentionJob: ClockJob = {
  job: "retention",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  async isIdle({ store, persons, now }, { orgId }) {
    const org = await findOrg(store.read, orgId);
    if (org === null) return false;
    const moment = now();
    const { retention } = org.customization;
    return (
      !(await isAnyOverdue(store.read, persons, org.id, retention, moment)) &&
      !(await hasOldChanges(store.read, org.id, moment))
    );
  },
  async work({ config, store, persons, now }, turn) {
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    const moment = now();
    const detail: Record<string, number> = {};
    for (const { kind } of RETENTION) {
      for (;;) {
        const days = org.customization.retention[kind];
        const { count, mails } = await store.write((trx) =>
          removeOverdue(trx, persons, org.id, { kind, days, now: moment, limit: BATCH }),
        );
        await removeKeptFiles(config.dataDir, mails);
        if (count > 0) detail[kind] = (detail[kind] ?? 0) + count;
        if (count < BATCH) break;
        // Others write between two batches.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    for (let count = BATCH; count === BATCH;) {
      count = await store.write((trx) => removeOldChanges(trx, org.id, moment, BATCH));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await store.write(async (trx) => {
      if (!(await claimDueJob(trx, org.id, "retention", turn))) return;
      if (Object.keys(detail).length > 0)
        await recordAudit(
          { trx, orgId: org.id, by: SYSTEM, now: moment },
          { action: "retention.applied", detail },
        );
    });
  },
};
