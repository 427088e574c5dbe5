import { headerText } from "#model/mail/mail.ts";
import { ROLE_WORDS, withArticle } from "#model/team.ts";
import type { Role } from "#model/auth/permissions.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Text } from "#platform/mail/parts.tsx";

/** Somebody is asked onto the team of an org: the one link by which they join. */
export const teamInvitation: Message<{
  link: string;
  org: string;
  role: Role;
  by: string;
  until: string;
}> = {
  kind: "team-invitation",
  title: "Invitation to a team",
  priority: "prompt",
  secret: true,
  requested: true,
  subject: (_brand, { org }) => `You’re invited to join ${headerText(org, 100)}’s team`,
  preheader: (_brand, { until }) => `Works once, until ${until}.`,
  Body: ({ facts }) => (
    <>
      <Text>
        {facts.by} invited you to help run {facts.org}’s trust center as {withArticle(facts.role)}.
      </Text>
      <Text>You can {ROLE_WORDS[facts.role].can}.</Text>
      <Button href={facts.link}>See the invitation</Button>
      <Text>
        The link works once and expires on {facts.until}. Not expecting this? Ignore this email.
      </Text>
    </>
  ),
  reason: (_brand, { org }) =>
    `You’re receiving this because someone on ${org}’s team entered your address.`,
  demo: (brand) => ({
    link: `${brand.staffOrigin}/sign-in/invitation?token=example`,
    org: "Acme Cloud",
    role: "editor",
    by: "Ingrid Sommer",
    until: "November 27, 2026, 14:05 UTC",
  }),
};

/** Tells somebody of staff that their place on a team has changed. */
export const teamChanged: Message<{ org: string; by: string; role: Role | null }> = {
  kind: "team-changed",
  title: "Team role changed",
  subject: (_brand, { org, role }) =>
    role === null
      ? `You’re no longer on ${headerText(org, 100)}’s team`
      : `Your role at ${headerText(org, 100)} has changed`,
  preheader: (_brand, { by }) => `Changed by ${by}.`,
  Body: ({ facts: { org, by, role } }) => (
    <>
      {role === null ? (
        <Text>
          {by} removed you from {org}’s team. Your access to other organizations isn’t affected.
        </Text>
      ) : (
        <>
          <Text>
            {by} changed your role on {org}’s team to {ROLE_WORDS[role].label.toLowerCase()}.
          </Text>
          <Text>You can now {ROLE_WORDS[role].can}.</Text>
        </>
      )}
      <Text>If you weren’t expecting this, ask an owner of {org}.</Text>
    </>
  ),
  reason: (_brand, { org }) => `You’re receiving this because you are or were on ${org}’s team.`,
  demo: () => ({ org: "Acme Cloud", by: "Ingrid Sommer", role: "reviewer" }),
};
