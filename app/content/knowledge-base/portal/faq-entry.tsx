import type { FaqItem } from "#model/visibility/page.ts";
import { formatDate } from "#values/dates.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { ShortAnswerTag } from "#web/ui/short-answer.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { useFrame } from "#web/portal/links.ts";

/**
 * One question; its answer folds out. Among all entries the star is the owner's, like access and
 * dates.
 */
export function FaqEntry({
  entry,
  headingLevel,
  star = false,
  link = null,
  open = false,
}: {
  entry: FaqItem;
  headingLevel: 2 | 3;
  /** Whether everybody sees which entries are favourites. */
  star?: boolean;
  /** The address that leads to this entry alone; null where the page offers none. */
  link?: string | null;
  open?: boolean;
}) {
  const { org } = useFrame();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <details className="group" id={`faq-${entry.id}`} data-details={entry.id} open={open}>
      <summary className="flex list-none items-start gap-3 px-5 py-4 hover:bg-sunken">
        <Icon name="chevronRight" size={18} className="mt-0.5 text-muted group-open:rotate-90" />
        <Heading className="min-w-0 grow text-base font-medium">{entry.question}</Heading>
        <ShortAnswerTag answer={entry.shortAnswer} />
        {entry.favourite && (star || entry.owner !== null) ? (
          <Icon name="star" size={18} label="Favorite" className="mt-0.5 text-accent" />
        ) : null}
        {entry.owner === null || entry.owner.access === "public" ? null : (
          <Tag tone="yellow">{entry.owner.access === "internal" ? "Internal" : "Accounts"}</Tag>
        )}
      </summary>
      <div className="space-y-3 px-5 pb-5 ps-12">
        <Markdown tree={entry.answer} />
        {entry.comment === null ? null : (
          <div className="border-s-2 border-line ps-3 text-sm text-muted">
            <Markdown tree={entry.comment} />
          </div>
        )}
        {link === null ? null : (
          <p className="text-sm" data-screen-only>
            <a
              href={link}
              className="inline-flex min-h-6 items-center gap-1.5 text-muted hover:text-ink"
            >
              <Icon name="link" size={14} />
              Link to this answer
            </a>
          </p>
        )}
        {entry.owner === null ? null : (
          <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
            <Fact
              label="Products"
              value={entry.owner.products.length === 0 ? "All" : entry.owner.products.join(", ")}
            />
            <Fact label="Source" value={entry.owner.source} />
            <Fact label="Date added" value={formatDate(entry.owner.createdAt, org.timeZone)} />
            <Fact label="Last modified" value={formatDate(entry.owner.modifiedAt, org.timeZone)} />
          </dl>
        )}
      </div>
    </details>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex gap-1">
      <dt>{label}:</dt>
      <dd className="text-ink">{value}</dd>
    </div>
  );
}
