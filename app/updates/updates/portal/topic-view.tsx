import { Link } from "react-router";
import type { TopicEntry } from "#model/visibility/page.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Edited, Terms, TopicTags, TopicUpdate } from "#web/ui/topic-article.tsx";
import { AreaLink } from "#web/portal/editing/area-link.tsx";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";

/** A topic with its newest update; earlier ones fold out, or all show on the topic's own page. */
export function Topic({
  topic,
  highlighted = false,
  headingLevel,
  today,
  whole = false,
}: {
  topic: TopicEntry;
  /** The day from which the page tells recent moments; null where it tells none. */
  today: string | null;
  highlighted?: boolean;
  headingLevel: 2 | 3;
  whole?: boolean;
}) {
  const href = usePortalHref();
  const { org } = useFrame();
  const productQuery = useProductQuery();
  const [latest, ...earlier] = topic.updates;
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <article
      id={`topic-${topic.id}`}
      tabIndex={-1}
      // Without scripts this is what scrolls to the topic that the address names.
      autoFocus={highlighted}
      className={classNames(
        "rounded-lg border bg-surface p-5",
        highlighted ? "border-accent ring-2 ring-accent" : "border-line",
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <TopicTags topic={topic} />
        <EditLink topic={topic} />
      </div>
      <Heading className="mt-2 text-base font-semibold">
        {whole ? (
          topic.subject
        ) : (
          <Link
            to={href(`/updates/${topic.id}`, productQuery)}
            className="inline-block no-underline hover:underline"
          >
            {topic.subject}
          </Link>
        )}
      </Heading>
      {topic.editedAt === null ? null : (
        <p className="mt-1 text-sm text-muted">
          <Edited at={topic.editedAt} today={today} timeZone={org.timeZone} />
        </p>
      )}
      <Terms terms={topic.terms} />
      {latest === undefined ? null : (
        <TopicUpdate update={latest} today={today} timeZone={org.timeZone} />
      )}
      {whole ? (
        earlier.map((update) => (
          <TopicUpdate
            key={update.id}
            update={update}
            timeZone={org.timeZone}
            today={today}
            divided
          />
        ))
      ) : earlier.length > 0 ? (
        <details className="mt-3" data-details={topic.id}>
          <summary className="inline-flex min-h-6 list-none items-center text-sm font-medium text-accent hover:underline">
            {earlier.length} earlier {earlier.length === 1 ? "update" : "updates"}
          </summary>
          {earlier.map((update) => (
            <TopicUpdate
              key={update.id}
              update={update}
              timeZone={org.timeZone}
              today={today}
              divided
            />
          ))}
        </details>
      ) : null}
    </article>
  );
}

/** The way to the private area, for staff who publish updates, in Main mode alone. */
function EditLink({ topic }: { topic: TopicEntry }) {
  if (!usePublishesUpdates()) return null;
  return (
    <div className="ms-auto">
      <AreaLink
        segment="updates"
        path={`/updates/topics/${topic.id}`}
        label={`Edit ${topic.subject}`}
        className="inline-flex min-h-6 cursor-pointer items-center text-sm font-medium text-accent no-underline hover:underline"
      >
        Edit
      </AreaLink>
    </div>
  );
}

/** 'New update', beside the heading of a list of updates. */
export function NewUpdateLink() {
  if (!usePublishesUpdates()) return null;
  return (
    <AreaLink segment="updates" path="/updates/new" className={buttonClass("secondary", "small")}>
      <Icon name="bell" size={16} />
      New update
    </AreaLink>
  );
}

function usePublishesUpdates(): boolean {
  const { viewer } = useFrame();
  return viewer.mode === "main" && viewer.permissions.includes("updates:publish");
}
