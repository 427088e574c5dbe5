import type { Message } from "../../mail/message.ts";
import { portalLink } from "../../mail/brand.ts";
import { Button, Text } from "../../mail/parts.tsx";

/** So many wrong codes were typed for an address that it signs in by links alone until tomorrow. It carries no token. */
export const signInCodesEnded: Message<{ link: string; tries: number }> = {
  kind: "sign-in-codes-ended",
  title: "Too many wrong sign-in codes",
  priority: "prompt",
  subject: (brand) => `Too many wrong codes for ${brand.orgName}'s ${brand.portalTitle}`,
  Body: ({ brand, facts }) => (
    <>
      <Text>
        Within a day {facts.tries} wrong sign-in codes were typed for your address. Nobody got in by
        them. For the next 24 hours you sign in by the link in our mail alone, opened in the browser
        where you asked for it.
      </Text>
      <Text>
        If you typed them yourself, ask for a new link and press its button. If you did not,
        somebody else did; you need not do anything.
      </Text>
      <Button href={facts.link}>Ask for a sign-in link</Button>
      <Text muted>
        A browser that you have signed in with before still takes the codes that you ask for there.
        {` ${brand.orgName} never asks you for a code.`}
      </Text>
    </>
  ),
  reason: (brand) =>
    `You get this because your address signs in to ${brand.orgName}'s ${brand.portalTitle}.`,
  demo: (brand) => ({ link: portalLink(brand, "", { loginRequest: "true" }), tries: 20 }),
};
