import { Link } from "react-router";
import { formatDate } from "../../domain/dates.ts";
import type { TopicEntry, TopicUpdateEntry } from "../../domain/page.ts";
import { CATEGORY_LABELS, type TopicCategory } from "../../domain/publications.ts";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Tag, type Tone } from "../../ui/tag.tsx";
import { useFrame, usePortalHref, useProductQuery } from "../links.ts";

const CATEGORY_TONES: Readonly<Record<TopicCategory, Tone>> = {
  compliance: "green",
  vulnerabilities: "orange",
  incidents: "red",
  subprocessors: "blue",
  general: "neutral",
};

/** A topic with its newest update; earlier ones fold out, or all show on the topic's own page. */
export function Topic({ topic, highlighted = false, headingLevel, whole = false }: { topic: TopicEntry; highlighted?: boolean; headingLevel: 2 | 3; whole?: boolean }) {
  const href = usePortalHref();
  const productQuery = useProductQuery();
  const [latest, ...earlier] = topic.updates;
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <article
      id={`topic-${topic.id}`}
      tabIndex={-1}
      // Without scripts this is what scrolls to the topic that the address names.
      autoFocus={highlighted}
      className={classNames("rounded-lg border bg-surface p-5", highlighted ? "border-accent ring-2 ring-accent" : "border-line")}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={CATEGORY_TONES[topic.category]}>{CATEGORY_LABELS[topic.category]}</Tag>
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
      </div>
      <Heading className="mt-2 text-base font-semibold">
        {whole ? (
          topic.subject
        ) : (
          <Link to={href(`/updates/${topic.id}`, productQuery)} className="inline-block no-underline hover:underline">
            {topic.subject}
          </Link>
        )}
      </Heading>
      {latest === undefined ? null : <Update update={latest} />}
      {whole ? (
        earlier.map((update) => <Update key={update.id} update={update} divided />)
      ) : earlier.length > 0 ? (
        <details className="mt-3">
          <summary className="inline-flex min-h-6 list-none items-center text-sm font-medium text-accent hover:underline">
            {earlier.length} earlier {earlier.length === 1 ? "update" : "updates"}
          </summary>
          {earlier.map((update) => (
            <Update key={update.id} update={update} divided />
          ))}
        </details>
      ) : null}
    </article>
  );
}

function Update({ update, divided = false }: { update: TopicUpdateEntry; divided?: boolean }) {
  const { org } = useFrame();
  return (
    <div id={`update-${update.id}`} className={classNames("mt-1", divided && "mt-4 border-t border-line pt-4")}>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <time dateTime={update.createdAt}>{formatDate(update.createdAt, org.timeZone)}</time>
        {update.isPrivate ? <Tag tone="yellow">For accounts</Tag> : null}
      </p>
      <Markdown className="mt-2 text-sm">{update.message}</Markdown>
    </div>
  );
}
