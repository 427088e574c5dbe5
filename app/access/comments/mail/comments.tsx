import { EmailChoice, reviewerReason } from "#access/access-requests/mail/to-reviewers.tsx";
import { portalLink, staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Quote, Text } from "#platform/mail/parts.tsx";

/**
 * A member wrote about an item: to staff who answer. What they wrote stands in it as one short
 * line.
 */
export const commentReceived: Message<{
  author: string;
  account: string;
  item: string;
  product: string;
  line: string;
  path: string;
}> = {
  kind: "comment-received",
  title: "Question received, to your team",
  subject: (brand, { account, item }) => `${account} asked about “${item}” · ${brand.orgName}`,
  preheader: (_brand, { author }) => `${author} is waiting for an answer.`,
  heading: () => "New question",
  Body: ({ brand, facts }) => (
    <>
      <Facts
        rows={[
          ["From", facts.author],
          ["Account", facts.account],
          ["About", facts.item],
          ["Product", facts.product],
        ]}
      />
      <Quote>{facts.line}</Quote>
      <Button href={staffLink(brand, facts.path)}>Read and answer</Button>
      <EmailChoice brand={brand} />
    </>
  ),
  reason: reviewerReason,
  demo: () => ({
    author: "Riley Novak",
    account: "Customer Inc",
    item: "SOC 2 report",
    product: "Acme Platform",
    line: "Does the report cover the EU region?",
    path: "/comments/a/b/Reports.soc2",
  }),
};

/**
 * Staff answered in a conversation: to the members who wrote in it. It carries no token: it leads
 * to the item.
 */
export const commentAnswered: Message<{ item: string; line: string; link: string }> = {
  kind: "comment-answered",
  title: "Question answered",
  subject: (brand, { item }) => `${brand.orgName} answered your question about “${item}”`,
  preheader: () => "Read the answer and reply.",
  Body: ({ brand, facts }) => (
    <>
      <Text>
        {brand.orgName} replied in your conversation about “{facts.item}”:
      </Text>
      <Quote>{facts.line}</Quote>
      <Button href={facts.link}>Read the conversation</Button>
      <Text muted>
        You may need to sign in. Only your account and {brand.orgName} can see this conversation.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you wrote in this conversation at ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: (brand) => ({
    item: "SOC 2 report",
    line: "It does: Frankfurt and Dublin are in its scope.",
    link: portalLink(brand, "/item/soc-2-report"),
  }),
};
