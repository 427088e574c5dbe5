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
 * The way between pages that are parts of one thing.
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
  return (
    <nav aria-label={label} className="mb-3 border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-5">
        {tabs.map(({ to, label: words, isDocument = false, isEmpty = false }) => (
          <li key={to} className={isEmpty && to !== current ? "max-md:hidden" : undefined}>
            <Link
              to={to}
              reloadDocument={isDocument}
              aria-current={to === current ? "page" : undefined}
              className={classNames(
                "inline-flex min-h-10 min-w-6 items-center justify-center border-b-2 text-sm no-underline",
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
