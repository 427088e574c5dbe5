import { HOOKS_PAGE } from "#model/webhooks.ts";
import { staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";

export interface WebhookOffFacts {
  id: string;
  name: string;
  host: string;
  /** In the words of the page. */
  why: string;
  /** How it answered last. */
  answer: string;
}

/** A webhook was turned off since nobody takes what it says: to owners and admins. */
export const webhookOff: Message<WebhookOffFacts> = {
  kind: "webhook-off",
  title: "A webhook was turned off",
  subject: (brand, { name }) => `The webhook “${name}” was turned off · ${brand.orgName}`,
  preheader: () => "Fix its receiver, then turn the webhook on again.",
  heading: () => "A webhook was turned off",
  Body: ({ brand, facts: { id, name, host, why, answer } }) => (
    <>
      <Text>
        Events in your trust center are no longer sent to this webhook. Fix its receiver, turn the
        webhook on again, and resend what it missed from its log.
      </Text>
      <Facts
        rows={[
          ["Webhook", name],
          ["Host", host],
          ["Reason", why],
          ["Last answer", answer],
        ]}
      />
      <Button href={staffLink(brand, `${HOOKS_PAGE}/${id}`)}>Open the webhook</Button>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you are an owner or admin of ${brand.orgName}. A webhook is turned off after failing for five days.`,
  demo: () => ({
    id: "1",
    name: "Ticket system",
    host: "hooks.example.com",
    why: "It failed for five days",
    answer: "500",
  }),
};
