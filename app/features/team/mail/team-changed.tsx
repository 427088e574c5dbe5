import { headerText } from "../../../mail/rules/mail.ts";
import { ROLE_WORDS } from "../rules.ts";
import type { Role } from "../../../auth/rules/permissions.ts";
import type { Message } from "../../../mail/message.ts";
import { Text } from "../../../mail/parts.tsx";

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
          {by} took you off the team of {org}. What you do elsewhere in this installation stays as
          it is.
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
