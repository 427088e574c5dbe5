import { Fragment } from "react";
import { Link } from "react-router";

/** Links that narrow or sort the list of a page, the one that is in force marked. */
export function FilterLinks({
  label,
  links,
}: {
  label: string;
  links: readonly { text: string; to: string; current: boolean; count?: number }[];
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-x-1 gap-y-1">
      <span className="me-2 text-muted">{label}:</span>{" "}
      {links.map(({ text, to, current, count }) => (
        <Fragment key={text}>
          <Link
            to={to}
            aria-current={current ? "true" : undefined}
            className="inline-flex min-h-8 items-center gap-1 rounded-full border border-transparent px-3 text-muted no-underline hover:text-ink aria-[current]:border-line aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-ink"
          >
            {text}
            {count === undefined ? null : <span className="text-muted"> ({count})</span>}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
