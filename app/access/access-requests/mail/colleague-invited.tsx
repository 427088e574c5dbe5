import { headerText } from "#model/mail/mail.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Quote, Text } from "#platform/mail/parts.tsx";
import { portalLink } from "#platform/mail/brand.ts";

/**
 * A member invites somebody to ask for access, too. Its link opens nothing: it fills the request
 * form in.
 */
export const colleagueInvited: Message<{
  inviter: string;
  inviterEmail: string;
  account: string;
  message: string | null;
  link: string;
}> = {
  kind: "colleague-invited",
  title: "Colleague invited",
  subject: (brand, { inviter }) =>
    `${headerText(inviter, 60)} invited you to ${brand.orgName}’s ${brand.portalTitle}`,
  preheader: () => "Request access to read the security documents.",
  heading: (brand) => `You’re invited to ${brand.orgName}’s ${brand.portalTitle}`,
  Body: ({ brand, facts }) => (
    <>
      <Text>
        {headerText(facts.inviter, 100)} ({facts.inviterEmail}) from{" "}
        {headerText(facts.account, 100)} uses {brand.orgName}’s {brand.portalTitle} to review its
        security documents, and invited you to request access, too.
      </Text>
      {facts.message === null ? null : <Quote>{headerText(facts.message, 200)}</Quote>}
      <Button href={facts.link}>Request access</Button>
      <Text muted>{brand.orgName} reviews every request. Not interested? Ignore this email.</Text>
    </>
  ),
  reason: (brand, facts) =>
    `You’re receiving this because ${facts.inviterEmail} entered your address at ${brand.orgName}’s ${brand.portalTitle}. You haven’t been added to any mailing list.`,
  demo: (brand) => ({
    inviter: "Riley Novak",
    inviterEmail: "riley@customer.example",
    account: "Customer Inc",
    message: "Here is the SOC 2 report you asked about.",
    link: portalLink(brand, "", {
      requestAccess: "true",
      source: "invite",
      inviteToken: "eyJzdWIiOiJqYW5lQGN1c3RvbWVyLmV4YW1wbGUifQ.s1gn",
    }),
  }),
};
