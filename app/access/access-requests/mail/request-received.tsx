import type { Message } from "#platform/mail/message.ts";
import { portalLink, staffLink } from "#platform/mail/brand.ts";
import { Button, Facts, Quote, Text } from "#platform/mail/parts.tsx";
import { capitalized } from "#values/names.ts";
import { EmailChoice, reviewerReason } from "./to-reviewers.tsx";

/** A request has come in and waits; its link lets the person add a note or withdraw it. */
export const requestReceived: Message<{ decision: string; link: string }> = {
  kind: "request-received",
  title: "Request received",
  subject: (brand) =>
    `We received your request for access to ${brand.orgName}’s ${brand.portalTitle}`,
  preheader: (_brand, { decision }) => `Nothing to do now. Most requests are decided ${decision}.`,
  Body: ({ brand, facts }) => (
    <>
      <Text>
        {brand.orgName} is reviewing it. Most requests are decided {facts.decision}. We’ll email you
        the decision.
      </Text>
      <Button href={facts.link}>See your request</Button>
      <Text muted>
        You can add a note or withdraw the request there. Didn’t send it? Withdraw it.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because someone requested access to ${brand.orgName}’s ${brand.portalTitle} with this address.`,
  demo: (brand) => ({
    decision: "within a day",
    link: portalLink(brand, "", { requestToken: "q2WkX0vYb1Zc9dEfGh3iJk.s1gn" }),
  }),
};

export interface StaffAccessRequestFacts {
  requestId: string;
  /**
   * What happened: a new request, one for access that ended, one for more time, a note on one that
   * waits, an answer to what staff asked.
   */
  cause: "asked" | "asked-again" | "asked-longer" | "noted" | "answered";
  name: string;
  email: string;
  company: string;
  product: string | null;
  /** As the form offers it: 'Customer'. */
  relationship: string | null;
  /** The country's name. */
  country: string | null;
  /** The card and the item that it was asked at. */
  asked: string | null;
  invitedBy: string | null;
  /** One short line of what they need, of the note that was added, or of the answer. */
  note: string | null;
}

/**
 * Somebody waits for a decision: to staff who decide. What strangers wrote stands in it as short
 * lines alone.
 */
export const staffAccessRequest: Message<StaffAccessRequestFacts> = {
  kind: "staff-access-request",
  title: "Access requested, to your team",
  subject: (brand, { cause, email }) => `${SUBJECTS[cause]} ${email} · ${brand.orgName}`,
  preheader: (_brand, { name, email, company }) =>
    `${name === "" ? email : name} from ${company} is waiting for a decision.`,
  heading: (_brand, { cause }) => HEADINGS[cause],
  Body: ({ brand, facts }) => (
    <>
      <Facts
        rows={[
          ...(facts.name === "" ? [] : [["Name", facts.name] as const]),
          ["Email", facts.email],
          ["Company", facts.company],
          ...(facts.relationship === null
            ? []
            : [["Relationship", capitalized(facts.relationship)] as const]),
          ...(facts.country === null ? [] : [["Country", facts.country] as const]),
          ...(facts.asked === null ? [] : [["Requested", facts.asked] as const]),
          ...(facts.product === null ? [] : [["Product", facts.product] as const]),
          ...(facts.invitedBy === null ? [] : [["Invited by", facts.invitedBy] as const]),
        ]}
      />
      {facts.note === null ? null : <Quote>{facts.note}</Quote>}
      <Button href={staffLink(brand, `/requests/${facts.requestId}`)}>See the request</Button>
      <EmailChoice brand={brand} />
    </>
  ),
  reason: reviewerReason,
  demo: () => ({
    requestId: "q2WkX0vYb1Zc9dEfGh3iJk",
    cause: "asked",
    name: "Sam Prospect",
    email: "sam@prospect.example",
    company: "Prospect Ltd",
    product: "Acme Platform",
    relationship: "Prospect",
    country: "Germany",
    asked: "Reports: SOC 2 Type II",
    invitedBy: null,
    note: "We need the SOC 2 report by Friday for our vendor review.",
  }),
};

const SUBJECTS = {
  asked: "Access requested:",
  "asked-again": "Access requested again:",
  "asked-longer": "Extension requested:",
  noted: "Note on a request:",
  answered: "Answer from",
} as const;
const HEADINGS = {
  asked: "New access request",
  "asked-again": "Access requested again",
  "asked-longer": "A member requests an extension",
  noted: "A note was added to a request",
  answered: "Your question was answered",
} as const;
