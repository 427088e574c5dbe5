import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { dayIn, formatDate } from "#values/dates.ts";
import { brandOf, staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";
import { documentsToRemindOf, rememberReminders } from "../store/document-reminders.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { notifyStaff } from "#company/notifications/store/notifications.server.ts";
import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import { lastDaily } from "#values/schedule.ts";
import type { ClockJob } from "#platform/mail/scheduled-job.ts";
import { renderMail } from "#platform/mail/render.tsx";

export interface DocumentsExpiringFacts {
  documents: readonly { id: string; name: string; expiresOn: string; daysLeft: number }[];
}

/** Documents whose last day comes near, to owners and admins: one mail a day. */
export const documentsExpiring: Message<DocumentsExpiringFacts> = {
  kind: "documents-expiring",
  title: "Expiring documents",
  subject: (brand, { documents }) =>
    documents.length === 1
      ? `${documents[0]?.name} expires soon · ${brand.orgName}`
      : `${documents.length} documents expire soon · ${brand.orgName}`,
  preheader: () => "Upload a new version or change the expiry date.",
  heading: (_brand, { documents }) =>
    documents.length === 1
      ? "A document expires soon"
      : `${documents.length} documents expire soon`,
  Body: ({ brand, facts }) => (
    <>
      <Text>
        These documents stay valid through their last day. After that, they are shown as expired or
        hidden, depending on your settings.
      </Text>
      {facts.documents.map(({ id, name, expiresOn, daysLeft }) => (
        <Facts
          key={id}
          rows={[
            ["Document", name],
            [
              "Last day",
              `${formatDate(expiresOn, brand.timeZone)}, ${daysLeft === 0 ? "today" : daysLeft === 1 ? "tomorrow" : `in ${daysLeft} days`}`,
            ],
          ]}
        />
      ))}
      <Text>Upload a new version or change the expiry date.</Text>
      <Button href={staffLink(brand, "/documents")}>Open the documents</Button>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you are an owner or admin of ${brand.orgName}. We send a reminder 30 and 7 days before a document’s last day.`,
  demo: () => ({
    documents: [
      { id: "1", name: "iso-27001-certificate.pdf", expiresOn: "2026-11-27", daysLeft: 7 },
      { id: "2", name: "insurance-cyber-2026.pdf", expiresOn: "2026-12-20", daysLeft: 30 },
    ],
  }),
};

const HOUR = 8;

/**
 * Once a day, at eight o'clock in the org's time zone: one mail to each owner and admin who wants
 * it about the documents whose last day is 30 or 7 days off. A day on which no process ran is made
 * up for by the next one.
 */
export const documentRemindersJob: ClockJob = {
  job: "document-reminders",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  async isIdle({ store, now }, { orgId }) {
    const org = await findOrg(store.read, orgId);
    if (org === null) return false;
    const today = dayIn(now(), org.timeZone);
    return (await documentsToRemindOf(store.read, org.id, today)).length === 0;
  },
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
      const write = { trx, orgId: org.id, now: moment };
      if (!(await claimDueJob(trx, org.id, "document-reminders", turn)) || mail === null) return;
      await rememberReminders(write, documents);
      await notifyStaff(write, "documents-expiring", mail);
      for (const { id, name, expiresOn, daysLeft } of documents)
        await announce(write, {
          type: "document.expiring",
          subjectId: id,
          path: `/documents/${id}`,
          facts: { name, expiresOn, daysLeft },
        });
    });
  },
};
