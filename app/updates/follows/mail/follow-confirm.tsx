import { CONFIRM_HOURS } from "#model/subscribers/subscriptions.ts";
import { portalLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Text } from "#platform/mail/parts.tsx";

/** Somebody typed the address into the follow form: only who reads this mail can confirm it. */
export const followConfirm: Message<{ token: string; title: string }> = {
  kind: "follow-confirm",
  title: "Confirm following",
  priority: "prompt",
  secret: true,
  subject: (brand) => `Confirm that you follow ${brand.orgName}`,
  preheader: () => `Confirm within ${CONFIRM_HOURS} hours.`,
  heading: () => "Confirm that you want these emails",
  Body: ({ brand, facts }) => (
    <>
      <Text>
        Please confirm that you want emails at this address when {facts.title} changes on{" "}
        {brand.orgName}’s {brand.portalTitle}.
      </Text>
      <Button href={portalLink(brand, "/follow/confirm", { token: facts.token })}>Follow</Button>
      <Text muted>
        The link expires in {CONFIRM_HOURS} hours. Not you? Ignore this email and you won’t get any.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because this address was entered on ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: () => ({ token: "example", title: "SOC 2 report" }),
};
