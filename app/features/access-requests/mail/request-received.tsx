import type { Message } from "../../../mail/message.ts";
import { portalLink } from "../../../mail/brand.ts";
import { Button, Text } from "../../../mail/parts.tsx";

/** A request has come in and waits; its link lets the person add a note or withdraw it. */
export const requestReceived: Message<{ decision: string; link: string }> = {
  kind: "request-received",
  title: "Request received",
  subject: (brand) => `We have your request for ${brand.orgName}'s ${brand.portalTitle}`,
  Body: ({ brand, facts }) => (
    <>
      <Text>
        {brand.orgName} reviews it; requests are usually decided {facts.decision}. You get a mail
        then.
      </Text>
      <Button href={facts.link}>See your request</Button>
      <Text muted>
        There you can add a note or withdraw it. If you did not send it, withdraw it.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You get this because access to ${brand.orgName}'s ${brand.portalTitle} was requested with this address.`,
  demo: (brand) => ({
    decision: "within a day",
    link: portalLink(brand, "", { requestToken: "q2WkX0vYb1Zc9dEfGh3iJk.s1gn" }),
  }),
};
