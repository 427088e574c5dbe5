import { portalLink } from "../../../mail/brand.ts";
import type { Message } from "../../../mail/message.ts";
import { Button, Quote, Text } from "../../../mail/parts.tsx";

/** Staff answered in a conversation: to the members who wrote in it. It carries no token: it leads to the item. */
export const commentAnswered: Message<{ item: string; line: string; link: string }> = {
  kind: "comment-answered",
  title: "Comment answered",
  subject: (brand, { item }) => `${brand.orgName} has answered: ${item}`,
  Body: ({ brand, facts }) => (
    <>
      <Text>
        {brand.orgName} has written in your conversation about {facts.item}:
      </Text>
      <Quote>{facts.line}</Quote>
      <Button href={facts.link}>Read the conversation</Button>
      <Text muted>
        You are asked to sign in where you are not; the conversation is seen by your account and by{" "}
        {brand.orgName} alone.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You get this because you wrote in this conversation at ${brand.orgName}'s ${brand.portalTitle}.`,
  demo: (brand) => ({
    item: "SOC 2 report",
    line: "It does: Frankfurt and Dublin are in its scope.",
    link: portalLink(brand, "/item/soc-2-report"),
  }),
};
