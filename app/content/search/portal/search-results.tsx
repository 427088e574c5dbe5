import { Link } from "react-router";
import { usePortalHref } from "#web/portal/links.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ShortAnswerTag } from "#web/ui/short-answer.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { NOTHING_FOUND, TOP_MATCH, type SearchPlace } from "#model/search.ts";
import type { AskedList } from "../list-asked.server.ts";
import type { BestResult, CountedGroup, ShownGroup, ShownResult } from "../shown.server.ts";
import type { TextPart } from "#model/search/words.ts";

/** What answers best, above all groups. */
export function BestMatch({ best: { label, icon, result } }: { best: BestResult }) {
  return (
    <section
      className="mb-8 rounded-lg border border-accent bg-surface px-5 py-4"
      aria-label={TOP_MATCH}
    >
      <p className="mb-1 flex items-center gap-2 text-sm text-muted">
        <Icon name={icon} size={16} />
        {label}
      </p>
      <ResultEntry result={result} />
    </section>
  );
}

/** The list that the question names, as a link to it. */
export function AskedListEntry({ list: { label, place } }: { list: AskedList }) {
  const address = usePlaceHref();
  return (
    <p className="mb-4 rounded-lg border border-accent bg-surface px-5 py-4">
      <Link
        to={address(place)}
        className="inline-flex min-h-6 items-center gap-2 font-medium text-accent"
      >
        <Icon name="arrowRight" size={16} />
        {label}
      </Link>
    </p>
  );
}

/** One group of results under its name, with how many there are. */
export function ResultGroup({
  group: { label, icon, count, results },
  more,
}: {
  group: ShownGroup;
  /** Where the rest of the group is listed; null on that list itself. */
  more: string | null;
}) {
  const left = count - results.length;
  return (
    <section className="mb-8" aria-label={label}>
      <h2 className="mb-3 flex items-center gap-2 text-lg font-semibold">
        <Icon name={icon} size={18} className="text-muted" />
        {label} <span className="text-base font-normal text-muted">({count})</span>
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {results.map((result) => (
          <li key={result.id} className="px-5 py-4">
            <ResultEntry result={result} />
          </li>
        ))}
      </ul>
      {more === null || left <= 0 ? null : (
        <p className="mt-2">
          <Link
            to={more}
            className="inline-flex min-h-8 items-center text-sm font-medium text-accent"
            aria-label={`${left} more in ${label}`}
          >
            ...{left} more
          </Link>
        </p>
      )}
    </section>
  );
}

/** A group without a result: what the others have, each by its count, and all together. */
export function OtherGroups({
  empty,
  groups,
  all,
  groupHref,
}: {
  /** The name of the group that has nothing. */
  empty: string;
  groups: readonly CountedGroup[];
  /** Where all groups are listed. */
  all: string;
  groupHref: (type: CountedGroup["type"]) => string;
}) {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <EmptyState
      icon="search"
      title={NOTHING_FOUND}
      subtitle={`Nothing in ${empty} matches. Other groups have results.`}
      actions={
        <ul className="space-y-1">
          <li>
            <GroupLink to={all} label="All groups" count={total} />
          </li>
          {groups.map(({ type, label, count }) => (
            <li key={type}>
              <GroupLink to={groupHref(type)} label={label} count={count} />
            </li>
          ))}
        </ul>
      }
    />
  );
}

function GroupLink({ to, label, count }: { to: string; label: string; count: number }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-8 items-center gap-1 text-sm font-medium text-accent"
    >
      {label} <span className="font-normal text-muted">({count})</span>
    </Link>
  );
}

function ResultEntry({ result }: { result: ShownResult }) {
  const { title, shortAnswer, snippet, page, place, doors, host, locked, top } = result;
  const address = usePlaceHref();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={address(place)}
          {...(host === null ? {} : { rel: "noopener", reloadDocument: true })}
          className="inline-flex min-h-6 min-w-0 items-center gap-2 font-medium text-accent"
        >
          {locked ? <Icon name="lock" size={16} label="Locked" className="text-muted" /> : null}
          <span className="min-w-0 break-words">
            <Marked parts={title} />
          </span>
        </Link>{" "}
        {host === null ? null : <span className="text-sm text-muted">{host}</span>}{" "}
        <ShortAnswerTag answer={shortAnswer} />
        {top ? <Tag tone="green">{TOP_MATCH}</Tag> : null}
      </div>
      {snippet === null ? null : (
        <p className="mt-1 break-words text-sm text-muted">
          {page === null ? null : <>Page {page}: </>}
          <Marked parts={snippet} />
        </p>
      )}
      {doors.length === 0 ? null : (
        <p className="mt-2 flex flex-wrap gap-4">
          {doors.map((door) => (
            <a
              key={door.label}
              href={address(door.place)}
              className="inline-flex min-h-6 items-center gap-1 text-sm font-medium text-accent"
            >
              {door.label}
              <span className="sr-only"> {title.map(({ text }) => text).join("")}</span>
            </a>
          ))}
        </p>
      )}
    </>
  );
}

function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, marked }, place) =>
    marked ? (
      // Stretches of one text have no names of their own.
      <mark key={place} className="rounded-xs bg-accent-soft text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/** The address of a result on this door; a preview goes on there. */
function usePlaceHref(): (place: SearchPlace) => string {
  const href = usePortalHref();
  return (place) => place.href ?? href(place.path, place.query, place.hash);
}
