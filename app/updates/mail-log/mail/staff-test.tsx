import { staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";

/** Staff try out whether mail leaves. */
export const staffTest: Message<{ askedBy: string; at: string }> = {
  kind: "staff-test",
  title: "Test email",
  priority: "prompt",
  subject: (brand) => `Test email from ${brand.orgName}`,
  preheader: () => "You don’t need to do anything.",
  Body: ({ brand, facts }) => (
    <>
      <Text>Email from {brand.orgName} is working. You don’t need to do anything.</Text>
      <Facts
        rows={[
          ["Requested by", facts.askedBy],
          ["When", facts.at],
        ]}
      />
      <Button href={staffLink(brand, "/mail")}>Open the outbox</Button>
    </>
  ),
  reason: (brand) => `You’re receiving this because you asked ${brand.orgName} for a test email.`,
  demo: () => ({ askedBy: "Olive Owner", at: "November 20, 2026, 14:05 UTC" }),
};
