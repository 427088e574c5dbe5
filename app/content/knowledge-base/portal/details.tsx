import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import { FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { SHORT_ANSWER_LABELS } from "#model/short-answers.ts";
import { AreaLink, useMayOpen } from "#web/portal/editing/area-link.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import type { ShownEntry } from "./entry-table.tsx";

/**
 * One entry whole, each text with a button that copies it, and for the owner what is known of it.
 */
export function EntryDetails({ entry, closeHref }: { entry: ShownEntry; closeHref: string }) {
  const { question, shortAnswer, answer, comment, owner } = entry;
  const mayEdit = useMayOpen()("knowledge-base");
  const heading = useRef<HTMLHeadingElement>(null);
  // Where the page is hydrated the dialog stays while its entry changes; elsewhere islands/dialog
  // moves the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-labelledby="kb-details"
      className="w-full rounded-lg border border-line bg-page p-5 lg:sticky lg:top-0 lg:w-80 lg:flex-none"
    >
      <div className="mb-3 flex items-center gap-2">
        <h3
          id="kb-details"
          ref={heading}
          tabIndex={-1}
          data-autofocus=""
          className="grow font-semibold outline-none"
        >
          Details
        </h3>
        {mayEdit ? (
          <AreaLink
            segment="knowledge-base"
            path={`/knowledge-base/${entry.id}`}
            className="inline-flex min-h-8 items-center text-sm font-medium text-accent"
          >
            Edit
          </AreaLink>
        ) : null}{" "}
        <Link
          to={closeHref}
          preventScrollReset
          data-drawer-link=""
          className="-me-2 inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <Icon name="close" size={18} label="Close details" />
        </Link>
      </div>
      <Part type="question" label="Question">
        <p className="[overflow-wrap:anywhere]">{question}</p>
      </Part>
      {shortAnswer === null ? null : (
        <>
          <h4 className="mt-4 mb-1 text-sm font-semibold">Short answer</h4>
          <p className="text-sm">{SHORT_ANSWER_LABELS[shortAnswer]}</p>
        </>
      )}
      <Part type="answer" label="Answer">
        <Markdown tree={answer} />
      </Part>
      {comment === null ? null : (
        <Part type="comment" label="Comment">
          <Markdown tree={comment} />
        </Part>
      )}
      {owner === null ? null : (
        <>
          <h4 className="mt-5 mb-1 text-sm font-semibold">Metadata</h4>
          <dl className="space-y-1 text-sm [overflow-wrap:anywhere]">
            <Fact
              label="Products"
              value={owner.products.length === 0 ? "All" : owner.products.join(", ")}
            />
            <Fact label="Source" value={owner.source} />
            <Fact label="Type" value={owner.type} />
            <Fact label="Date uploaded" value={owner.added.text} />
            <Fact label="Time modified" value={owner.modified.text} />
            <Fact label="Access" value={FAQ_ACCESS_WORDS[owner.access]} />
          </dl>
        </>
      )}
    </section>
  );
}

/** A text with its name and the button that copies it as it reads, where scripts run. */
function Part({ type, label, children }: { type: string; label: string; children: ReactNode }) {
  return (
    <>
      <div className="mt-4 mb-1 flex flex-wrap items-center gap-2 first:mt-0">
        <h4 className="text-sm font-semibold">{label}</h4>
        <button
          type="button"
          data-copy={type}
          aria-label={`Copy ${type}`}
          className="inline-flex min-h-7 items-center gap-1 rounded-sm border border-line px-2 text-xs hover:bg-sunken noscript:hidden"
        >
          <Icon name="copy" size={14} />
          Copy
        </button>
      </div>
      <div id={`copied-${type}`} className="text-sm">
        {children}
      </div>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex gap-1">
      <dt className="flex-none text-muted">{label}:</dt>
      <dd className="min-w-0">{value}</dd>
    </div>
  );
}
