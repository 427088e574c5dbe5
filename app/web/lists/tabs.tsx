import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";

/** One of the pages that stand beside each other. */
export interface ListTab {
  to: string;
  label: string;
  /** It has to be answered as a document of its own. */
  isDocument?: boolean;
  /** Nothing is there: where the page is narrow it is left out. */
  isEmpty?: boolean;
}

/**
 * The way between pages that are parts of one thing: one row, which scrolls by itself where it is
 * wider than a phone.
 * @param current where the page stands that is shown
 */
export function ListTabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly ListTab[];
  current: string;
}) {
  const row = useRef<HTMLUListElement>(null);
  // The page that is shown may stand beyond the edge of a phone.
  const at = tabs.findIndex(({ to }) => to === current);
  useEffect(() => {
    const list = row.current;
    const shown = list?.children[at];
    if (!list || !(shown instanceof HTMLElement)) return;
    list.scrollLeft = shown.offsetLeft - (list.clientWidth - shown.offsetWidth) / 2;
  }, [at]);
  return (
    <nav aria-label={label} className="mb-3 border-b border-line">
      <ul
        ref={row}
        className="relative -mb-px flex gap-x-5 max-md:overflow-x-auto max-md:overflow-y-hidden max-md:whitespace-nowrap max-md:[scrollbar-width:none] md:flex-wrap"
      >
        {tabs.map(({ to, label: words, isDocument = false, isEmpty = false }) => (
          <li
            key={to}
            className={classNames("flex-none", isEmpty && to !== current && "max-md:hidden")}
          >
            <Link
              to={to}
              reloadDocument={isDocument}
              aria-current={to === current ? "page" : undefined}
              className={classNames(
                "inline-flex min-h-10 min-w-6 items-center justify-center border-b-2 text-sm no-underline max-md:-outline-offset-2",
                to === current
                  ? "border-accent font-medium text-accent"
                  : "border-transparent text-muted hover:text-ink",
              )}
            >
              {words}
            </Link>{" "}
          </li>
        ))}
      </ul>
    </nav>
  );
}
