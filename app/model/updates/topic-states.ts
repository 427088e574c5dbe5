import { dayIn, daysAfter, formatDate } from "#values/dates.ts";
import type { TopicTerms } from "#model/visibility/page.ts";

/**
 * How a topic stands, as staff see it. A topic can be in several: published, with a follow-up that
 * waits.
 */
export const TOPIC_STATES = [
  "draft",
  "waiting",
  "scheduled",
  "published",
  "hidden",
  "unpublished",
] as const;
export type TopicState = (typeof TOPIC_STATES)[number];

export const STATE_LABELS: Readonly<Record<TopicState, string>> = {
  draft: "Draft",
  waiting: "Waiting for approval",
  scheduled: "Scheduled",
  published: "Published",
  hidden: "Hidden",
  unpublished: "Unpublished",
};

export function isTopicState(text: string): text is TopicState {
  return (TOPIC_STATES as readonly string[]).includes(text);
}

/** How one update stands at a moment. */
export function updateState(
  update: { createdAt: string; unpublishedAt: string | null },
  now: string,
): "scheduled" | "published" | "unpublished" {
  if (update.unpublishedAt !== null) return "unpublished";
  return update.createdAt > now ? "scheduled" : "published";
}

/**
 * How a topic stands, by its updates and its drafts. Hidden ones show to visitors as little as
 * unpublished ones do.
 */
export function topicStates(
  topic: {
    hidden: boolean;
    updates: readonly { createdAt: string; unpublishedAt: string | null }[];
    drafts: readonly { waiting: boolean }[];
  },
  now: string,
): TopicState[] {
  const states = new Set<TopicState>(
    topic.drafts.map(({ waiting }) => (waiting ? "waiting" : "draft")),
  );
  const updates = new Set(topic.updates.map((update) => updateState(update, now)));
  if (updates.has("scheduled")) states.add("scheduled");
  if (topic.hidden && updates.size > 0) states.add("hidden");
  else if (updates.has("published")) states.add("published");
  else if (updates.has("unpublished")) states.add("unpublished");
  if (states.size === 0) states.add("draft");
  return TOPIC_STATES.filter((state) => states.has(state));
}

/**
 * Since when a change of subprocessors counts and until when customers may object: so many days
 * from the day, in the org's time zone, on which the topic's first update was published.
 */
export function topicTerms(
  topic: { effectiveOn: string | null; objectionDays: number | null },
  publishedAt: string,
  timeZone: string,
): TopicTerms {
  const { effectiveOn, objectionDays } = topic;
  return {
    effectiveOn,
    objection:
      objectionDays === null
        ? null
        : {
            days: objectionDays,
            until: daysAfter(dayIn(new Date(publishedAt), timeZone), objectionDays),
          },
  };
}

/** The terms as page and mail name them: a word and what it says. */
export function termsInWords({
  effectiveOn,
  objection,
}: TopicTerms): { term: string; text: string; day: string }[] {
  const lines = [];
  if (effectiveOn !== null)
    lines.push({ term: "Effective date", text: formatDate(effectiveOn, "UTC"), day: effectiveOn });
  if (objection !== null)
    lines.push({
      term: "Objection window",
      text: `${objection.days} ${objection.days === 1 ? "day" : "days"}, until ${formatDate(objection.until, "UTC")}`,
      day: objection.until,
    });
  return lines;
}
