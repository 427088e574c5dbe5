import { Fragment } from "react";
import { Link } from "react-router";

/** One choice of a list's filter: what it says, where it leads, and how many entries it leaves. */
export interface FilterLink {
  text: string;
  to: string;
  current: boolean;
  count?: number;
}

/**
 * Links that narrow or sort the list of a page, the one that is in force marked.
 * @param inPlace whether the page stays where it is scrolled to: for a list in the middle of one
 */
export function FilterLinks({
  label,
  links,
  inPlace = false,
}: {
  label: string;
  links: readonly FilterLink[];
  inPlace?: boolean;
}) {
  return (
    <nav aria-label={label} className="flex items-start gap-x-2">
      <span className="inline-flex min-h-8 flex-none items-center text-muted">{label}:</span>{" "}
      <span className="flex min-w-0 flex-wrap gap-1">
        {links.map(({ text, to, current, count }) => (
          <Fragment key={text}>
            <Link
              to={to}
              preventScrollReset={inPlace}
              aria-current={current ? "true" : undefined}
              className="inline-flex min-h-8 items-center gap-1 rounded-full border border-transparent px-3 text-muted no-underline hover:text-ink aria-[current]:border-line aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-ink"
            >
              {text}
              {count === undefined ? null : <span className="text-muted"> ({count})</span>}
            </Link>{" "}
          </Fragment>
        ))}
      </span>
    </nav>
  );
}
