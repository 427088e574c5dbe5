import type { Message } from "../../../mail/message.ts";
import { portalLink } from "../../../mail/brand.ts";
import { Button, Text } from "../../../mail/parts.tsx";

/** Why an address gets no sign-in link. */
export type AnsweredBy = "unknown" | "pending" | "expired" | "declined" | "not-work";

/** With discreet sign-in the page says the same to everybody; this mail says the rest. */
export const accessAnswer: Message<{ answer: AnsweredBy; link: string }> = {
  kind: "access-answer",
  title: "Answer to a login, with discreet sign-in",
  priority: "prompt",
  subject: (brand) => `Your access to ${brand.orgName}'s ${brand.portalTitle}`,
  Body: ({ brand, facts }) => (
    <>
      <Text>{words(facts.answer, brand.orgName)}</Text>
      {BUTTONS[facts.answer] === null ? null : (
        <Button href={facts.link}>{BUTTONS[facts.answer]}</Button>
      )}
      <Text muted>If it was not you who entered this address, nothing needs to be done.</Text>
    </>
  ),
  reason: (brand) =>
    `You get this because somebody entered your address at ${brand.orgName}'s ${brand.portalTitle}.`,
  demo: (brand) => ({ answer: "unknown", link: portalLink(brand, "", { requestAccess: "true" }) }),
};

function words(answer: AnsweredBy, orgName: string): string {
  switch (answer) {
    case "unknown":
      return `No access belongs to this address yet. You can ask ${orgName} for it.`;
    case "pending":
      return `Your request is waiting for ${orgName}'s review. You get a mail as soon as it is decided.`;
    case "expired":
      return `Your access has ended. You can ask ${orgName} to extend it.`;
    case "declined":
      return `${orgName} has declined access for this address. If you think that this is a mistake, please answer this mail.`;
    case "not-work":
      return "Please use your work email: addresses of free mail services are not accepted here.";
  }
}

const BUTTONS: Readonly<Record<AnsweredBy, string | null>> = {
  unknown: "Request access",
  pending: null,
  expired: "Request access",
  declined: null,
  "not-work": "Request access",
};
