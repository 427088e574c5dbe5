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
 * Links that narrow or sort the list of a page, the one that is in force marked. On a phone they are
 * one row that scrolls by itself, so that the list begins on the first screen; what is in force
 * stands first there.
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
    <nav aria-label={label} className="flex min-w-0 items-start gap-x-2">
      <span className="inline-flex min-h-8 flex-none items-center text-muted">{label}:</span>{" "}
      <span className="flex min-w-0 gap-1 max-sm:overflow-x-auto max-sm:whitespace-nowrap max-sm:[scrollbar-width:none] sm:flex-wrap">
        {links.map(({ text, to, current, count }) => (
          <Fragment key={text}>
            <Link
              to={to}
              preventScrollReset={inPlace}
              aria-current={current ? "true" : undefined}
              className="inline-flex min-h-8 flex-none items-center gap-1 rounded-full border border-transparent px-3 text-muted no-underline hover:text-ink aria-[current]:border-line aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-ink max-sm:-outline-offset-2 max-sm:aria-[current]:-order-1"
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
