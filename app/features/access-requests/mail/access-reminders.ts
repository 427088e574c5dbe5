import { membersToRemind, rememberGrantReminder } from "../store/grant-reminders.server.ts";
import { findOrg } from "../../orgs/store/orgs.server.ts";
import { queueMail } from "../../../mail/store/outbox.server.ts";
import { claimDueJob } from "../../../jobs/store/due-jobs.server.ts";
import { lastDaily } from "../../../values/schedule.ts";
import { brandOf } from "../../../mail/brand.ts";
import type { ClockJob } from "../../../mail/scheduled-job.ts";
import { accessExpiring } from "./access-expiring.tsx";
import { renderMail } from "../../../mail/render.tsx";

const HOUR = 8;

/**
 * Once a day, at eight o'clock in the org's time zone: one mail to each member whose access ends in 14 days
 * or tomorrow. Nobody is told of a portal that is not published. What changes before the mail has left
 * takes it back (db/mail-delivery).
 */
export const accessRemindersJob: ClockJob = {
  job: "access-reminders",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  async work({ config, store, now }, turn) {
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    const moment = now();
    const members = org.published
      ? await membersToRemind(store.read, org.id, org.timeZone, moment)
      : [];
    const brand = await brandOf(store.read, org, config);
    const mails = members.map((member) => ({
      member,
      mail: renderMail(brand, accessExpiring, {
        firstName: member.firstName,
        email: member.email,
        grants: member.grants,
      }),
    }));
    await store.write(async (trx) => {
      if (!(await claimDueJob(trx, org.id, "access-reminders", turn))) return;
      for (const { member, mail } of mails) {
        const mailId = await queueMail(trx, org.id, {
          to: { email: member.email, name: member.firstName },
          mail,
          now: moment,
        });
        await rememberGrantReminder(trx, org.id, member, mailId, moment);
      }
    });
  },
};
