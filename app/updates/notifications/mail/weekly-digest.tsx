import { formatDate } from "#values/dates.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import { CATEGORY_LABELS, type TopicCategory } from "#model/updates/words.ts";
import { brandOf, portalLink } from "#platform/mail/brand.ts";
import { MailMarkdown } from "#platform/mail/markdown.tsx";
import type { MailingMessage } from "#platform/mail/message.ts";
import { renderMailing } from "#updates/updates/mail/mailing.ts";
import { Facts, INK, Text, TextLink } from "#platform/mail/parts.tsx";
import { digestChoices } from "#platform/mail/store/digest-choices.server.ts";
import { keptMarkdown } from "#platform/files/store/markdown.server.ts";
import { startMailing } from "#platform/mail/store/mailings.server.ts";
import { type Org, findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import { updatesBetween } from "../store/weekly-digest.server.ts";
import { lastMonday } from "#values/schedule.ts";
import { type UpdateChoice, wantsUpdate } from "#model/subscribers/subscriptions.ts";
import type { ClockJob, JobParts, Turn } from "#platform/mail/scheduled-job.ts";

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
  preheader: (_brand, { updates }) => updates.map(({ subject }) => subject).join(" · "),
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
                Read it in the {brand.portalTitle}
              </TextLink>
            </Text>
          )}
        </div>
      ))}
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you subscribed to weekly updates from ${brand.orgName}.`,
  reasonToOthers: (brand) =>
    `You’re receiving this because you subscribed to updates from ${brand.orgName}.`,
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
            [
              "The report covers the twelve months to ",
              ["strong", {}, ["September 30, 2026"]],
              ".",
            ],
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

const HOUR = 8;

/**
 * Mondays at eight o'clock in the org's time zone: one mail with the public updates since the last
 * one, to subscribers who want one a week; none when there was nothing for them. The first turn of
 * an org only notes where to begin.
 */
export const weeklyDigestJob: ClockJob = {
  job: "weekly-digest",
  due: (now, timeZone) => lastMonday(now, HOUR, timeZone),
  async isIdle({ store }, { orgId, since, until }) {
    if (since === null) return true;
    const org = await findOrg(store.read, orgId);
    if (org === null) return false;
    return !org.published || (await updatesBetween(store.read, org, { since, until })).length === 0;
  },
  async work(parts, turn) {
    const { store, now } = parts;
    const org = await findOrg(store.read, turn.orgId);
    const digests = org === null ? [] : await digestsFor(parts, org, turn);
    await store.write(async (trx) => {
      if (!(await claimDueJob(trx, turn.orgId, "weekly-digest", turn))) return;
      for (const { choice, mail } of digests) {
        const recipients = {
          subscribers: true,
          audience: null,
          category: "general" as const,
          productIds: [],
          digest: "weekly" as const,
          membersOnly: false,
          choice: {
            ...choice,
            categories: [...choice.categories],
            productIds: [...choice.productIds],
          },
        };
        await startMailing(trx, turn.orgId, { mail, recipients, by: "Weekly digest", now: now() });
      }
    });
  },
};

/** One digest for each choice that subscribers made, with what they chose. */
async function digestsFor({ config, store }: JobParts, org: Org, { since, until }: Turn) {
  if (since === null || !org.published) return [];
  const updates = await updatesBetween(store.read, org, { since, until });
  if (updates.length === 0) return [];
  const brand = await brandOf(store.read, org, config);
  const treeOf = await keptMarkdown(
    store.read,
    org.id,
    updates.map(({ message }) => message),
  );
  return (await digestChoices(store.read, org.id)).flatMap((choice: UpdateChoice) => {
    const chosen = updates
      .filter((update) => wantsUpdate(choice, update))
      .map((update) => ({ ...update, message: treeOf(update.message) }));
    return chosen.length === 0
      ? []
      : [{ choice, mail: renderMailing(brand, weeklyDigest, { updates: chosen }) }];
  });
}
