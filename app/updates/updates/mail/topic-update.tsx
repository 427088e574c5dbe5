import { CATEGORY_LABELS, type TopicCategory } from "#model/updates/words.ts";
import { termsInWords } from "#model/updates/topic-states.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import type { TopicTerms } from "#model/visibility/page.ts";
import { portalLink } from "#platform/mail/brand.ts";
import { MailMarkdown } from "#platform/mail/markdown.tsx";
import type { MailingMessage } from "#platform/mail/message.ts";
import { Button, Facts } from "#platform/mail/parts.tsx";

export interface TopicUpdateFacts {
  subject: string;
  category: TopicCategory;
  terms: TopicTerms;
  /** Markdown, as it was laid out when it was saved. */
  message: MarkdownTree;
  isPrivate: boolean;
  followsUp: boolean;
  /** Below the portal; null when the update is on no page. */
  path: string | null;
}

/** A trust update, to subscribers, members and listed people. */
export const topicUpdate: MailingMessage<TopicUpdateFacts> = {
  kind: "topic-update",
  title: "Trust update",
  subject: (brand, facts) =>
    `${facts.followsUp ? "Update: " : ""}${facts.subject} · ${brand.orgName}`,
  preheader: (brand, { category, terms }) =>
    [
      `${CATEGORY_LABELS[category]} update from ${brand.orgName}`,
      ...termsInWords(terms).map(({ term, text }) => `${term}: ${text}`),
    ].join(" · "),
  heading: (_brand, facts) => facts.subject,
  Body: ({ brand, facts }) => (
    <>
      <Facts
        rows={[
          ["Category", CATEGORY_LABELS[facts.category]],
          ...termsInWords(facts.terms).map(({ term, text }) => [term, text] as const),
          ...(facts.isPrivate ? [["Audience", "Private. Please don’t share."] as const] : []),
        ]}
      />
      <MailMarkdown base={brand.portalUrl} tree={facts.message} />
      {facts.path === null ? null : (
        <Button href={portalLink(brand, facts.path)}>Read it in the {brand.portalTitle}</Button>
      )}
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you subscribed to updates from ${brand.orgName}.`,
  reasonToOthers: (brand) =>
    `You’re receiving this because ${brand.orgName} chose you as a recipient of this update.`,
  demo: () => ({
    subject: "New subprocessor: Northlight Analytics",
    category: "subprocessors",
    terms: { effectiveOn: "2026-12-20", objection: { days: 30, until: "2026-12-20" } },
    message: [
      [
        "p",
        {},
        [
          "In 30 days ",
          ["strong", {}, ["Northlight Analytics"]],
          " (Germany) will measure how our product is used.",
        ],
      ],
      "\n",
      [
        "ul",
        {},
        [
          "\n",
          ["li", {}, ["It sees no customer content."]],
          "\n",
          ["li", {}, ["Customers may object under section 7 of the data processing agreement."]],
          "\n",
        ],
      ],
    ],
    isPrivate: false,
    followsUp: false,
    path: "/updates/example",
  }),
};
