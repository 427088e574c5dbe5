import { declineMessage, type DeclineOutcome } from "../rules/access-outcomes.ts";
import type { Message } from "../../../mail/message.ts";
import { Text } from "../../../mail/parts.tsx";

/** Staff turned a request down, in their words or in the usual ones. */
export const accessDeclined: Message<{
  firstName: string;
  email: string;
  outcome: DeclineOutcome;
  message: string | null;
}> = {
  kind: "access-declined",
  title: "Access declined",
  subject: (brand) => `Your request for access to ${brand.orgName}'s ${brand.portalTitle}`,
  Body: ({ brand, facts }) => (
    <>
      <Text>{facts.firstName === "" ? "Hello," : `Hello ${facts.firstName},`}</Text>
      {(facts.message ?? declineMessage(facts.outcome, brand.orgName))
        .split(/\n{2,}/)
        .map((paragraph) => (
          <Text key={paragraph}>{paragraph}</Text>
        ))}
    </>
  ),
  reason: (brand, facts) =>
    `You get this because ${facts.email} asked for access to ${brand.orgName}'s ${brand.portalTitle}.`,
  demo: () => ({
    firstName: "Lee",
    email: "lee@declined.example",
    outcome: "request_declined",
    message: null,
  }),
};
