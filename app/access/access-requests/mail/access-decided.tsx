import type { Message } from "#platform/mail/message.ts";
import { portalLink } from "#platform/mail/brand.ts";
import { Button, Code, Facts, Text } from "#platform/mail/parts.tsx";
import { type DeclineOutcome, declineMessage } from "#model/access-requests/access-outcomes.ts";

/** Why an address gets no sign-in link. */
export type AnsweredBy = "unknown" | "pending" | "expired" | "declined" | "not-work";

/** With discreet sign-in the page says the same to everybody; this mail says the rest. */
export const accessAnswer: Message<{ answer: AnsweredBy; link: string }> = {
  kind: "access-answer",
  title: "Sign-in answer, with discreet sign-in",
  priority: "prompt",
  subject: (brand) => `Your sign-in to ${brand.orgName}’s ${brand.portalTitle}`,
  preheader: (_brand, { answer }) => ANSWER_PREHEADERS[answer],
  Body: ({ brand, facts }) => (
    <>
      <Text>{words(facts.answer, brand.orgName)}</Text>
      {BUTTONS[facts.answer] === null ? null : (
        <Button href={facts.link}>{BUTTONS[facts.answer]}</Button>
      )}
      <Text muted>If you didn’t enter this address, you can ignore this email.</Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because someone entered your address at ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: (brand) => ({ answer: "unknown", link: portalLink(brand, "", { requestAccess: "true" }) }),
};

function words(answer: AnsweredBy, orgName: string): string {
  switch (answer) {
    case "unknown":
      return `This address doesn’t have access yet. You can request it from ${orgName}.`;
    case "pending":
      return `Your request is waiting for ${orgName}’s review. We’ll email you as soon as it is decided.`;
    case "expired":
      return `Your access has ended. You can request access again.`;
    case "declined":
      return `${orgName} declined access for this address. If you think this is a mistake, please reply to this email.`;
    case "not-work":
      return "Please use your work email. Free email addresses aren’t accepted.";
  }
}

const BUTTONS: Readonly<Record<AnsweredBy, string | null>> = {
  unknown: "Request access",
  pending: null,
  expired: "Request access",
  declined: null,
  "not-work": "Request access",
};

const ANSWER_PREHEADERS: Readonly<Record<AnsweredBy, string>> = {
  unknown: "You can request access.",
  pending: "Nothing to do now. We’ll email you the decision.",
  expired: "You can request access again.",
  declined: "Reply if you think this is a mistake.",
  "not-work": "Request access with your work email.",
};

/**
 * Somebody is let in, who asked for it unless `unasked` says otherwise. Whoever asked gets a link
 * that signs them in once; who did not, gets no token: the button leads to the login with the
 * address filled in.
 */
export const accessApproved: Message<{
  firstName: string;
  email: string;
  products: readonly string[];
  expires: string | null;
  ndaRequired: boolean;
  message: string | null;
  /** The link that signs in; null leads to the login. */
  link: string | null;
  /** What the browser that asked takes in place of the link, where its page waits for it. */
  code?: string | null;
  unasked?: boolean;
}> = {
  kind: "access-approved",
  title: "Access approved",
  priority: "prompt",
  secret: true,
  subject: (brand) => `You have access to ${brand.orgName}’s ${brand.portalTitle}`,
  preheader: (_brand, { expires, link }) =>
    `${expires === null ? "No expiry" : `Until ${expires}`}. ${link === null ? "No password needed." : "The button works once, within 24 hours."}`,
  Body: ({ brand, facts }) => (
    <>
      <Text>{facts.firstName === "" ? "Hello," : `Hello ${facts.firstName},`}</Text>
      <Text>
        {facts.unasked
          ? `${brand.orgName} has given you access to its ${brand.portalTitle}.`
          : `${brand.orgName} has approved your request for access to its ${brand.portalTitle}.`}
      </Text>
      {facts.message === null
        ? null
        : facts.message
            .split(/\n{2,}/)
            .map((paragraph) => <Text key={paragraph}>{paragraph}</Text>)}
      <Facts
        rows={[
          ...(facts.products.length === 0
            ? []
            : [
                [
                  facts.products.length === 1 ? "Product" : "Products",
                  facts.products.join(", "),
                ] as const,
              ]),
          ["Access until", facts.expires ?? "No expiry"],
        ]}
      />
      {facts.ndaRequired ? (
        <Text>You’ll be asked to sign an NDA before you can open confidential documents.</Text>
      ) : null}
      <Button
        href={
          facts.link ??
          portalLink(brand, "/", {
            loginRequest: "true",
            source: "approval-mail",
            email: facts.email,
          })
        }
      >
        Sign in
      </Button>
      {facts.code == null ? null : (
        <>
          <Text>Or enter this code where you requested access, within 30 minutes:</Text>
          <Code>{facts.code}</Code>
        </>
      )}
      <Text muted>
        {facts.link === null
          ? "No password needed. We’ll email you a sign-in link."
          : "The button works once, within 24 hours, in the browser you requested access from. In any other browser, or later, we’ll email you a sign-in link."}
      </Text>
    </>
  ),
  reason: (brand, facts) =>
    facts.unasked
      ? `You’re receiving this because ${brand.orgName} gave ${facts.email} access to its ${brand.portalTitle}.`
      : `You’re receiving this because ${facts.email} requested access to ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: (brand) => ({
    link: portalLink(brand, "/sign-in-link", { token: "example" }),
    code: "402913",
    firstName: "Sam",
    email: "sam@prospect.example",
    products: ["Acme Platform"],
    expires: "November 20, 2027",
    ndaRequired: true,
    message: "Welcome. Our SOC 2 report is in the Reports card.",
  }),
};

/** Staff turned a request down, in their words or in the usual ones. */
export const accessDeclined: Message<{
  firstName: string;
  email: string;
  outcome: DeclineOutcome;
  message: string | null;
}> = {
  kind: "access-declined",
  title: "Access declined",
  subject: (brand) => `Your request for access to ${brand.orgName}’s ${brand.portalTitle}`,
  preheader: (brand) => `${brand.orgName}’s answer to your request.`,
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
    `You’re receiving this because ${facts.email} requested access to ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: () => ({
    firstName: "Lee",
    email: "lee@declined.example",
    outcome: "request_declined",
    message: null,
  }),
};
