import { documentsToRemindOf, rememberReminders } from "../store/document-reminders.server.ts";
import { findOrg } from "../../orgs/store/orgs.server.ts";
import { notifyStaff } from "../../notifications/store/notifications.server.ts";
import { claimDueJob } from "../../../jobs/store/due-jobs.server.ts";
import { dayIn } from "../../../values/dates.ts";
import { lastDaily } from "../../../values/schedule.ts";
import { brandOf } from "../../../mail/brand.ts";
import type { ClockJob } from "../../../mail/scheduled-job.ts";
import { documentsExpiring } from "./documents-expiring.tsx";
import { renderMail } from "../../../mail/render.tsx";

const HOUR = 8;

/**
 * Once a day, at eight o'clock in the org's time zone: one mail to each owner and admin who wants it about the documents
 * whose last day is 30 or 7 days off. A day on which no process ran is made up for by the next one.
 */
export const documentRemindersJob: ClockJob = {
  job: "document-reminders",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  async work({ config, store, now }, turn) {
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    const moment = now();
    const documents = await documentsToRemindOf(store.read, org.id, dayIn(moment, org.timeZone));
    const mail =
      documents.length === 0
        ? null
        : renderMail(await brandOf(store.read, org, config), documentsExpiring, { documents });
    await store.write(async (trx) => {
      if (!(await claimDueJob(trx, org.id, "document-reminders", turn)) || mail === null) return;
      await rememberReminders(trx, org.id, documents, moment);
      await notifyStaff(trx, org.id, "documents-expiring", mail, moment);
    });
  },
};
