import { Link } from "react-router";
import type { Moment } from "#values/moments.ts";
import type { ListColumn } from "#web/lists/table.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { CategoryTag } from "#web/ui/topic-article.tsx";
import { When } from "#web/ui/when.tsx";
import type { TopicSort } from "../forms/topic-query.ts";
import type { TopicListEntry } from "../store/topic-list.server.ts";
import { StateTag } from "./list-parts.tsx";

/** The columns of the updates; a subject leads to its topic, or to the draft of one. */
export const TOPIC_COLUMNS: readonly ListColumn<TopicListEntry & { when: Moment }, TopicSort>[] = [
  {
    title: "Subject",
    by: "subject",
    namesRow: true,
    share: 6,
    full: ({ subject }) => subject,
    cell: ({ id, isDraft, subject, pinned }) => (
      <>
        <Link to={isDraft ? `/updates/drafts/${id}` : `/updates/topics/${id}`}>{subject}</Link>
        {pinned ? (
          <span className="ms-2 align-middle text-muted">
            <Icon name="pin" size={14} label="Pinned" className="inline" />
          </span>
        ) : null}
      </>
    ),
  },
  {
    title: "Category",
    by: "category",
    from: "table",
    cell: ({ category }) => <CategoryTag category={category} />,
  },
  {
    title: "State",
    cell: ({ states }) => (
      <span className="flex flex-wrap gap-1">
        {states.map((state) => (
          <StateTag key={state} state={state} />
        ))}
      </span>
    ),
  },
  {
    title: "Updates",
    by: "updates",
    from: "table",
    className: "text-muted",
    cell: ({ updates }) => updates,
  },
  {
    title: "Last change",
    by: "changed",
    className: "text-muted",
    cell: ({ when }) => <When at={when} />,
  },
];
