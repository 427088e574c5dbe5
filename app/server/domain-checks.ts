import { domainsToCheck, keepRecheck } from "#tenancy/orgs/store/domain-rechecks.server.ts";
import { notifyStaff } from "#company/notifications/store/notifications.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import { lastDaily } from "#values/schedule.ts";
import { holdsProof, judgeDomain, proofRecord } from "#model/settings/domain.ts";
import { askDomainRecords } from "#platform/integrations/domain-records.ts";
import { brandOf } from "#platform/mail/brand.ts";
import type { ClockJob } from "#platform/mail/scheduled-job.ts";
import { domainRecordGone } from "#company/orgs/mail/domain-record-gone.tsx";
import { renderMail } from "#platform/mail/render.tsx";

const HOUR = 5;

/**
 * Once a day, at five o'clock in the org's time zone: whether each verified domain still proves
 * whose it is. One that does not for a week of checks is taken away, since it may be somebody
 * else's by now; staff are told with the first check and with the last. A name server that is
 * silent proves nothing, and counts for nothing.
 */
export const domainChecksJob: ClockJob = {
  job: "domain-checks",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  isIdle: async ({ store }, { orgId }) => (await domainsToCheck(store.read, orgId)).length === 0,
  async work({ config, store, now }, turn) {
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    const moment = now();
    const target = new URL(config.origin).hostname;
    // The name server is asked before the transaction begins.
    const checks = await Promise.all(
      (await domainsToCheck(store.read, org.id)).map(async ({ host, token }) => {
        const answers = await askDomainRecords(host, token, config.dnsServer);
        return {
          host,
          token,
          proof: holdsProof(host, token, answers),
          verdict: judgeDomain(host, token, target, answers),
        };
      }),
    );
    await store.write(async (trx) => {
      const write = { trx, orgId: org.id, now: moment };
      if (!(await claimDueJob(trx, org.id, "domain-checks", turn))) return;
      for (const check of checks) {
        const { proof, ...rest } = check;
        if (proof === "unknown") continue;
        const left = await keepRecheck(write, { ...rest, proof });
        if (left === null) continue;
        const mail = renderMail(await brandOf(trx, org, config), domainRecordGone, {
          host: check.host,
          record: proofRecord(check.host, check.token),
          left,
        });
        await notifyStaff(write, "domain", mail);
      }
    });
  },
};
