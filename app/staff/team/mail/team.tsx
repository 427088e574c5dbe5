import { headerText } from "#model/mail/mail.ts";
import { ROLE_WORDS } from "#model/team.ts";
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
  subject: (_brand, { org }) => `You are invited to the team of ${headerText(org, 100)}`,
  Body: ({ facts }) => (
    <>
      <Text>
        {facts.by} asks you to join the team that runs the trust center of {facts.org}, as{" "}
        {ROLE_WORDS[facts.role].label.toLowerCase()}.
      </Text>
      <Text>{ROLE_WORDS[facts.role].hint}</Text>
      <Button href={facts.link}>See the invitation</Button>
      <Text>The link is good until {facts.until}, once. Not expecting this? Ignore it.</Text>
    </>
  ),
  reason: (_brand, { org }) =>
    `You received this because someone on the team of ${org} entered your address.`,
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
  title: "Place on a team changed",
  subject: (_brand, { org, role }) =>
    role === null
      ? `You are no longer on the team of ${headerText(org, 100)}`
      : `Your role at ${headerText(org, 100)} has changed`,
  Body: ({ facts: { org, by, role } }) => (
    <>
      {role === null ? (
        <Text>
          {by} removed you from the team of {org}. Your other companies here are not affected.
        </Text>
      ) : (
        <>
          <Text>
            {by} made you {ROLE_WORDS[role].label.toLowerCase()} on the team of {org}.
          </Text>
          <Text>{ROLE_WORDS[role].hint}</Text>
        </>
      )}
      <Text>If this surprises you, ask an owner of {org}.</Text>
    </>
  ),
  reason: (_brand, { org }) => `You get this because you are or were on the team of ${org}.`,
  demo: () => ({ org: "Acme Cloud", by: "Ingrid Sommer", role: "reviewer" }),
};
