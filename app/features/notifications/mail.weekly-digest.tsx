import { formatDate } from "../../values/dates.ts";
import type { MarkdownTree } from "../../values/markdown.ts";
import { CATEGORY_LABELS, type TopicCategory } from "../updates/rules/update-words.ts";
import { portalLink } from "../../mail/brand.ts";
import { MailMarkdown } from "../../mail/markdown.tsx";
import type { MailingMessage } from "../updates/mail/mailing.ts";
import { Facts, INK, Text, TextLink } from "../../mail/parts.tsx";

export interface WeeklyDigestFacts {
  updates: readonly {
    id: string;
    subject: string;
    category: TopicCategory;
    /** Markdown, as it was laid out when it was saved. */
    message: MarkdownTree;
    publishedAt: string;
    followsUp: boolean;
    page: { topicId: string; product: string | null } | null;
  }[];
}

/** The week's public updates, to subscribers who want one mail a week. */
export const weeklyDigest: MailingMessage<WeeklyDigestFacts> = {
  kind: "weekly-digest",
  title: "Weekly digest",
  subject: (brand, { updates }) => `${headline(updates.length)} · ${brand.orgName}`,
  heading: (_brand, { updates }) => headline(updates.length),
  Body: ({ brand, facts }) => (
    <>
      {facts.updates.map((update) => (
        <div key={update.id}>
          <h2
            className="ink"
            style={{
              margin: "24px 0 8px",
              color: INK,
              fontSize: 18,
              lineHeight: "24px",
              fontWeight: 600,
            }}
          >
            {update.followsUp ? "Update: " : ""}
            {update.subject}
          </h2>
          <Facts
            rows={[
              ["Category", CATEGORY_LABELS[update.category]],
              ["Published", formatDate(update.publishedAt, brand.timeZone)],
            ]}
          />
          <MailMarkdown base={brand.portalUrl} tree={update.message} />
          {update.page === null ? null : (
            <Text>
              <TextLink
                href={portalLink(
                  brand,
                  `/updates/${update.page.topicId}`,
                  update.page.product === null ? {} : { product: update.page.product },
                )}
              >
                Read it on the {brand.portalTitle}
              </TextLink>
            </Text>
          )}
        </div>
      ))}
    </>
  ),
  reason: (brand) =>
    `You get this once a week because you subscribed to updates from ${brand.orgName}.`,
  reasonToOthers: (brand) =>
    `You get this because you subscribed to updates from ${brand.orgName}.`,
  demo: () => ({
    updates: [
      {
        id: "1",
        subject: "SOC 2 Type II report 2026 is available",
        category: "compliance",
        message: [
          [
            "p",
            {},
            ["The report covers the twelve months to ", ["strong", {}, ["30 September 2026"]], "."],
          ],
        ],
        publishedAt: "2026-11-19T09:00:00.000Z",
        followsUp: false,
        page: { topicId: "example", product: null },
      },
      {
        id: "2",
        subject: "Delayed webhooks",
        category: "incidents",
        message: [["p", {}, ["All delayed events were delivered by 14:20 UTC."]]],
        publishedAt: "2026-11-17T14:30:00.000Z",
        followsUp: true,
        page: { topicId: "example", product: "Acme Data Lake" },
      },
    ],
  }),
};

function headline(count: number): string {
  return count === 1 ? "This week: 1 update" : `This week: ${count} updates`;
}
