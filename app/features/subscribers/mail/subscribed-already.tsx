import type { Message } from "../../../mail/message.ts";
import { Button, Text, TextLink } from "../../../mail/parts.tsx";

/** The address that somebody typed into the subscribe form is subscribed: the form did not say so, this mail does. */
export const subscribedAlready: Message<{ preferencesUrl: string; unsubscribeUrl: string }> = {
  kind: "subscribed-already",
  title: "Subscribed already",
  priority: "prompt",
  subject: (brand) => `You are subscribed to ${brand.orgName}'s updates`,
  heading: () => "You are subscribed already",
  Body: ({ brand, facts }) => (
    <>
      <Text>
        Somebody, we hope you, asked for trust updates of {brand.orgName} at this address. It gets
        them already, so nothing has changed.
      </Text>
      <Button href={facts.preferencesUrl}>Choose what you get</Button>
      <Text muted>
        To get no more of them, <TextLink href={facts.unsubscribeUrl}>unsubscribe</TextLink>.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You get this because this address was entered on ${brand.orgName}'s ${brand.portalTitle}.`,
  demo: (brand) => ({
    preferencesUrl: `${brand.portalUrl}/subscription?token=example`,
    unsubscribeUrl: `${brand.portalUrl}?unsubscribeToken=example`,
  }),
};
