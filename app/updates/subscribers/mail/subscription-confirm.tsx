import { CONFIRM_HOURS } from "#model/subscribers/subscriptions.ts";
import { portalLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Text, TextLink } from "#platform/mail/parts.tsx";

/** Somebody typed the address into the subscribe form: only who reads this mail can confirm it. */
export const subscriptionConfirm: Message<{ token: string }> = {
  kind: "subscription-confirm",
  title: "Confirm a subscription",
  priority: "prompt",
  secret: true,
  subject: (brand) => `Confirm your subscription to ${brand.orgName}'s updates`,
  preheader: () => `Confirm within ${CONFIRM_HOURS} hours.`,
  heading: () => "Confirm your subscription",
  Body: ({ brand, facts }) => (
    <>
      <Text>
        Please confirm that you want to receive trust updates from {brand.orgName} at this address.
      </Text>
      <Button href={portalLink(brand, "/subscription/confirm", { token: facts.token })}>
        Confirm subscription
      </Button>
      <Text muted>
        The link expires in {CONFIRM_HOURS} hours. Not you? Ignore this email and you won’t get any
        updates.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because this address was entered on ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: () => ({ token: "example" }),
};

/**
 * The address that somebody typed into the subscribe form is subscribed: the form did not say so,
 * this mail does.
 */
export const subscribedAlready: Message<{ preferencesUrl: string; unsubscribeUrl: string }> = {
  kind: "subscribed-already",
  title: "Already subscribed",
  priority: "prompt",
  subject: (brand) => `You’re subscribed to ${brand.orgName}’s updates`,
  preheader: () => "You don’t need to do anything.",
  heading: () => "You’re already subscribed",
  Body: ({ brand, facts }) => (
    <>
      <Text>
        Someone tried to subscribe this address to {brand.orgName}’s trust updates. You’re already
        subscribed, so nothing has changed.
      </Text>
      <Button href={facts.preferencesUrl}>Choose what you get</Button>
      <Text muted>
        Don’t want these updates? <TextLink href={facts.unsubscribeUrl}>Unsubscribe</TextLink>.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because this address was entered on ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: (brand) => ({
    preferencesUrl: `${brand.portalUrl}/subscription?token=example`,
    unsubscribeUrl: `${brand.portalUrl}?unsubscribeToken=example`,
  }),
};
