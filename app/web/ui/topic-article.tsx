import type { ReactNode } from "react";
import { formatMoment } from "#values/moments.ts";
import type { TopicEntry, TopicTerms, TopicUpdateEntry } from "#model/visibility/page.ts";
import { CATEGORY_LABELS, type TopicCategory } from "#model/updates/words.ts";
import { termsInWords } from "#model/updates/topic-states.ts";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { Markdown } from "./markdown.tsx";
import { Tag, type Tone } from "./tag.tsx";
import { WhenByDay } from "./when.tsx";

/** The parts of a trust update, as visitors see it and as staff see it before it is published. */

const TONES: Readonly<Record<TopicCategory, Tone>> = {
  compliance: "green",
  vulnerabilities: "orange",
  incidents: "red",
  subprocessors: "blue",
  general: "neutral",
};

export function CategoryTag({ category }: { category: TopicCategory }) {
  return <Tag tone={TONES[category]}>{CATEGORY_LABELS[category]}</Tag>;
}

/** Category, and how the topic stands in the list. */
export function TopicTags({
  topic,
}: {
  topic: Pick<TopicEntry, "category" | "isPinned" | "hidden">;
}) {
  return (
    <>
      <CategoryTag category={topic.category} />
      {topic.isPinned ? (
        <Tag>
          <Icon name="pin" size={14} />
          Pinned
        </Tag>
      ) : null}
      {topic.hidden ? (
        <Tag>
          <Icon name="eyeOff" size={14} />
          Hidden
        </Tag>
      ) : null}
    </>
  );
}

/**
 * Effective date and objection window of a change of subprocessors; nothing where there is neither.
 */
export function Terms({ terms }: { terms: TopicTerms }) {
  const lines = termsInWords(terms);
  if (lines.length === 0) return null;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 rounded-md bg-sunken px-4 py-3 text-sm">
      {lines.map(({ term, text, day }) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>{" "}
          <dd className="font-medium">
            <time dateTime={day}>{text}</time>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One message of a topic: its day, whether it was edited and when, its text. */
export function TopicUpdate({
  update,
  timeZone,
  today = null,
  divided = false,
  aside,
}: {
  update: TopicUpdateEntry;
  timeZone: string;
  /** The day from which recent moments are told; null: all of them are told as dates. */
  today?: string | null;
  divided?: boolean;
  aside?: ReactNode;
}) {
  return (
    <div
      id={`update-${update.id}`}
      className={classNames("mt-1", divided && "mt-4 border-t border-line pt-4")}
    >
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted [&>time]:first-letter:uppercase">
        <WhenByDay iso={update.createdAt} today={today} timeZone={timeZone} />
        {update.editedAt === null ? null : (
          <Edited at={update.editedAt} today={today} timeZone={timeZone} />
        )}
        {update.isPrivate ? <Tag tone="yellow">Private</Tag> : null}
        {aside}
      </div>
      <Markdown className="mt-2 text-sm" tree={update.message} />
    </div>
  );
}

/** Says that words were changed after publication, and when. */
export function Edited({
  at,
  today = null,
  timeZone,
}: {
  at: string;
  today?: string | null;
  timeZone: string;
}) {
  return (
    <span>
      {" "}
      <span aria-hidden="true">· </span>
      Edited{" "}
      {today === null ? (
        <time dateTime={at}>{formatMoment(at, timeZone)}</time>
      ) : (
        <WhenByDay iso={at} today={today} timeZone={timeZone} />
      )}{" "}
    </span>
  );
}
