import { formatDate } from "#values/dates.ts";
import { brandOf, portalLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";
import { membersToRemind, rememberGrantReminder } from "../store/grant-reminders.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import { lastDaily } from "#values/schedule.ts";
import type { ClockJob } from "#platform/mail/scheduled-job.ts";
import { renderMail } from "#platform/mail/render.tsx";

export interface AccessExpiringFacts {
  firstName: string;
  email: string;
  grants: readonly { productName: string; lastDay: string; daysLeft: number }[];
}

/**
 * A member's access ends soon. It carries no token: it leads to the login with the address filled
 * in.
 */
export const accessExpiring: Message<AccessExpiringFacts> = {
  kind: "access-expiring",
  title: "Access expires soon",
  subject: (brand, { grants }) =>
    `Your access to ${brand.orgName}’s ${brand.portalTitle} expires ${soon(Math.min(...grants.map(({ daysLeft }) => daysLeft)))}`,
  preheader: () => "Sign in and download the documents you need.",
  heading: () => "Your access expires soon",
  Body: ({ brand, facts }) => (
    <>
      <Text>{facts.firstName === "" ? "Hello," : `Hello ${facts.firstName},`}</Text>
      <Text>
        Your access to {brand.orgName}’s {brand.portalTitle} expires soon. You can read and download
        documents until the last day below. After that, you can request access again.
      </Text>
      {facts.grants.map(({ productName, lastDay, daysLeft }) => (
        <Facts
          key={productName}
          rows={[
            ["Product", productName],
            ["Last day", `${formatDate(lastDay, brand.timeZone)}, ${soon(daysLeft)}`],
          ]}
        />
      ))}
      <Button
        href={portalLink(brand, "/", {
          loginRequest: "true",
          source: "expiry-mail",
          email: facts.email,
        })}
      >
        Sign in
      </Button>
      <Text muted>No password needed. We’ll email you a sign-in link.</Text>
    </>
  ),
  reason: (brand, { email }) =>
    `You’re receiving this because ${email} has access to ${brand.orgName}’s ${brand.portalTitle}. We send a reminder 14 days and one day before it expires.`,
  demo: () => ({
    firstName: "Riley",
    email: "riley@customer.example",
    grants: [{ productName: "Acme Platform", lastDay: "2026-12-04", daysLeft: 14 }],
  }),
};

function soon(daysLeft: number): string {
  if (daysLeft <= 0) return "today";
  return daysLeft === 1 ? "tomorrow" : `in ${daysLeft} days`;
}

const HOUR = 8;

/**
 * Once a day, at eight o'clock in the org's time zone: one mail to each member whose access ends in
 * 14 days or tomorrow. Nobody is told of a portal that is not published. What changes before the
 * mail has left takes it back (platform/mail/store/mail-delivery).
 */
export const accessRemindersJob: ClockJob = {
  job: "access-reminders",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  async isIdle({ store, now }, { orgId }) {
    const org = await findOrg(store.read, orgId);
    if (org === null) return false;
    return (
      !org.published ||
      (await membersToRemind(store.read, org.id, org.timeZone, now())).length === 0
    );
  },
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
        await rememberGrantReminder({ trx, orgId: org.id, now: moment }, member, mailId);
      }
    });
  },
};
