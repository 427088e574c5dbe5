import { dayIn, daysAfter, formatDate } from "../../../values/dates.ts";
import type { TopicTerms } from "../../../visibility/rules/page.ts";

/**
 * Since when a change of subprocessors counts and until when customers may object: so many days from the
 * day, in the org's time zone, on which the topic's first update was published.
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
