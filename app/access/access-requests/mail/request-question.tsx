import type { Message } from "#platform/mail/message.ts";
import { portalLink, staffLink } from "#platform/mail/brand.ts";
import { Button, Facts, Quote, Text } from "#platform/mail/parts.tsx";
import { EmailChoice, reviewerReason } from "./to-reviewers.tsx";

/** Staff ask whoever requested access something; the link leads to the form for the answer. */
export const requestQuestion: Message<{ firstName: string; question: string; link: string }> = {
  kind: "request-question",
  title: "Question about a request",
  subject: (brand) => `${brand.orgName} has a question about your request`,
  preheader: () => "Answer it so your request can be decided. No account needed.",
  heading: () => "A question about your request",
  Body: ({ brand, facts }) => (
    <>
      <Text>{facts.firstName === "" ? "Hello" : `Hello ${facts.firstName}`},</Text>
      <Text>{brand.orgName} has a question before deciding on your request:</Text>
      {facts.question
        .split(/\n+/)
        .filter((line) => line.trim() !== "")
        .map((line) => (
          <Quote key={line}>{line}</Quote>
        ))}
      <Button href={facts.link}>Answer the question</Button>
      <Text muted>
        You don’t need an account to answer. Didn’t send this request? You can withdraw it there.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because someone requested access to ${brand.orgName}’s ${brand.portalTitle} with this address.`,
  demo: (brand) => ({
    firstName: "Sam",
    question: "Which of our products will you use, and by when do you need the SOC 2 report?",
    link: portalLink(brand, "", { requestToken: "q2WkX0vYb1Zc9dEfGh3iJk.s1gn" }),
  }),
};

export interface RequestsAssignedFacts {
  by: string;
  /** Who asks for access, and where from. */
  people: readonly { email: string; company: string }[];
  /** The request, when it is one. */
  requestId: string | null;
}

/** A colleague gave somebody of staff requests to look at. */
export const requestsAssigned: Message<RequestsAssignedFacts> = {
  kind: "staff-request-assigned",
  title: "Requests assigned, to your team",
  subject: (brand, { people: [first], people }) =>
    people.length === 1
      ? `Assigned to you: ${first?.email ?? "a request"} · ${brand.orgName}`
      : `Assigned to you: ${people.length} requests · ${brand.orgName}`,
  preheader: (_brand, { by }) => `Assigned by ${by}.`,
  heading: (_brand, { people }) =>
    people.length === 1 ? "A request is assigned to you" : "Requests are assigned to you",
  Body: ({ brand, facts: { by, people, requestId } }) => (
    <>
      <Text>
        {by} assigned {people.length === 1 ? "this access request" : "these access requests"} to
        you.
      </Text>
      <Facts rows={assignedRows(people)} />
      {people.length > MOST_NAMED ? <Text>And {people.length - MOST_NAMED} more.</Text> : null}
      <Button
        href={staffLink(
          brand,
          requestId === null ? "/requests?assigned=me" : `/requests/${requestId}`,
        )}
      >
        {people.length === 1 ? "See the request" : "See your requests"}
      </Button>
      <EmailChoice brand={brand} />
    </>
  ),
  reason: reviewerReason,
  demo: () => ({
    by: "Olive Owner",
    people: [{ email: "sam@prospect.example", company: "Prospect Ltd" }],
    requestId: "q2WkX0vYb1Zc9dEfGh3iJk",
  }),
};

const MOST_NAMED = 20;

/** One request in two rows, or several with a row each. */
function assignedRows(people: RequestsAssignedFacts["people"]): [label: string, value: string][] {
  const [first] = people;
  if (first !== undefined && people.length === 1)
    return [
      ["Email", first.email],
      ...(first.company === "" ? [] : [["Company", first.company] as [string, string]]),
    ];
  return people
    .slice(0, MOST_NAMED)
    .map(({ email, company }) => ["Request", company === "" ? email : `${email}, ${company}`]);
}
