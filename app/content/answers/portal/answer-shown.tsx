import { useProductHref } from "#web/portal/links.ts";
import { Icon } from "#web/ui/icon.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { GROUP_LABELS, type SearchResult } from "#model/search.ts";
import {
  ANSWER,
  COPY_RESPONSE,
  MAY_HELP,
  NO_ANSWER,
  sourcesLabel,
  type Answer,
} from "#model/answers.ts";

/**
 * An answer: its parts with the numbers of their sources, a button that copies it, and the sources
 * themselves.
 */
export function AnswerShown({ answer }: { answer: Answer }) {
  const { kind, parts, sources } = answer;
  return (
    <section aria-labelledby="answer" className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="answer" tabIndex={-1} data-autofocus="" className="grow text-lg font-semibold">
          {ANSWER}
        </h2>
        <span className="inline-flex items-center gap-2">
          <button
            type="button"
            data-copy="response"
            className="inline-flex min-h-8 items-center rounded-md border border-edge px-3 text-sm hover:bg-sunken noscript:hidden"
          >
            {COPY_RESPONSE}
          </button>
        </span>
      </div>
      <div id="copied-response" className="mt-3 space-y-3">
        {parts.map(({ text, sources: own }) => (
          <p key={text} className="whitespace-pre-line [overflow-wrap:anywhere]">
            {kind === "quoted" ? <q>{text}</q> : text}{" "}
            {own.map((place) => (
              <a
                key={place}
                href={sources[place]?.href}
                className="me-1 inline-flex min-h-6 min-w-6 items-center justify-center rounded-sm bg-accent-soft px-1 text-xs font-medium text-accent no-underline"
              >
                <span className="sr-only">Source </span>
                {place + 1}
              </a>
            ))}
          </p>
        ))}
      </div>
      {kind === "generated" ? (
        <p className="mt-3 text-xs text-muted">
          AI-generated from the sources below. Check them before you rely on the answer.
        </p>
      ) : null}
      <details className="mt-4 border-t border-line pt-3">
        <summary className="min-h-8 cursor-pointer text-sm font-medium text-accent">
          {sourcesLabel(sources.length)}
        </summary>
        <SourceList sources={sources} />
      </details>
    </section>
  );
}

function SourceList({ sources }: { sources: readonly SearchResult[] }) {
  return (
    <ol className="mt-2 list-decimal space-y-2 ps-6 text-sm">
      {sources.map((source) => (
        <li key={source.id}>
          <SourceLink source={source} />
        </li>
      ))}
    </ol>
  );
}

function SourceLink({ source: { href, title, type, metadata } }: { source: SearchResult }) {
  return (
    <>
      <a href={href} className="break-words font-medium text-accent">
        {title}
      </a>{" "}
      <span className="text-muted">
        {GROUP_LABELS[type]}
        {metadata.page === undefined ? "" : `, page ${metadata.page}`}
      </span>
    </>
  );
}

/**
 * Nothing that the viewer may see answers the question for certain: what may help, and where else it
 * can be asked.
 */
export function NoAnswer({
  support,
  candidates,
}: {
  support: string | null;
  candidates: readonly SearchResult[];
}) {
  const help = useProductHref()("", {}, "help");
  return (
    <>
      <EmptyState icon="question" title={NO_ANSWER} subtitle="Try rephrasing your question." />
      {candidates.length === 0 ? null : (
        <section
          aria-labelledby="may-help"
          className="mt-4 rounded-lg border border-line bg-surface p-5"
        >
          <h2 id="may-help" className="text-lg font-semibold">
            {MAY_HELP}
          </h2>
          <SourceList sources={candidates} />
        </section>
      )}
      {support === null ? null : (
        <p className="mt-4 text-center text-sm">
          <Icon name="mail" size={16} className="inline align-text-bottom" /> Need a person? Contact{" "}
          <a href={`mailto:${support}`} className="font-medium text-accent">
            {support}
          </a>{" "}
          or{" "}
          <a href={help} className="font-medium text-accent">
            see the help section
          </a>
        </p>
      )}
    </>
  );
}
